import type { NotificationKind } from "@vriddhi/core/notification/notification-kind";

export const alertsTexts = {
  title: "Alerts",
  loading: "Loading what you were told",
  failed: "What you were told could not be read.",
  failedBody: "Nothing is lost. Try again in a moment.",
  empty: "Nothing yet",
  emptyBody: "Fills, logins, approvals and everything else we tell you stand here, each with the fact it came from.",
  more: "Show older ones",
  open: "Open",
  unseen: "New",
  today: "Today",
  settings: "Choose what you are told, and how",
} as const;

/** What a notice is about, in a word; `test` was asked for in the settings. */
export const alertKinds: Readonly<Record<NotificationKind | "test", string>> = {
  login_link: "Login",
  session_lost: "Connection",
  readiness: "Readiness",
  morning_failed: "Morning",
  day_approval: "Approval",
  approval: "Approval",
  order_filled: "Order",
  position_closed: "Position",
  trading_alert: "Unusual",
  daily_summary: "Summary",
  subscription: "Subscription",
  security: "Security",
  test: "Test",
};
