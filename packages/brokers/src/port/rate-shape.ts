/**
 * What a call counts against. A `change` modifies or cancels an order; `book` is the book of orders; trades and positions
 * are books of their own.
 */
export type CallClass = "order" | "change" | "book" | "trades" | "positions" | "quote" | "history" | "login" | "other";

export type RateSpan = "second" | "minute" | "hour" | "day";

export interface RateBudget {
  /** Calls of these classes share the budget; where orders do, their changes do. */
  readonly classes: readonly CallClass[];
  readonly span: RateSpan;
  readonly max: number;
}

/** The call counts against the budget. */
export const isCounted = ({ classes }: RateBudget, call: CallClass): boolean =>
  classes.includes(call) || (call === "change" && classes.includes("order"));

/** An exit may use all of a budget that orders or their changes count against; everything else leaves this part of it free. */
const EXIT_SHARE = 3;

/** How many calls that are not for an exit may stand in a window of the budget. */
export function nonExitMax(budget: RateBudget): number {
  const { max } = budget;
  return isCounted(budget, "change") ? Math.max(1, max - Math.ceil(max / EXIT_SHARE)) : max;
}

/** The broker's limits per account. A call passes when every budget that names its class has room. */
export type RateShape = readonly RateBudget[];
