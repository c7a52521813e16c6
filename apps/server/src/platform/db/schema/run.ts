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

/**
 * One person's strategy at one broker for one trading day, from its start to its stop. It names account and link without
 * referring to them: both may go while what was done stays.
 */
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
    /** The automatic mode's one approval of the day, on the market clock; null: still waited for. */
    dayApprovedAt: instant("day_approved_at"),
    /** Instants below are the human clock's. */
    startedAt: instant("started_at").notNull(),
    startedBy: text("started_by", { enum: ["person", "schedule", "operator"] }).notNull(),
    /** When a page of its owner was last seen; says something only without background mode. */
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

/** What a person wants at a broker beyond today: how entries are approved, and whether each trading day starts by itself. */
export const algoSettings = pgTable(
  "algo_setting",
  {
    userId: ownedByUser(),
    broker: text().notNull(),
    /** Null: never chosen. */
    approvalMode: text("approval_mode", { enum: ["auto", "manual"] }),
    /** The standing wish to start each trading day, and from which on; null: there is none. */
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

/** Which text on terms and risk a person agreed to, and when. Evidence: it stays when the person goes. */
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

/** A person's kill switch, from the press until it is lifted. */
export const killSwitches = pgTable("kill_switch", {
  userId: ownedByUser().primaryKey(),
  tradingDay: date("trading_day").notNull(),
  /** Human clock. */
  pressedAt: instant("pressed_at").notNull(),
});

/** What a person wants of the days to come beyond capital and mode. */
export const tradingPreferences = pgTable(
  "trading_wish",
  {
    userId: ownedByUser().primaryKey(),
    /** The trading day on which nothing starts by itself; one that is over says nothing any more. */
    skippedDay: date("skipped_day"),
    /** Symbols that are passed over. */
    neverTrade: text("never_trade").array().notNull().default(sql`'{}'`),
    /** Counts where it is tighter than the rule. */
    lossLimitPaise: bigint("loss_limit_paise", { mode: "number" }),
    /** Human clock. */
    updatedAt: instant("updated_at").notNull(),
  },
  (table) => [index("trading_wish_updated").on(table.updatedAt)],
);

/** What a person chose to trade with: for Fyers by itself, and for the account in general. */
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

/** What a call with an `Idempotency-Key` came to: the same call gets the same answer for a day. */
export const idempotencyKeys = pgTable(
  "idempotency_key",
  {
    userId: ownedByUser(),
    key: text().notNull(),
    /** Of method, address and body. */
    requestHash: bytes("request_hash").notNull(),
    /** Whoever works on it names its turn: a turn that was taken over has no say any more. */
    turn: uuid().notNull(),
    /** The process that works on it; empty: it did not say. */
    owner: text().notNull().default(""),
    leaseUntil: instant("lease_until").notNull(),
    /** Null: somebody works on it. */
    status: integer(),
    /** As text, so that the same answer has the same bytes. */
    reply: json(),
    expiresAt: instant("expires_at").notNull(),
  },
  (table) => [
    primaryKey({ name: "idempotency_key_pk", columns: [table.userId, table.key] }),
    index("idempotency_key_age").on(table.expiresAt),
  ],
);
