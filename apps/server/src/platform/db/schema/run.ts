import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  json,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { instant } from "../instant.ts";
import { bytes, users } from "./account.ts";

const ownedByUser = () =>
  uuid("user_id")
    .notNull()
    .references(() => users.id, { onDelete: "cascade" });

/** One user's run at one broker for one day. No references: the record outlasts account and link. */
export const algoRuns = pgTable(
  "algo_run",
  {
    id: uuid().primaryKey(),
    userId: uuid("user_id").notNull(),
    broker: text().notNull(),
    linkId: uuid("link_id").notNull(),
    accountId: text("account_id").notNull(),
    tradingDay: date("trading_day").notNull(),
    capitalPaise: bigint("capital_paise", { mode: "number" }).notNull(),
    approvalMode: text("approval_mode", { enum: ["auto", "manual"] }).notNull(),
    isBackground: boolean("is_background").notNull(),
    /** The automatic mode's approval of the day, on the market clock; `null` until it is given. */
    dayApprovedAt: instant("day_approved_at"),
    /** Instants below are on the human clock. */
    startedAt: instant("started_at").notNull(),
    startedBy: text("started_by", { enum: ["person", "schedule", "operator"] }).notNull(),
    /** When the owner's page was last open; relevant only without background mode. */
    seenAt: instant("seen_at").notNull(),
    stoppedAt: instant("stopped_at"),
    stopCause: text("stop_cause"),
  },
  (table) => [
    uniqueIndex("algo_run_one").on(table.userId, table.broker).where(sql`${table.stoppedAt} IS NULL`),
    index("algo_run_user").on(table.userId, table.tradingDay),
    index("algo_run_running").on(table.tradingDay).where(sql`${table.stoppedAt} IS NULL`),
    index("algo_run_day").on(table.tradingDay, table.broker),
    index("algo_run_account").on(table.accountId, table.tradingDay),
  ],
);

/** Lasting choices per broker: how entries are approved, and whether each trading day starts automatically. */
export const algoSettings = pgTable(
  "algo_setting",
  {
    userId: ownedByUser(),
    broker: text().notNull(),
    /** `null`: never chosen. */
    approvalMode: text("approval_mode", { enum: ["auto", "manual"] }),
    /** The capital of the automatic start and its first day; `null` when it is off. */
    standingCapitalPaise: bigint("standing_capital_paise", { mode: "number" }),
    standingFrom: date("standing_from"),
  },
  (table) => [
    primaryKey({ name: "algo_setting_pk", columns: [table.userId, table.broker] }),
    check(
      "algo_setting_standing_whole",
      sql`(${table.standingCapitalPaise} is null) = (${table.standingFrom} is null)`,
    ),
  ],
);

/** Which terms and risk text a user accepted, and when. Evidence that outlasts the user. */
export const algoConsents = pgTable(
  "algo_consent",
  {
    userId: uuid("user_id").notNull(),
    version: text().notNull(),
    /** Human clock. */
    at: instant("at").notNull(),
    ip: text().notNull(),
  },
  (table) => [primaryKey({ name: "algo_consent_pk", columns: [table.userId, table.version] })],
);

/** A user's kill switch, from the press until it is lifted. */
export const killSwitches = pgTable("kill_switch", {
  userId: ownedByUser().primaryKey(),
  tradingDay: date("trading_day").notNull(),
  /** Human clock. */
  pressedAt: instant("pressed_at").notNull(),
});

export const tradingPreferences = pgTable(
  "trading_wish",
  {
    userId: ownedByUser().primaryKey(),
    /** The trading day without an automatic start; a past one has no effect. */
    skippedDay: date("skipped_day"),
    neverTrade: text("never_trade").array().notNull().default(sql`'{}'`),
    /** Applies where it is tighter than the rule. */
    lossLimitPaise: bigint("loss_limit_paise", { mode: "number" }),
    /** Human clock. */
    updatedAt: instant("updated_at").notNull(),
  },
  (table) => [index("trading_wish_updated").on(table.updatedAt)],
);

/** A user's chosen capital: for Fyers, and in general. */
export const capitalChoices = pgTable(
  "capital_choice",
  {
    id: uuid().primaryKey(),
    userId: ownedByUser(),
    scope: text({ enum: ["account", "fyers"] }).notNull(),
    capitalPaise: bigint("capital_paise", { mode: "number" }).notNull(),
    isActive: boolean("is_active").notNull(),
    updatedAt: instant("updated_at").notNull(),
  },
  (table) => [unique("capital_choice_once").on(table.userId, table.scope)],
);

/** Idempotency: replies to calls with an `Idempotency-Key`, kept for a day. */
export const idempotencyKeys = pgTable(
  "idempotency_key",
  {
    userId: ownedByUser(),
    key: text().notNull(),
    /** Of method, address and body. */
    requestHash: bytes("request_hash").notNull(),
    /** The attempt that works on it; an attempt that was taken over can no longer write. */
    turn: uuid().notNull(),
    owner: text().notNull().default(""),
    leaseUntil: instant("lease_until").notNull(),
    /** `null` while a process works on it. */
    status: integer(),
    /** As text, so that a repeated reply has the same bytes. */
    reply: json(),
    expiresAt: instant("expires_at").notNull(),
  },
  (table) => [
    primaryKey({ name: "idempotency_key_pk", columns: [table.userId, table.key] }),
    index("idempotency_key_age").on(table.expiresAt),
  ],
);
