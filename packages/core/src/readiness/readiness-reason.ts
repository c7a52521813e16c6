/** A closed list in order of precedence: first what a user can resolve, then the market's, then the morning's steps. */
export const readinessReasons = [
  "subscription_missing",
  /** The user disconnected it, so no morning step reconnects it. */
  "disconnected",
  /** The broker refused the account's PIN, code or key. Its text is kept. */
  "credentials_refused",
  /** The broker accepts orders only from an address that the user has registered there. */
  "egress_missing",
  "egress_unassigned",
  "algo_id_missing",
  /** This year's holiday list of the exchange is missing: trading is paused. */
  "calendar_unknown",
  "market_closed",
  "after_close",
  /** An account that did not start by 9:10 is not started today. */
  "start_missed",
  /** Before 8:30, for accounts with an unattended login. */
  "connects_by_itself",
  "connecting",
  "broker_unavailable",
  "login_needed",
  "funds_unread",
  "funds_too_low",
  "instruments_pending",
  "instruments_stale",
  /** Before the open: the feed has sent nothing today. */
  "feed_pending",
  /** In the open market: no tick for minutes. */
  "feed_silent",
] as const;

export type ReadinessReason = (typeof readinessReasons)[number];

export const isReadinessReason = (text: string): text is ReadinessReason =>
  readinessReasons.some((reason) => reason === text);
