import type { Tariff } from "../charges/tariff.ts";
import type { Paise } from "../shared/money.ts";

/**
 * How a decision is filled. `next-open`: at the next bar's open. `close`: at its own close. `limit-through`: a one-bar
 * limit that fills where the price opens inside it or trades through it; touching is not enough.
 */
export const FILL_MODELS = ["next-open", "close", "limit-through"] as const;
export type FillModel = (typeof FILL_MODELS)[number];

export type BacktestSizing =
  | { readonly kind: "fixed"; readonly quantity: number }
  /** Whole shares for all unbound funds. */
  | { readonly kind: "all_in" }
  /** Live sizing; an entry without a stop takes all unbound funds. */
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
  /** `null` for no charges. */
  readonly tariff: Tariff | null;
  readonly slippage: Slippage;
  readonly hasTicks: boolean;
  readonly barMinutes: number;
  /** No entries from this minute of the day on; `null` for any time. */
  readonly entriesUntil: number | null;
  /** Everything is closed from this minute of the day on; `null` keeps positions overnight. */
  readonly flatFrom: number | null;
  /** The first day that counts (see market/bar-time); earlier days only warm the strategy up. Left out: all days. */
  readonly firstDay?: number;
  readonly lastExit: "close" | "open";
}
