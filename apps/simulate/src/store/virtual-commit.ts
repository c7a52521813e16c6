import type { Random } from "@vriddhi/core/shared/random";
import type { Commit } from "@vriddhi/execution/memory/memory-order-store";
import type { VirtualTime } from "../time/virtual-time.ts";
import type { WorkerProcess } from "../time/worker-session.ts";

/** The fault of one transaction. `lost`: committed without an acknowledgement. */
export type CommitOutcome = "done" | "lost" | "refused";

export interface CommitDeps {
  readonly time: VirtualTime;
  readonly workerProcess: WorkerProcess;
  readonly random: Random;
  outcome(): CommitOutcome;
  written(): void;
}

const LATENCY_MAX_MS = 6;

/** A transaction in flight commits although its process dies; a dead process receives no answer. */
export function createVirtualCommit({ time, workerProcess, random, outcome, written }: CommitDeps): Commit {
  return <T>(transaction: () => T) =>
    new Promise<T>((resolve, reject) => {
      if (!workerProcess.isAlive()) return;
      time.after(random.int(0, LATENCY_MAX_MS), () => {
        const decided = outcome();
        const value = decided === "refused" ? null : { done: transaction() };
        written();
        time.after(random.int(0, LATENCY_MAX_MS), () =>
          workerProcess.receive(() => {
            if (decided === "done" && value !== null) resolve(value.done);
            else reject(new Error("the connection to the store broke"));
          }),
        );
      });
    });
}
