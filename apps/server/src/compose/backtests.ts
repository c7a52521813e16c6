import { join } from "node:path";
import { backtestHandlers } from "../features/backtest/backtest.routes.ts";
import { BEAT_EVERY_MS, createBacktestService } from "../features/backtest/backtest.service.ts";
import { createBacktestStore } from "../features/backtest/backtest.store.pg.ts";
import { createBacktestRunner } from "../features/backtest/backtest-runner.ts";
import { openBarShelf } from "../features/backtest/bar-source.ts";
import { poll } from "../platform/clock/poll.ts";
import type { Closing } from "./closing.ts";
import type { Platform } from "./platform.ts";

/** Started as a process and never imported: the server does not depend on research. */
const SCRIPT = join(import.meta.dirname, "../../../research/src/main/backtest.ts");

export function composeBacktests({ config, database, humanClock: clock, log }: Platform, closing: Closing) {
  const cacheFolder = join(config.dataDir, "cache", "bars");
  const service = createBacktestService({
    store: createBacktestStore(database),
    run: createBacktestRunner({ script: SCRIPT, cacheFolder, log }),
    openShelf: () => openBarShelf(config.marketDataDir),
    clock,
  });
  closing.add("back-tests", service.close);
  closing.add("back-tests' beat", poll("back-tests", service.beat, BEAT_EVERY_MS, log));
  return backtestHandlers(service);
}
