import type { notificationEndpoints } from "@vriddhi/contract/notification";
import { err, ok } from "@vriddhi/core/shared/result";
import { epochMs } from "@vriddhi/core/time/clock";
import { fromTimestamp, toTimestamp } from "../../platform/db/instant.ts";
import type { Handlers } from "../../platform/http/handler.ts";
import { notificationReplies } from "./notification.messages.ts";
import type { NotificationService, Preferences } from "./notification.service.ts";
import type { KeptNotice, PlaceInList } from "./notification.store.ts";

const toReply = (preferences: Preferences) => ({
  switches: preferences.switches.map(({ isOn, isLocked, ...of }) => ({ ...of, is_on: isOn, is_locked: isLocked })),
  quiet_nights: preferences.hasQuietNights,
  push: {
    public_key: preferences.publicKey,
    devices: preferences.devices.map(({ id, name, createdAt }) => ({ id, name, created_at: toTimestamp(createdAt) })),
  },
  telegram: {
    is_offered: preferences.isTelegramOffered,
    chat: preferences.chat && { name: preferences.chat.name, linked_at: toTimestamp(preferences.chat.linkedAt) },
  },
});

const toPlace = (text: string): PlaceInList => {
  const [atMs = "", id = ""] = text.split(".");
  return { createdAt: epochMs(Number(atMs)), id };
};

const toNotice = ({ id, kind, title, text, path, createdAt, marketAt, seenAt }: KeptNotice) => ({
  id,
  kind,
  title,
  text,
  path: path.startsWith("/") ? path : null,
  at: toTimestamp(createdAt),
  market_at: marketAt === null ? null : toTimestamp(marketAt),
  is_seen: seenAt !== null,
});

export const notificationHandlers = (service: NotificationService): Handlers<keyof typeof notificationEndpoints> => ({
  async listNotices({ caller, query }) {
    const { notices, next, unseen } = await service.list(
      caller.userId,
      query.before === undefined ? null : toPlace(query.before),
    );
    return ok({ notices: notices.map(toNotice), next: next && `${next.createdAt}.${next.id}`, unseen });
  },
  async markNoticesSeen({ caller, body }) {
    await service.markSeen(caller.userId, fromTimestamp(body.until));
    return ok({ message: notificationReplies.seen });
  },
  readNotificationPreferences: async ({ caller }) => ok(toReply(await service.read(caller.userId))),
  async changeNotificationPreferences({ caller, body }) {
    const changes = body.switches.map(({ is_on: isOn, ...of }) => ({ ...of, isOn }));
    const changed = await service.change(caller.userId, changes, body.quiet_nights ?? null);
    return changed.ok ? ok(toReply(changed.value)) : changed;
  },
  async addPushDevice({ caller, body, from }) {
    const added = await service.addDevice(caller.userId, body, from.device);
    return added.ok ? ok({ id: added.value }) : added;
  },
  async removePushDevice({ caller, params }) {
    const wasOwn = await service.removeDevice(caller.userId, params.deviceId);
    return wasOwn ? ok({ message: notificationReplies.deviceRemoved }) : err("not_found");
  },
  async linkTelegram({ caller }) {
    const linked = await service.linkTelegram(caller.userId);
    return linked.ok ? ok({ url: linked.value.url, expires_at: toTimestamp(linked.value.expiresAt) }) : linked;
  },
  async unlinkTelegram({ caller }) {
    await service.unlinkTelegram(caller.userId);
    return ok({ message: notificationReplies.unlinked });
  },
  async sendTestNotification({ caller, body }) {
    const tried = await service.tryOut(caller.userId, body.channel);
    return tried.ok ? ok({ message: notificationReplies.testSent }) : tried;
  },
});
