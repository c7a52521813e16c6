import { randomBytes, randomUUID } from "node:crypto";
import type { NotificationChannel } from "@vriddhi/core/notification/notification-kind";
import { err, ok, type Result } from "@vriddhi/core/shared/result";
import { type EpochMs, type HumanClock, later, MINUTE_MS } from "@vriddhi/core/time/clock";
import type { PushSender, PushTarget } from "../../gateways/push/push-sender.ts";
import type { TelegramBot } from "../../gateways/telegram/telegram-bot.ts";
import type { SecretBox } from "../../platform/crypto/secret-box.ts";
import type { Tx } from "../../platform/db/database.ts";
import type { Limiter } from "../../platform/limits/limiter.ts";
import { type TooMany, tooMany } from "../../platform/limits/too-many.ts";
import { isLocked, type Switch, switchesAfter } from "./notice-rules.ts";
import type { KeptNotice, NotificationStore, PlaceInList, Reach } from "./notification.store.ts";
import type { Notifier } from "./notifier.ts";
import { keysPlace } from "./push-keys.ts";
import { hashOfToken } from "./telegram-updates.ts";

const DEVICES_MAX = 10;
const TOKEN_BYTES = 24;
const TOKEN_LIFE_MS = 10 * MINUTE_MS;
const NAME_MAX = 200;

export interface NotificationDeps {
  readonly store: NotificationStore;
  readonly clock: HumanClock;
  readonly box: SecretBox;
  readonly limiter: Limiter;
  readonly notifier: Notifier;
  readonly push: PushSender;
  readonly bot: TelegramBot | null;
  onChanged(tx: Tx, userId: string): Promise<void>;
}

export interface Preferences extends Pick<Reach, "devices" | "chat" | "hasQuietNights"> {
  readonly switches: ReturnType<typeof switchesAfter>;
  readonly publicKey: string;
  readonly isTelegramOffered: boolean;
}

export interface NoticePage {
  readonly notices: readonly KeptNotice[];
  readonly next: PlaceInList | null;
  readonly unseen: number;
}

export interface NotificationService {
  list(userId: string, before: PlaceInList | null): Promise<NoticePage>;
  markSeen(userId: string, until: EpochMs): Promise<void>;
  read(userId: string): Promise<Preferences>;
  change(
    userId: string,
    changes: readonly Switch[],
    quietNights: boolean | null,
  ): Promise<Result<Preferences, "notice_required">>;
  addDevice(userId: string, target: PushTarget, name: string): Promise<Result<string, "push_refused" | "devices_full">>;
  removeDevice(userId: string, id: string): Promise<boolean>;
  linkTelegram(userId: string): Promise<Result<{ url: string; expiresAt: EpochMs }, "telegram_unavailable">>;
  unlinkTelegram(userId: string): Promise<void>;
  tryOut(userId: string, channel: NotificationChannel): Promise<Result<void, "channel_unset" | TooMany>>;
}

const preferenceCalls = (deps: NotificationDeps): Pick<NotificationService, "read" | "change"> => {
  const { store, push, bot, onChanged } = deps;
  async function read(tx: Tx, userId: string): Promise<Preferences> {
    const reach = await store.reachOf(tx, userId);
    if (!reach) throw new Error("notification: no row for the signed-in user");
    const { changes, devices, chat, hasQuietNights } = reach;
    const own = { switches: switchesAfter(changes), devices, chat, hasQuietNights };
    return { ...own, publicKey: push.publicKey, isTelegramOffered: bot !== null };
  }
  return {
    read: (userId) => store.transaction((tx) => read(tx, userId)),
    async change(userId, changes, quietNights) {
      if (changes.some(({ kind, isOn }) => isLocked(kind) && !isOn)) return err("notice_required");
      return store.transaction(async (tx) => {
        await store.changeSwitches(tx, userId, changes);
        if (quietNights !== null) await store.setQuietNights(tx, userId, quietNights);
        await onChanged(tx, userId);
        return ok(await read(tx, userId));
      });
    },
  };
};

const devices = (deps: NotificationDeps): Pick<NotificationService, "addDevice" | "removeDevice"> => {
  const { store, clock, box, push, onChanged } = deps;
  return {
    async addDevice(userId, { endpoint, keys }, name) {
      if (!push.isAllowed(endpoint)) return err("push_refused");
      return store.transaction(async (tx) => {
        const own = (await store.reachOf(tx, userId))?.devices ?? [];
        const known = own.find((device) => device.endpoint === endpoint);
        if (!known && own.length >= DEVICES_MAX) return err("devices_full");
        const id = known?.id ?? randomUUID();
        const sealedKeys = box.seal(JSON.stringify(keys), keysPlace({ id, userId }));
        const device = { id, userId, endpoint, sealedKeys, name: name.slice(0, NAME_MAX), createdAt: clock.now() };
        const saved = await store.saveDevice(tx, device);
        await onChanged(tx, userId);
        return ok(saved);
      });
    },
    removeDevice: (userId, id) =>
      store.transaction(async (tx) => {
        const wasOwn = await store.removeDevice(tx, id, userId);
        if (wasOwn) await onChanged(tx, userId);
        return wasOwn;
      }),
  };
};

const telegram = (deps: NotificationDeps): Pick<NotificationService, "linkTelegram" | "unlinkTelegram"> => {
  const { store, clock, bot, onChanged } = deps;
  return {
    async linkTelegram(userId) {
      const token = randomBytes(TOKEN_BYTES).toString("base64url");
      const url = await bot?.startAddress(token);
      if (!url) return err("telegram_unavailable");
      const expiresAt = later(clock.now(), TOKEN_LIFE_MS);
      await store.transaction((tx) => store.saveToken(tx, { tokenHash: hashOfToken(token), userId, expiresAt }));
      return ok({ url, expiresAt });
    },
    async unlinkTelegram(userId) {
      await store.transaction(async (tx) => {
        await store.removeChat(tx, { userId });
        await onChanged(tx, userId);
      });
    },
  };
};

/** Two screens of a phone. */
const PAGE = 30;

const past = ({ store, clock }: NotificationDeps): Pick<NotificationService, "list" | "markSeen"> => ({
  async list(userId, before) {
    const found = await store.listNotices(userId, before, PAGE + 1);
    const notices = found.slice(0, PAGE);
    const last = notices.at(-1);
    const next = found.length > PAGE && last ? { id: last.id, createdAt: last.createdAt } : null;
    return { notices, next, unseen: await store.countUnseen(userId) };
  },
  markSeen: (userId, until) => store.markSeen(userId, until, clock.now()),
});

export const createNotificationService = (deps: NotificationDeps): NotificationService => ({
  ...past(deps),
  ...preferenceCalls(deps),
  ...devices(deps),
  ...telegram(deps),
  async tryOut(userId, channel) {
    if (!(await deps.limiter.take("notify:account", userId))) return err(tooMany("notify:account"));
    const isOnItsWay = await deps.store.transaction((tx) => deps.notifier.tryOut(tx, userId, channel));
    return isOnItsWay ? ok(undefined) : err("channel_unset");
  },
});
