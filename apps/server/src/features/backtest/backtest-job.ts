import type { BacktestResult } from "@vriddhi/contract/backtest";
import type { BacktestStrategy } from "@vriddhi/core/backtest/backtest-wish";
import type { FillModel } from "@vriddhi/core/backtest/settings";
import type { EpochMs } from "@vriddhi/core/time/clock";
import type { IstDate } from "@vriddhi/core/time/ist";
import type { BarSource } from "./bar-source.ts";

export interface BacktestWish {
  readonly strategy: BacktestStrategy;
  readonly symbols: readonly string[];
  readonly from: IstDate;
  readonly to: IstDate;
  /** Rupees. */
  readonly capital: number;
  readonly fill: FillModel;
}

type BacktestState = "queued" | "running" | "done" | "failed" | "cancelled";

export interface BacktestJob {
  readonly id: string;
  readonly wish: BacktestWish;
  readonly source: BarSource;
  readonly createdAt: EpochMs;
  readonly state: BacktestState;
  readonly progress: number;
  readonly reason: string | null;
  readonly result: BacktestResult | null;
}
