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
  /** From that day on, until before the other. */
  barsBetween(from: IstDate, before: IstDate): Promise<readonly DayBar[]>;
  /** Shares whose past was told in full on that day. */
  askedOn(day: IstDate): Promise<ReadonlySet<string>>;
  /** What is there stays as it is. */
  save(bars: readonly DayBar[]): Promise<void>;
  /** Past days of a share, told by a broker on `day`. */
  saveAsked(isin: string, day: IstDate, bars: readonly DayBar[]): Promise<void>;
}
