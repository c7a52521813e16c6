/** Notifications to an open page; each means "read this again". */
export const liveEventKinds = [
  "broker_status",
  "readiness",
  "subscription",
  "notifications",
  "algorithm",
  "approval",
  "orders",
  "shortlist",
  "support",
] as const;
export type LiveEventKind = (typeof liveEventKinds)[number];

export const streamEventKinds = ["hello", "reset", "ended"] as const;
export type StreamEventKind = (typeof streamEventKinds)[number];
