import { parentPort, workerData } from "node:worker_threads";
import { openBars } from "../bars/bar-cache.ts";
import type { Parameters } from "./grid.ts";
import { createSweeper, type SweepSettings } from "./sweep-run.ts";

const settings = workerData as SweepSettings;
const sweeper = createSweeper(await openBars(settings.data, settings.cache), settings);

parentPort?.on("message", (batch: readonly Parameters[]) => {
  parentPort?.postMessage(batch.map((parameters) => sweeper.run(parameters)));
});
