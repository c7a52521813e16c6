import { and, desc, eq, gt, isNull, lte, sql } from "drizzle-orm";
import type { Database, Tx } from "../../platform/db/database.ts";
import { toTimestamp } from "../../platform/db/instant.ts";
import { users } from "../../platform/db/schema/account.ts";
import {
  notificationDeliveries,
  notificationRules,
  notificationSwitches,
  notifications,
  pushDevices,
  telegramChats,
  telegramCursor,
  telegramTokens,
} from "../../platform/db/schema/notification.ts";
import type { Switch } from "./notice-rules.ts";
import type { NotificationStore, PlaceInList, Reach } from "./notification.store.ts";

const CURSOR = "bot";

async function reachOf({ db }: Tx, userId: string): Promise<Reach | null> {
  const [person] = await db
    .select()
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deletedAt)));
  if (!person) return null;
  const changes = await db.select().from(notificationSwitches).where(eq(notificationSwitches.userId, userId));
  const [rules] = await db.select().from(notificationRules).where(eq(notificationRules.userId, userId));
  const devices = await db
    .select()
    .from(pushDevices)
    .where(eq(pushDevices.userId, userId))
    .orderBy(pushDevices.createdAt);
  const [chat] = await db.select().from(telegramChats).where(eq(telegramChats.userId, userId));
  return {
    person: { name: person.name, email: person.email },
    // The contract limits the kinds that are written.
    changes: changes as readonly Switch[],
    hasQuietNights: rules?.hasQuietNights ?? true,
    devices,
    chat: chat ?? null,
  };
}

const deliveryPart = ({
  db,
}: Database): Pick<NotificationStore, "insertOnce" | "insertDelivery" | "findDelivery" | "settle"> => ({
  async insertOnce(tx, notification) {
    const added = await tx.db.insert(notifications).values(notification).onConflictDoNothing().returning();
    return added.length === 1;
  },
  async insertDelivery(tx, delivery) {
    await tx.db.insert(notificationDeliveries).values(delivery);
  },
  async findDelivery(id) {
    const [delivery] = await db.select().from(notificationDeliveries).where(eq(notificationDeliveries.id, id));
    return delivery ?? null;
  },
  async settle(tx, id, outcome) {
    const isOpen = and(eq(notificationDeliveries.id, id), eq(notificationDeliveries.state, "queued"));
    await tx.db.update(notificationDeliveries).set(outcome).where(isOpen);
  },
});

const isBehind = (before: PlaceInList | null) =>
  before === null
    ? undefined
    : sql`(${notifications.createdAt}, ${notifications.id}) < (${toTimestamp(before.createdAt)}::timestamptz, ${before.id}::uuid)`;

const listPart = ({ db }: Database): Pick<NotificationStore, "listNotices" | "countUnseen" | "markSeen"> => ({
  async listNotices(userId, before, limit) {
    const { id, kind, title, text, path, createdAt, marketAt, seenAt } = notifications;
    return db
      .select({ id, kind, title, text, path, createdAt, marketAt, seenAt })
      .from(notifications)
      .where(and(eq(notifications.userId, userId), isBehind(before)))
      .orderBy(desc(createdAt), desc(id))
      .limit(limit);
  },
  countUnseen: (userId) =>
    db.$count(notifications, and(eq(notifications.userId, userId), isNull(notifications.seenAt))),
  async markSeen(userId, until, now) {
    const isNew = and(
      eq(notifications.userId, userId),
      isNull(notifications.seenAt),
      lte(notifications.createdAt, until),
    );
    await db.update(notifications).set({ seenAt: now }).where(isNew);
  },
});

const wishPart: Pick<NotificationStore, "changeSwitches" | "setQuietNights"> = {
  async changeSwitches(tx, userId, changes) {
    for (const { kind, channel, isOn } of changes)
      await tx.db
        .insert(notificationSwitches)
        .values({ userId, kind, channel, isOn })
        .onConflictDoUpdate({
          target: [notificationSwitches.userId, notificationSwitches.kind, notificationSwitches.channel],
          set: { isOn },
        });
  },
  async setQuietNights(tx, userId, hasQuietNights) {
    await tx.db
      .insert(notificationRules)
      .values({ userId, hasQuietNights })
      .onConflictDoUpdate({ target: notificationRules.userId, set: { hasQuietNights } });
  },
};

const devicePart = ({ db }: Database): Pick<NotificationStore, "findDevice" | "saveDevice" | "removeDevice"> => ({
  async findDevice(id) {
    const [device] = await db.select().from(pushDevices).where(eq(pushDevices.id, id));
    return device ?? null;
  },
  async saveDevice(tx, device) {
    await tx.db
      .delete(pushDevices)
      .where(and(eq(pushDevices.endpoint, device.endpoint), sql`${pushDevices.userId} <> ${device.userId}`));
    const [saved] = await tx.db
      .insert(pushDevices)
      .values(device)
      .onConflictDoUpdate({
        target: pushDevices.endpoint,
        set: { id: device.id, name: device.name, sealedKeys: device.sealedKeys },
      })
      .returning();
    return saved?.id ?? device.id;
  },
  async removeDevice(tx, id, userId) {
    const isOwn = and(eq(pushDevices.id, id), eq(pushDevices.userId, userId));
    return (await tx.db.delete(pushDevices).where(isOwn).returning()).length === 1;
  },
});

type ChatPart = "findChat" | "saveToken" | "useToken" | "saveChat" | "removeChat" | "nextUpdate" | "passUpdate";

const chatPart = ({ db }: Database): Pick<NotificationStore, ChatPart> => ({
  async findChat(userId) {
    const [chat] = await db.select().from(telegramChats).where(eq(telegramChats.userId, userId));
    return chat ?? null;
  },
  async saveToken(tx, token) {
    // One link at a time: a new request invalidates the last one.
    await tx.db.delete(telegramTokens).where(eq(telegramTokens.userId, token.userId));
    await tx.db.insert(telegramTokens).values(token);
  },
  async useToken(tx, tokenHash, now) {
    const isGood = and(
      eq(telegramTokens.tokenHash, tokenHash),
      isNull(telegramTokens.usedAt),
      gt(telegramTokens.expiresAt, now),
    );
    const [used] = await tx.db.update(telegramTokens).set({ usedAt: now }).where(isGood).returning();
    return used?.userId ?? null;
  },
  async saveChat(tx, chat) {
    await tx.db.delete(telegramChats).where(eq(telegramChats.chatId, chat.chatId));
    await tx.db.insert(telegramChats).values(chat).onConflictDoUpdate({ target: telegramChats.userId, set: chat });
  },
  async removeChat(tx, by) {
    const isMeant = "userId" in by ? eq(telegramChats.userId, by.userId) : eq(telegramChats.chatId, by.chatId);
    const [removed] = await tx.db.delete(telegramChats).where(isMeant).returning();
    return removed?.userId ?? null;
  },
  async nextUpdate() {
    const [cursor] = await db.select().from(telegramCursor).where(eq(telegramCursor.name, CURSOR));
    return cursor?.nextUpdate ?? 0;
  },
  async passUpdate(tx, updateId) {
    const nextUpdate = updateId + 1;
    const passed = await tx.db
      .insert(telegramCursor)
      .values({ name: CURSOR, nextUpdate })
      .onConflictDoUpdate({
        target: telegramCursor.name,
        set: { nextUpdate },
        setWhere: sql`${telegramCursor.nextUpdate} <= ${updateId}`,
      })
      .returning();
    return passed.length === 1;
  },
});

export const createNotificationStore = (database: Database): NotificationStore => ({
  transaction: database.transaction,
  reachOf,
  ...deliveryPart(database),
  ...listPart(database),
  ...wishPart,
  ...devicePart(database),
  ...chatPart(database),
});
