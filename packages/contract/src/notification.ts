import { notificationChannels, notificationKinds } from "@vriddhi/core/notification/notification-kind";
import { z } from "zod";
import { endpoint } from "./endpoint.ts";

const kind = z.enum(notificationKinds);
const channel = z.enum(notificationChannels);

/** Base64url of a P-256 point, and of 16 bytes. */
const p256dh = z.string().regex(/^B[\w-]{86}$/, "Not a key of a push subscription");
const auth = z.string().regex(/^[\w-]{22}$/, "Not a secret of a push subscription");

const preferences = z.strictObject({
  switches: z.array(
    z.strictObject({
      kind,
      channel,
      is_on: z.boolean(),
      is_locked: z.boolean().describe("cannot be switched off"),
    }),
  ),
  quiet_nights: z.boolean().describe("push and Telegram wait from 22:00 to 7:00 IST unless it is urgent"),
  push: z.strictObject({
    public_key: z.string().describe("the browser's push subscription"),
    devices: z.array(z.strictObject({ id: z.uuid(), name: z.string(), created_at: z.iso.datetime() })),
  }),
  telegram: z.strictObject({
    is_offered: z.boolean(),
    chat: z.strictObject({ name: z.string(), linked_at: z.iso.datetime() }).nullable(),
  }),
});

const message = z.strictObject({ message: z.string() });

const notice = z.strictObject({
  id: z.uuid(),
  kind: z.string().describe("a switchable kind, or test"),
  title: z.string(),
  text: z.string().describe("the full event that caused it"),
  path: z.string().nullable().describe("an address within the site with more detail"),
  at: z.iso.datetime(),
  market_at: z.iso.datetime().nullable().describe("time on the market's clock; null: not a market event"),
  is_seen: z.boolean(),
});

export const notificationEndpoints = {
  listNotices: endpoint({
    method: "GET",
    path: "/notifications",
    summary: "The caller's notices of the last 30 days, newest first, in pages",
    access: "user",
    query: z.strictObject({
      before: z
        .string()
        .regex(/^\d{1,15}\.[0-9a-f-]{36}$/, "Not a place in the list")
        .describe("the previous page's next")
        .optional(),
    }),
    reply: z.strictObject({
      notices: z.array(notice),
      next: z.string().nullable().describe("cursor of the next page; null: this was the last page"),
      unseen: z.int().describe("number of all unseen notices"),
    }),
    problems: [],
  }),
  markNoticesSeen: endpoint({
    method: "POST",
    path: "/notifications/seen",
    summary: "Mark everything up to a notice as seen",
    access: "user",
    body: z.strictObject({
      until: z.iso
        .datetime()
        .refine((text) => Date.parse(text) >= 0, "There are no notices from that time")
        .describe("time of the newest seen notice"),
    }),
    reply: message,
    problems: [],
  }),
  readNotificationPreferences: endpoint({
    method: "GET",
    path: "/notifications/preferences",
    summary: "The caller's notification settings by kind and channel",
    access: "user",
    reply: preferences,
    problems: [],
  }),
  changeNotificationPreferences: endpoint({
    method: "PUT",
    path: "/notifications/preferences",
    summary: "Switch notifications on or off; omitted ones are unchanged",
    access: "user",
    body: z.strictObject({
      switches: z.array(z.strictObject({ kind, channel, is_on: z.boolean() })).max(64),
      quiet_nights: z.boolean().optional(),
    }),
    reply: preferences,
    problems: ["notice_required"],
  }),
  addPushDevice: endpoint({
    method: "POST",
    path: "/notifications/push",
    summary: "Notify this browser; idempotent",
    access: "user",
    body: z.strictObject({ endpoint: z.url().max(1_000), keys: z.strictObject({ p256dh, auth }) }),
    reply: z.strictObject({ id: z.uuid() }),
    problems: ["push_refused", "devices_full"],
  }),
  removePushDevice: endpoint({
    method: "DELETE",
    path: "/notifications/push/{deviceId}",
    summary: "Stop notifying a browser",
    access: "user",
    params: z.strictObject({ deviceId: z.uuid() }),
    reply: message,
    problems: [],
  }),
  linkTelegram: endpoint({
    method: "POST",
    path: "/notifications/telegram",
    summary: "A single-use address that starts the Telegram bot for the caller, valid for ten minutes",
    access: "user",
    limit: "notify",
    reply: z.strictObject({ url: z.string(), expires_at: z.iso.datetime() }),
    problems: ["telegram_unavailable"],
  }),
  unlinkTelegram: endpoint({
    method: "DELETE",
    path: "/notifications/telegram",
    summary: "Disconnect the Telegram bot",
    access: "user",
    reply: message,
    problems: [],
  }),
  sendTestNotification: endpoint({
    method: "POST",
    path: "/notifications/test",
    summary: "Send a test message on one channel",
    access: "user",
    limit: "notify",
    body: z.strictObject({ channel }),
    reply: message,
    problems: ["channel_unset"],
  }),
};
