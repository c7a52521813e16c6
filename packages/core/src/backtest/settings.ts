import type { Tariff } from "../charges/tariff.ts";
import type { Paise } from "../shared/money.ts";

/**
 * How a decision made on the close of a bar is filled.
 * `next-open`: at the next bar's open. `close`: at the close it was made on. `limit-through`: a limit order that stands
 * for one bar and fills where the price opens inside it or trades through it; touching is not enough.
 */
export const FILL_MODELS = ["next-open", "close", "limit-through"] as const;
export type FillModel = (typeof FILL_MODELS)[number];

export type BacktestSizing =
  | { readonly kind: "fixed"; readonly quantity: number }
  /** Whole shares for everything that is not bound. */
  | { readonly kind: "all_in" }
  /** As the live orders are sized; an entry without a stop takes everything that is not bound. */
  | { readonly kind: "by_risk" };

/** In hundredths of a percent, always against us. */
export interface Slippage {
  readonly entry: number;
  readonly exit: number;
  readonly stop: number;
}

export const NO_SLIPPAGE: Slippage = { entry: 0, exit: 0, stop: 0 };

export interface BacktestSettings {
  readonly fill: FillModel;
  readonly sizing: BacktestSizing;
  readonly capital: Paise;
  /** Null: nothing is charged. */
  readonly tariff: Tariff | null;
  readonly slippage: Slippage;
  /** Stops, targets and slipped prices are moved to the exchange's steps. */
  readonly hasTicks: boolean;
  readonly barMinutes: number;
  /** From this minute of the day on nothing is entered; null: at any time. */
  readonly entriesUntil: number | null;
  /** From this minute of the day on everything is closed; null: positions stay overnight. */
  readonly flatFrom: number | null;
  /** The first day that counts, see market/bar-time; what comes before only warms the strategy up. Left out: all days. */
  readonly firstDay?: number;
  /** At which price of the last bar what is still open is closed. */
  readonly lastExit: "close" | "open";
}
