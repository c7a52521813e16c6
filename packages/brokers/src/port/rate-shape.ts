/** What a call counts against. */
export type CallClass = "order" | "book" | "quote" | "history" | "login" | "other";

export type RateSpan = "second" | "minute" | "hour" | "day";

export interface RateBudget {
  /** Calls of these classes share the budget. */
  readonly classes: readonly CallClass[];
  readonly span: RateSpan;
  readonly max: number;
}

/** The broker's limits per account. A call passes when every budget that names its class has room. */
export type RateShape = readonly RateBudget[];
