import { brand } from "@vriddhi/core/site/brand";
import type { Messages } from "../../platform/http/handler.ts";

export const notificationMessages: Messages<
  "notice_required" | "push_refused" | "devices_full" | "telegram_unavailable" | "channel_unset"
> = {
  notice_required: "Messages about the safety of your account cannot be switched off.",
  push_refused: "This browser's push service is not one that we know.",
  devices_full: "You have as many notified devices as there can be. Remove one first.",
  telegram_unavailable: "Telegram cannot be reached right now. Please try again in a few minutes.",
  channel_unset: "There is nowhere to send this yet. Set it up first.",
};

export const notificationReplies = {
  deviceRemoved: "This device no longer gets notifications.",
  unlinked: "Telegram is no longer linked.",
  seen: "Noted.",
  testSent: "A test message is on its way.",
} as const;

export const chatReplies = {
  linked: `This chat is linked to your ${brand.name} account. Say /stop to end it.`,
  tokenWrong: `This link was used before or is too old. Ask for a new one in the settings of ${brand.name}.`,
  unlinked: "This chat is no longer linked.",
  explained: `This chat only receives messages. Choose your alerts in the settings of ${brand.name}.`,
} as const;
