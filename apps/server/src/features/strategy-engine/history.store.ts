import type { IstDate } from "@vriddhi/core/time/ist";

export interface DayBar {
  readonly isin: string;
  readonly tradingDay: IstDate;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly turnover: number;
  readonly rangeTurnover: number;
}

export interface HistoryStore {
  /** From `from` (inclusive) to `before` (exclusive). */
  barsBetween(from: IstDate, before: IstDate): Promise<readonly DayBar[]>;
  askedOn(day: IstDate): Promise<ReadonlySet<string>>;
  save(bars: readonly DayBar[]): Promise<void>;
  saveAsked(isin: string, day: IstDate, bars: readonly DayBar[]): Promise<void>;
}
