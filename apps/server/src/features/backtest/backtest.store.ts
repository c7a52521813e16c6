import type { EpochMs } from "@vriddhi/core/time/clock";
import type { BacktestJob } from "./backtest-job.ts";

export interface BacktestStore {
  insert(job: BacktestJob): Promise<void>;
  /** Stores progress or outcome; `false` when the job was cancelled, and then nothing is written. */
  save(job: BacktestJob): Promise<boolean>;
  find(id: string): Promise<BacktestJob | null>;
  list(count: number): Promise<readonly BacktestJob[]>;
  cancel(id: string, at: EpochMs): Promise<void>;
  forget(kept: number): Promise<void>;
}
