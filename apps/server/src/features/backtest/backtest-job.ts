import type { BacktestResult } from "@vriddhi/contract/backtest";
import type { BacktestStrategy } from "@vriddhi/core/backtest/backtest-request";
import type { FillModel } from "@vriddhi/core/backtest/settings";
import type { EpochMs } from "@vriddhi/core/time/clock";
import type { IstDate } from "@vriddhi/core/time/ist";
import type { BarSource } from "./bar-source.ts";

export interface BacktestRequest {
  readonly strategy: BacktestStrategy;
  readonly symbols: readonly string[];
  readonly from: IstDate;
  readonly to: IstDate;
  readonly capital: number;
  readonly fill: FillModel;
  /** A folder of bar files, or the synthetic market; `null` selects the first folder with all shares. */
  readonly data: string | null;
}

type BacktestState = "queued" | "running" | "done" | "failed" | "cancelled";

export interface BacktestJob {
  readonly id: string;
  readonly request: BacktestRequest;
  readonly source: BarSource["kind"];
  readonly folder: string | null;
  readonly createdAt: EpochMs;
  readonly state: BacktestState;
  readonly progress: number;
  readonly reason: string | null;
  readonly result: BacktestResult | null;
  /** Last heartbeat of the process that owns the job; human clock. */
  readonly beatAt: EpochMs;
}

export const isOver = ({ state }: Pick<BacktestJob, "state">): boolean => state !== "queued" && state !== "running";
