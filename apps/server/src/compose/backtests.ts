import { join } from "node:path";
import { backtestHandlers } from "../features/backtest/backtest.routes.ts";
import { createBacktestService } from "../features/backtest/backtest.service.ts";
import { createBacktestRunner } from "../features/backtest/backtest-runner.ts";
import { openBarShelf } from "../features/backtest/bar-source.ts";
import type { Closing } from "./closing.ts";
import type { Platform } from "./platform.ts";

/** The command of `npm run backtest`. It is started and never imported: research is a stranger to the server. */
const SCRIPT = join(import.meta.dirname, "../../../research/src/main/backtest.ts");

export function composeBacktests({ config, humanClock: clock, log }: Platform, closing: Closing) {
  const cacheFolder = join(config.dataDir, "cache", "bars");
  const service = createBacktestService({
    run: createBacktestRunner({ script: SCRIPT, cacheFolder, log }),
    openShelf: () => openBarShelf(config.marketDataDir),
    clock,
  });
  closing.add("back-tests", service.close);
  return backtestHandlers(service);
}
