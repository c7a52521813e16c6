import { brokerNames, brokerTraits } from "@vriddhi/core/broker/broker-name";
import type { DashboardTab } from "./dashboard-tab.ts";

export const leads: Readonly<Partial<Record<DashboardTab, string>>> = {
  Alerts: "All alerts of the last 30 days.",
  ...Object.fromEntries(
    brokerNames.map((broker) => [
      brokerTraits[broker].connectionTab,
      `Link your own ${brokerTraits[broker].title} account. About five minutes, once.`,
    ]),
  ),
  UserProfile: "Your plan, your band, your details.",
  Subscription: "What you have paid for, and until when.",
};

export const frameTexts = {
  support: "Support",
  unreadAnswers: (count: number) => (count === 1 ? "1 new answer from support" : `${count} new answers from support`),
  logout: "Log out",
  dock: "Run and result",
  marks: { connected: ", connected", needs_you: ", needs you", linked: "" },
  yours: (name: string) => `${name}: your profile`,
  checkingSession: "Checking your session",
  loadingTab: "Loading",
} as const;

export const profileTexts = {
  noDateOfBirth: "N/A",
  noBand: "Not set",
  subscribed: "Active",
  notSubscribed: "Inactive",
  copyId: "Copy ID",
  copied: "Copied",
} as const;

export const subscriptionTexts = {
  none: "No Active Subscription",
  noneBody: "Choose a plan to let the algorithm trade through your broker account.",
  viewPlans: "View Plans",
  manage: "Manage Subscription",
  history: "View Billing History",
  ends: (day: string) => `Ends on ${day}. Nothing is charged automatically.`,
  ended: (day: string) => `Ended on ${day}.`,
  left: (remaining: string) => `${remaining} left`,
  leftOf: (days: number, total: number) => `${days} of ${total} days are left`,
  price: "Price paid",
  running: "Running now",
  following: "Then",
  period: (plan: string, band: string) => `${plan}, capital up to ${band}`,
} as const;

export const lookupTexts = {
  signedOut: "Please login again to access subscription details",
  failed: "Failed to load subscription details",
} as const;

export const gateTexts = {
  title: "Subscription Required",
  body: "Trading needs an active subscription. Without one we neither log in to your broker nor trade for you.",
  expired: "Expired",
  missing: "No Subscription",
  subscribe: "Subscribe Now",
  pending: "Payment being confirmed",
  pendingBody:
    "We received your payment, but your bank has not confirmed it yet. Your dashboard opens when it does. Please do not pay again.",
  history: "View Billing History",
  manage: "Manage this connection",
} as const;
