/**
 * Why an account cannot trade today: a closed list in the order in which it is looked at, one reason at a time. What a
 * person can mend at any hour comes first, then whether there is a market, then the morning's own course.
 */
export const readinessReasons = [
  /** Nobody is logged in or started without one. */
  "subscription_missing",
  /** Its owner disconnected it, and no morning brings it back. */
  "disconnected",
  /** The broker took the account's PIN, code or key no more. Its own words are kept. */
  "credentials_refused",
  /** The broker takes orders only from an address that its owner has registered there. */
  "egress_missing",
  /** No network address is free for this account. */
  "egress_unassigned",
  "algo_id_missing",
  /** The exchange's list of this year's holidays is not known: nobody trades on guesses. */
  "calendar_unknown",
  "market_closed",
  "after_close",
  /** Whoever was not started by 9:10 is not started today. */
  "start_missed",
  /** Before 8:30, for accounts that need nobody. */
  "connects_by_itself",
  /** The morning's login is under way. */
  "connecting",
  "broker_unavailable",
  "login_needed",
  "funds_unread",
  "funds_too_low",
  /** Before today's lists are loaded. */
  "instruments_pending",
  "instruments_stale",
  /** Before the open: the feed has said nothing today. */
  "feed_pending",
  /** In the open market: nothing was heard for minutes. */
  "feed_silent",
] as const;

export type ReadinessReason = (typeof readinessReasons)[number];

export const isReadinessReason = (text: string): text is ReadinessReason =>
  readinessReasons.some((reason) => reason === text);
