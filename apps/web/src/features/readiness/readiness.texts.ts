import type { BrokerName } from "@vriddhi/core/broker/broker-name";
import type { ReadinessReason } from "@vriddhi/core/readiness/readiness";

export const brokerTitles: Readonly<Record<BrokerName, string>> = {
  fyers: "Fyers",
  zerodha: "Zerodha",
  angelone: "Angel One",
};

export const readinessTexts = {
  title: (day: string) => `Readiness for ${day}`,
  lead: "Whether the algorithm can trade in your account when the market opens.",
  ready: "Ready",
  notReady: "Not ready",
  readyBody: (until: string) => `Everything is in place. The session lasts until ${until}.`,
  readyBodyOpen: "Everything is in place.",
  checked: (time: string) => `Checked at ${time}`,
  none: "No broker account is linked yet",
  noneBody: "Link one, and before every trading day you see here whether it is ready.",
  failed: "Readiness could not be read.",
  retry: "Try Again",
  loading: "Checking readiness",
} as const;

/** Where to go about it; a reason that is ours to heal has no button. */
export const reasonWays: Readonly<
  Partial<Record<ReadinessReason, { label: string; to: "connection" | `/${string}` }>>
> = {
  not_linked: { label: "Link the account", to: "connection" },
  session_missing: { label: "Connect", to: "connection" },
  subscription_missing: { label: "See the plans", to: "/subscription-plans" },
  egress_missing: { label: "Write to support", to: "/support" },
  algo_id_missing: { label: "Write to support", to: "/support" },
};
