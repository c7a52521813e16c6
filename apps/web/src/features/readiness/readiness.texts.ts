import type { ReadinessReason } from "@vriddhi/core/readiness/readiness-reason";

export const readinessTexts = {
  title: (day: string) => `Readiness for ${day}`,
  lead: "Whether the algorithm can trade in your account when the market opens.",
  ready: "Ready",
  notReady: "Not ready",
  notYet: "Not yet",
  readyBody: (until: string) => `Everything is in place. The session lasts until ${until}.`,
  readyBodyOpen: "Everything is in place.",
  brokerSaid: (broker: string) => `${broker} says:`,
  // The rest is evaluated on the page's first load.
  checked: (time: string) => `Funds checked at ${time}`,
  none: "No broker account is linked yet",
  noneBody: "Link one, and before every trading day you see here whether it is ready.",
  failed: "Readiness could not be read.",
  retry: "Try Again",
  loading: "Checking readiness",
} as const;

/** Reasons that pass without the user: shown, but not as a warning. */
export const passingReasons: readonly ReadinessReason[] = [
  "market_closed",
  "after_close",
  "connects_by_itself",
  "connecting",
  "instruments_pending",
  "feed_pending",
];
