import type { Invariant } from "../oracles/violation.ts";

const ONCE: readonly Invariant[] = ["each tag exists at the exchange at most once"];
const NOT_MORE: readonly Invariant[] = ["a working exit is never more than what is open"];
const BOOKS: readonly Invariant[] = ["our books equal the exchange's"];
const COVERED: readonly Invariant[] = ["what is open is covered within two seconds"];

const ALERT_ONCE: readonly Invariant[] = ["each position alert is raised once and with a cause"];

export const seenBy: Readonly<Record<string, readonly Invariant[]>> = {
  "resend-on-timeout": ONCE,
  "skip-lookup": ONCE,
  "forget-stop-after-restart": NOT_MORE,
  "double-exit": ["every order at the exchange was stored before it was sent"],
  "charge-other-account": BOOKS,
  "double-count-fill": BOOKS,
  "foreign-qty-exit": NOT_MORE,
  "square-off-late": ["flat by 15:10 or an alert is raised", "no new exit beside the broker's own square-off"],
  "takeover-without-kill": ["one process at a time acts for an account"],
  "kill-ignores-claimed": ["nothing enters after a block", "a block that closes has closed"],
  "retry-after-restart": ONCE,
  "modify-refusal-final": ["flat by 15:10 or an alert is raised", "a block that closes has closed"],
  "ignore-stop-rejected": COVERED,
  "single-read-outside": ["no position changes its sign", ...NOT_MORE, ...COVERED, ...BOOKS],
  "commit-error-means-no": [
    "no account waits for another's fault",
    "no order is on its way for longer than 150 seconds",
    "each signal has one outcome for each account",
  ],
  "late-entry": ["no entry leaves after it was valid"],
  "ignore-partial": [...COVERED, ...BOOKS],
  "retry-into-square-off": ["no new exit beside the broker's own square-off"],
  "stop-on-one-print": ["a daily stop has a true loss behind it"],
  "trust-push-order": [...COVERED, ...BOOKS],
  "empty-book-on-bad-row": [...COVERED, ...NOT_MORE],
  "forget-abandoned": ["what appears late is flat within a minute"],
  "tight-stop-limit": ["a loss stays within stop and gap"],
  "churn-at-circuit": ["an exit at the circuit keeps its place", "an order is changed at most 25 times"],
  "lease-by-own-clock": ["one process at a time acts for an account"],
  "skip-fencing": ["one process at a time acts for an account"],
  "fresh-limiter": ["the broker's limits are kept"],
  "destroy-not-reset": NOT_MORE,
  "stuck-at-once": ALERT_ONCE,
  "refused-at-once": ALERT_ONCE,
  "handed-over-at-once": ALERT_ONCE,
  "net-for-gross": ["our cash equals the exchange's"],
};
