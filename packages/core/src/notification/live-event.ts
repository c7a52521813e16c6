/** What a browser can be told while it looks; each means "read this again". */
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

/** Said by the stream about itself: where it begins, that too much was missed, that the session is over. */
export const streamEventKinds = ["hello", "reset", "ended"] as const;
export type StreamEventKind = (typeof streamEventKinds)[number];
