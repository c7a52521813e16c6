import type { EpochMs } from "@vriddhi/core/time/clock";
import type { BacktestJob } from "./backtest-job.ts";

/** Back-tests of all processes, so that each of them can be read and cancelled from everywhere and after a restart. */
export interface BacktestStore {
  insert(job: BacktestJob): Promise<void>;
  /** How far it is, or how it ended; false: somebody has cancelled it, and nothing was written. */
  save(job: BacktestJob): Promise<boolean>;
  find(id: string): Promise<BacktestJob | null>;
  /** Newest first. */
  list(count: number): Promise<readonly BacktestJob[]>;
  /** One that waits or runs is cancelled; others stay. */
  cancel(id: string, at: EpochMs): Promise<void>;
  /** All but the newest that are over are gone. */
  forget(kept: number): Promise<void>;
}
