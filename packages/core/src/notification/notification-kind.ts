export const notificationKinds = [
  "login_link",
  "session_lost",
  "readiness",
  "morning_failed",
  "day_approval",
  "approval",
  "order_filled",
  "position_closed",
  "trading_alert",
  "daily_summary",
  "subscription",
  "security",
] as const;
export type NotificationKind = (typeof notificationKinds)[number];

export const notificationChannels = ["mail", "push", "telegram"] as const;
export type NotificationChannel = (typeof notificationChannels)[number];
