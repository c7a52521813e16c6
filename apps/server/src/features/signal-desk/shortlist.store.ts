import type { Side } from "@vriddhi/core/order/order";
import type { IstDate } from "@vriddhi/core/time/ist";

export interface ShownStock {
  readonly symbol: string;
  readonly isin: string;
  readonly rank: number;
  readonly score: number;
  readonly reason: string;
  readonly lastPrice: number | null;
  readonly side: Side | null;
}

export interface ShortlistStore {
  /** Of the desk that this person's strategy runs for now; empty while nothing runs. The best first. */
  shownTo(userId: string, day: IstDate, count: number): Promise<readonly ShownStock[]>;
}
