import { brokerNames } from "@vriddhi/core/broker/broker-name";
import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  date,
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

/** Separate from users' sessions; the token itself is never stored. */
export const adminSessions = pgTable(
  "admin_session",
  {
    id: uuid().primaryKey(),
    tokenHash: bytes("token_hash").notNull().unique(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    door: text({ enum: ["desk", "blog"] }).notNull(),
    /** Hash of the browser's login cookie; `null` without a browser. */
    browserHash: bytes("browser_hash"),
    /** The part that the back office's own role may read. */
    isBound: boolean("is_bound").generatedAlwaysAs(sql`browser_hash IS NOT NULL`),
    device: text().notNull(),
    ip: text().notNull(),
    createdAt: instant("created_at").notNull(),
    expiresAt: instant("expires_at").notNull(),
    provedAt: instant("proved_at").notNull(),
    provedBy: text("proved_by", { enum: ["password", "code"] }).notNull(),
  },
  (table) => [
    index("admin_session_user").on(table.userId),
    index("admin_session_age").on(table.expiresAt),
    check("admin_session_door", sql`${table.door} in ('desk', 'blog')`),
  ],
);

export const operatorPlacements = pgTable(
  "operator_placement",
  {
    id: uuid().primaryKey(),
    /** Not a reference: the record outlasts the user. */
    byUserId: uuid("by_user_id").notNull(),
    source: text({ enum: ["desk", "schedule"] }).notNull(),
    /** Human clock. */
    placedAt: instant("placed_at").notNull(),
  },
  (table) => [index("operator_placement_at").on(table.placedAt)],
);

export const operatorOrders = pgTable(
  "operator_order",
  {
    id: text().primaryKey(),
    placementId: uuid("placement_id")
      .notNull()
      .references(() => operatorPlacements.id),
    n: integer().notNull(),
    tradingDay: date("trading_day").notNull(),
    isin: text().notNull(),
    symbol: text().notNull(),
    side: text({ enum: ["buy", "sell"] }).notNull(),
    orderType: text("order_type", { enum: ["market", "limit"] }).notNull(),
    totalQuantity: integer("total_quantity").notNull(),
    /** The entered limit; `null` for a market order. */
    limitPaise: bigint("limit_paise", { mode: "number" }),
    pricePaise: bigint("price_paise", { mode: "number" }).notNull(),
    stopPaise: bigint("stop_paise", { mode: "number" }).notNull(),
    /** Human clock, both. */
    madeAt: instant("made_at").notNull(),
    validUntil: instant("valid_until").notNull(),
  },
  (table) => [
    unique("operator_order_once").on(table.placementId, table.n),
    index("operator_order_day").on(table.tradingDay, table.validUntil),
  ],
);

export const operatorShares = pgTable(
  "operator_share",
  {
    orderId: text("order_id")
      .notNull()
      .references(() => operatorOrders.id),
    accountId: text("account_id").notNull(),
    userId: uuid("user_id").notNull(),
    broker: text({ enum: brokerNames }).notNull(),
    quantity: integer().notNull(),
    capitalPaise: bigint("capital_paise", { mode: "number" }).notNull(),
  },
  (table) => [primaryKey({ name: "operator_share_pk", columns: [table.orderId, table.accountId] })],
);

export const scheduledOrders = pgTable(
  "scheduled_order",
  {
    id: uuid().primaryKey(),
    byUserId: uuid("by_user_id").notNull(),
    isin: text().notNull(),
    symbol: text().notNull(),
    side: text({ enum: ["buy", "sell"] }).notNull(),
    orderType: text("order_type", { enum: ["market", "limit"] }).notNull(),
    totalQuantity: integer("total_quantity").notNull(),
    limitPaise: bigint("limit_paise", { mode: "number" }),
    /** Market clock. */
    dueAt: instant("due_at").notNull(),
    tradingDay: date("trading_day").notNull(),
    state: text({ enum: ["pending", "placed", "missed", "cancelled", "cleared"] }).notNull(),
    placementId: uuid("placement_id"),
    note: text(),
    /** Human clock, both. */
    createdAt: instant("created_at").notNull(),
    endedAt: instant("ended_at"),
  },
  (table) => [
    index("scheduled_order_pending").on(table.dueAt).where(sql`${table.state} = 'pending'`),
    index("scheduled_order_day").on(table.tradingDay),
  ],
);

export const waitingActs = pgTable(
  "waiting_act",
  {
    id: uuid().primaryKey(),
    kind: text().notNull(),
    sentence: text().notNull(),
    input: jsonb("wish").$type<Record<string, unknown>>().notNull(),
    askedBy: uuid("asked_by").notNull(),
    state: text({ enum: ["waiting", "confirmed", "refused"] }).notNull(),
    decidedBy: uuid("decided_by"),
    outcome: text(),
    /** Human clock, like all instants here. */
    askedAt: instant("asked_at").notNull(),
    expiresAt: instant("expires_at").notNull(),
    decidedAt: instant("decided_at"),
  },
  (table) => [index("waiting_act_at").on(table.askedAt)],
);
