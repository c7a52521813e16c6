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
  /** Rupees. */
  readonly capital: number;
  readonly fill: FillModel;
  /** A folder of bar files by its name, or the synthetic market; null: the first folder that holds all shares. */
  readonly data: string | null;
}

type BacktestState = "queued" | "running" | "done" | "failed" | "cancelled";

export interface BacktestJob {
  readonly id: string;
  readonly wish: BacktestRequest;
  readonly source: BarSource["kind"];
  /** The folder of its bars; null: none. */
  readonly folder: string | null;
  readonly createdAt: EpochMs;
  readonly state: BacktestState;
  readonly progress: number;
  readonly reason: string | null;
  readonly result: BacktestResult | null;
  /** When the process that runs it, or holds it in its row, said so last; human clock. */
  readonly beatAt: EpochMs;
}

export const isOver = ({ state }: Pick<BacktestJob, "state">): boolean => state !== "queued" && state !== "running";
