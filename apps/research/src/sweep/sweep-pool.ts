import { Worker } from "node:worker_threads";
import type { Parameters } from "./grid.ts";
import type { SweepResult, SweepSettings } from "./sweep-run.ts";

/** Small enough that little is lost by an interruption, large enough that messages cost nothing. */
const BATCH = 32;

/** Hands batches to that many threads; `done` is called for each finished batch. */
export async function sweepInParallel(
  settings: SweepSettings,
  combinations: readonly Parameters[],
  workers: number,
  done: (results: readonly SweepResult[]) => void,
): Promise<void> {
  let next = 0;
  const takeBatch = (): readonly Parameters[] => {
    const batch = combinations.slice(next, next + BATCH);
    next += batch.length;
    return batch;
  };
  const count = Math.min(workers, Math.ceil(combinations.length / BATCH));
  await Promise.all(Array.from({ length: count }, () => work(settings, takeBatch, done)));
}

async function work(
  settings: SweepSettings,
  takeBatch: () => readonly Parameters[],
  done: (results: readonly SweepResult[]) => void,
): Promise<void> {
  const worker = new Worker(new URL("./sweep-worker.ts", import.meta.url), { workerData: settings });
  try {
    await new Promise<void>((resolve, reject) => {
      const hand = (): void => {
        const batch = takeBatch();
        if (batch.length === 0) resolve();
        else worker.postMessage(batch);
      };
      worker.on("error", reject);
      worker.on("message", (results: readonly SweepResult[]) => {
        done(results);
        hand();
      });
      hand();
    });
  } finally {
    await worker.terminate();
  }
}
