import type { NotificationKind } from "@vriddhi/core/notification/notification-kind";

export const alertsTexts = {
  title: "Alerts",
  loading: "Loading your alerts",
  failed: "We cannot load your alerts.",
  failedBody: "Nothing is lost. Try again in a moment.",
  empty: "Nothing yet",
  emptyBody: "Fills, logins, approvals and everything else that we send you appears here.",
  more: "Show older ones",
  open: "Open",
  unseen: "New",
  today: "Today",
  settings: "Choose your alerts",
} as const;

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
