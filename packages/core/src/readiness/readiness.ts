import { type Paise, rupees } from "../shared/money.ts";

/** Why an account cannot trade today, in the order in which it is looked at: what a person can mend comes first. */
export type ReadinessReason =
  | "not_linked"
  | "subscription_missing"
  | "session_missing"
  | "broker_unavailable"
  | "funds_unread"
  | "funds_too_low"
  | "egress_missing"
  | "algo_id_missing"
  | "instruments_stale"
  | "feed_silent";

/** B9.1: the least capital that can be chosen. */
export const FUNDS_MIN: Paise = rupees(500);

export type FundsFact =
  | { readonly kind: "read"; readonly available: Paise }
  | { readonly kind: "unread" }
  | { readonly kind: "unavailable" };

export interface ReadinessFacts {
  readonly isLinked: boolean;
  readonly isSubscribed: boolean;
  readonly isConnected: boolean;
  readonly funds: FundsFact;
  readonly hasEgress: boolean;
  readonly hasAlgoId: boolean;
  readonly hasInstruments: boolean;
  readonly hasTick: boolean;
}

function fundsReason(funds: FundsFact): ReadinessReason | null {
  if (funds.kind === "unavailable") return "broker_unavailable";
  if (funds.kind === "unread") return "funds_unread";
  return funds.available < FUNDS_MIN ? "funds_too_low" : null;
}

/** Null: ready. */
export function judgeReadiness(facts: ReadinessFacts): ReadinessReason | null {
  if (!facts.isLinked) return "not_linked";
  if (!facts.isSubscribed) return "subscription_missing";
  if (!facts.isConnected) return "session_missing";
  const funds = fundsReason(facts.funds);
  if (funds !== null) return funds;
  if (!facts.hasEgress) return "egress_missing";
  if (!facts.hasAlgoId) return "algo_id_missing";
  if (!facts.hasInstruments) return "instruments_stale";
  return facts.hasTick ? null : "feed_silent";
}
