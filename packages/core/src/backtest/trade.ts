import type { Side } from "../order/order.ts";

export type ExitCause = "signal" | "stop" | "target" | "time" | "end";

/** One position from entry to exit. Prices and amounts are paise; minutes are the starts of bars. */
export interface Trade {
  readonly symbol: string;
  readonly side: Side;
  readonly quantity: number;
  readonly entryMinute: number;
  readonly entryPrice: number;
  readonly exitMinute: number;
  readonly exitPrice: number;
  readonly exitCause: ExitCause;
  readonly gross: number;
  readonly charges: number;
  readonly net: number;
  readonly reason: string;
}

export interface DayEquity {
  /** Days since 1970-01-01 in India. */
  readonly day: number;
  readonly equity: number;
}

export type LostEntry = "too_late" | "no_shares" | "limit_not_reached";

export interface BacktestOutcome {
  readonly strategy: string;
  readonly trades: readonly Trade[];
  readonly days: readonly DayEquity[];
  readonly lost: Readonly<Record<LostEntry, number>>;
  readonly bars: number;
  readonly finalEquity: number;
}
