import type { notificationEndpoints } from "@vriddhi/contract/notification";
import { err, ok } from "@vriddhi/core/shared/result";
import { toTimestamp } from "../../platform/db/instant.ts";
import type { Handlers } from "../../platform/http/handler.ts";
import { notificationReplies } from "./notification.messages.ts";
import type { NotificationService, Preferences } from "./notification.service.ts";

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

export const notificationHandlers = (service: NotificationService): Handlers<keyof typeof notificationEndpoints> => ({
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
