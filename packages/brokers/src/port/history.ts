import type { BrokerInstrument } from "@vriddhi/core/order/order";
import type { Paise } from "@vriddhi/core/shared/money";
import type { Result } from "@vriddhi/core/shared/result";
import type { EpochMs } from "@vriddhi/core/time/clock";
import type { IstDate } from "@vriddhi/core/time/ist";
import type { Book } from "./book.ts";
import type { ReadError } from "./broker-error.ts";
import type { AccountAccess } from "./order-gateway.ts";

/** Intervals without a trade have none. */
export interface Candle {
  readonly at: EpochMs;
  readonly open: Paise;
  readonly high: Paise;
  readonly low: Paise;
  readonly close: Paise;
  /** In shares. */
  readonly volume: number;
}

export interface CandleQuestion {
  readonly instrument: BrokerInstrument;
  readonly minutes: 1 | 5;
  /** Both days are complete. At most 30 days of one minute, 100 of five, which every broker returns at once. */
  readonly from: IstDate;
  readonly to: IstDate;
}

export interface CandleSource {
  /** In chronological order. */
  candles(access: AccountAccess, question: CandleQuestion): Promise<Result<Book<Candle>, ReadError>>;
}
