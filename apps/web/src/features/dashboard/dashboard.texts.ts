import type { ConnectionTab, DashboardTab } from "./dashboard-tab.ts";

/** What stands in a tab whose screen is still being built. */
export const comingTexts: Record<
  Exclude<DashboardTab, ConnectionTab | "UserProfile" | "Subscription" | "Settings">,
  string
> = {
  TradingAlgorithm: "You will start and stop trading on Fyers here soon.",
  AngelOneTrading: "You will start and stop trading on Angel One here soon.",
  ZerodhaTrading: "You will start and stop trading on Zerodha here soon.",
};

/** B2.24 */
export const profileTexts = {
  noDateOfBirth: "N/A",
  noBand: "Not set",
  subscribed: "Active",
  notSubscribed: "Inactive",
} as const;

/** B2.25 */
export const subscriptionTexts = {
  none: "No Active Subscription",
  noneBody: "Choose a plan to let the algorithm trade through your broker account.",
  viewPlans: "View Plans",
  manage: "Manage Subscription",
  history: "View Billing History",
  running: "Running now",
  following: "Then",
  period: (plan: string, band: string) => `${plan}, capital up to ${band}`,
} as const;

/** B8.1: the lookup on the dashboard. */
export const lookupTexts = {
  signedOut: "Please login again to access subscription details",
  failed: "Failed to load subscription details",
} as const;

/** B2.5 */
export const gateTexts = {
  title: "Subscription Required",
  body: "Trading needs an active subscription. Without one we neither log in to your broker nor trade for you.",
  expired: "Expired",
  missing: "No Subscription",
  subscribe: "Subscribe Now",
  pending: "Payment being confirmed",
  pendingBody:
    "Your payment has arrived and your bank has not settled it yet. Your dashboard opens by itself as soon as it has; please do not pay again.",
  history: "View Billing History",
  manage: "Manage this connection",
} as const;
