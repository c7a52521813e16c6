/** A `change` modifies or cancels an order; `book` is the order book; trades and positions are separate books. */
export type CallClass = "order" | "change" | "book" | "trades" | "positions" | "quote" | "history" | "login" | "other";

export type RateSpan = "second" | "minute" | "hour" | "day";

export interface RateBudget {
  /** Calls of these classes share the budget; order changes count wherever orders do. */
  readonly classes: readonly CallClass[];
  readonly span: RateSpan;
  readonly max: number;
}

export const isCounted = ({ classes }: RateBudget, call: CallClass): boolean =>
  classes.includes(call) || (call === "change" && classes.includes("order"));

/** An exit may use a whole budget that orders or their changes count against; other calls leave this part free. */
const EXIT_SHARE = 3;

export function nonExitMax(budget: RateBudget): number {
  const { max } = budget;
  return isCounted(budget, "change") ? Math.max(1, max - Math.ceil(max / EXIT_SHARE)) : max;
}

/** The broker's limits per account. A call passes when every budget of its class has room. */
export type RateShape = readonly RateBudget[];
