import type { NotificationChannel, NotificationKind } from "@vriddhi/core/notification/notification-kind";

export const notificationTexts = {
  loading: "Loading your notification settings",
  loadFault: "Your notification settings could not be read",
  retry: "Try again",
  unknownFault: "Something went wrong. Please try again.",
  test: "Send a test",
  mailTitle: "Mail",
  mailBody: "To the address of your account.",
  pushTitle: "This browser",
  pushOn: "Notified, also while this page is closed.",
  pushOff: "Short messages on this device, also while this page is closed. They never show positions or amounts.",
  pushUnsupported: "This browser cannot show notifications. On an iPhone, add this site to the home screen first.",
  pushDenied: "You have forbidden notifications for this site in the browser's settings.",
  pushFailed: "This browser's push service could not be reached.",
  pushTurnOn: "Turn on",
  pushTurnOff: "Turn off",
  otherDevice: (name: string) => `${name}, another device`,
  since: "Since",
  remove: "Remove",
  telegramTitle: "Telegram",
  telegramOff: "Our bot writes to you. It takes no orders, and it never shows positions or amounts.",
  telegramOn: (name: string) => `Linked to the chat with ${name}.`,
  telegramWaiting: "Press Start in Telegram within ten minutes. This page notices by itself.",
  telegramLink: "Link",
  telegramOpen: "Open Telegram",
  telegramUnlink: "Unlink",
  quietTitle: "Quiet nights",
  quietBody: "From 22:00 to 7:00 IST only what is urgent makes a noise; the rest waits until morning.",
  tableCaption: "What you are told of, and how",
  kindColumn: "Message",
  locked: "Always on",
} as const;

export const channelNames: Readonly<Record<NotificationChannel, string>> = {
  mail: "Mail",
  push: "Push",
  telegram: "Telegram",
};

export const kindNames: Readonly<Record<NotificationKind, string>> = {
  login_link: "Morning login links",
  session_lost: "A broker connection ended",
  readiness: "Ready or not for today",
  morning_failed: "A morning that failed",
  approval: "Your approval is needed",
  order_filled: "An order was filled",
  position_closed: "A position was closed",
  trading_alert: "Something unusual in your account",
  daily_summary: "Summary of the day",
  subscription: "Your subscription",
  security: "Safety of your account",
};
