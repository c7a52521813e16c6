import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from "drizzle-orm/pg-core";
import { instant } from "../instant.ts";
import { bytes, users } from "./account.ts";

const ownedByUser = () =>
  uuid("user_id")
    .notNull()
    .references(() => users.id, { onDelete: "cascade" });

/** Notifications, one per key. Single-use links are stored encrypted in the queue only. */
export const notifications = pgTable(
  "notifications",
  {
    id: uuid().primaryKey(),
    userId: ownedByUser(),
    kind: text().notNull(),
    key: text().notNull(),
    createdAt: instant("created_at").notNull(),
    /** Market time of the event; `null` when it is no market event. */
    marketAt: instant("market_at"),
    title: text().notNull().default(""),
    text: text().notNull().default(""),
    path: text().notNull().default(""),
    seenAt: instant("seen_at"),
  },
  (table) => [
    unique("notifications_once").on(table.userId, table.key),
    index("notifications_age").on(table.createdAt),
    index("notifications_list").on(table.userId, table.createdAt, table.id),
  ],
);

export const notificationDeliveries = pgTable(
  "notification_deliveries",
  {
    id: uuid().primaryKey(),
    notificationId: uuid("notification_id")
      .notNull()
      .references(() => notifications.id, { onDelete: "cascade" }),
    userId: ownedByUser(),
    channel: text({ enum: ["mail", "push", "telegram"] }).notNull(),
    /** The device; empty where only one is possible. */
    target: text().notNull().default(""),
    state: text({ enum: ["queued", "sent", "gone", "refused", "failed", "expired"] }).notNull(),
    attempts: integer().notNull().default(0),
    reason: text(),
    usefulUntil: instant("useful_until").notNull(),
    updatedAt: instant("updated_at").notNull(),
  },
  (table) => [
    unique("notification_deliveries_once").on(table.notificationId, table.channel, table.target),
    index("notification_deliveries_user").on(table.userId),
    check(
      "notification_deliveries_state_known",
      sql`${table.state} in ('queued', 'sent', 'gone', 'refused', 'failed', 'expired')`,
    ),
  ],
);

/** Only deviations from the defaults. */
export const notificationSwitches = pgTable(
  "notification_switches",
  {
    userId: ownedByUser(),
    kind: text().notNull(),
    channel: text({ enum: ["mail", "push", "telegram"] }).notNull(),
    isOn: boolean("is_on").notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.kind, table.channel] })],
);

export const notificationRules = pgTable("notification_rules", {
  userId: ownedByUser().primaryKey(),
  hasQuietNights: boolean("has_quiet_nights").notNull(),
});

export const pushDevices = pgTable(
  "push_devices",
  {
    id: uuid().primaryKey(),
    userId: ownedByUser(),
    endpoint: text().notNull().unique(),
    sealedKeys: text("sealed_keys").notNull(),
    name: text().notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [index("push_devices_user").on(table.userId)],
);

export const telegramChats = pgTable("telegram_chats", {
  userId: ownedByUser().primaryKey(),
  chatId: text("chat_id").notNull().unique(),
  name: text().notNull(),
  linkedAt: instant("linked_at").notNull(),
});

export const telegramTokens = pgTable(
  "telegram_tokens",
  {
    tokenHash: bytes("token_hash").primaryKey(),
    userId: ownedByUser(),
    expiresAt: instant("expires_at").notNull(),
    usedAt: instant("used_at"),
  },
  (table) => [index("telegram_tokens_user").on(table.userId)],
);

export const telegramCursor = pgTable("telegram_cursor", {
  name: text().primaryKey(),
  nextUpdate: bigint("next_update", { mode: "number" }).notNull(),
});

/** Events for browsers. The relay numbers each user's events in commit-visible order. */
export const userEvents = pgTable(
  "user_events",
  {
    id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    userId: ownedByUser(),
    seq: bigint({ mode: "number" }),
    kind: text().notNull(),
    payload: jsonb().$type<Readonly<Record<string, unknown>>>().notNull(),
    at: instant().notNull(),
  },
  (table) => [
    unique("user_events_order").on(table.userId, table.seq),
    index("user_events_new").on(table.id).where(sql`${table.seq} is null`),
    index("user_events_age").on(table.at),
  ],
);

export const userEventHeads = pgTable("user_event_heads", {
  userId: ownedByUser().primaryKey(),
  lastSeq: bigint("last_seq", { mode: "number" }).notNull(),
});
