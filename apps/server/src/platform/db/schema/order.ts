import { tradingBrokers } from "@vriddhi/core/broker/trading-broker";
import type { LedgerFact } from "@vriddhi/core/ledger/ledger-event";
import type { CompactState } from "@vriddhi/core/order/compact-state";
import type { BrokerInstrument, Pricing } from "@vriddhi/core/order/order";
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
  smallint,
  text,
  unique,
  uuid,
} from "drizzle-orm/pg-core";
import { instant } from "../instant.ts";
import { bytes } from "./account.ts";

/** It survives link, credentials and erasure, so it holds no personal data: the client number as a keyed hash. */
export const tradingAccounts = pgTable(
  "trading_account",
  {
    id: text().primaryKey(),
    /** Not a reference: the user may be deleted. */
    userId: uuid("user_id").notNull(),
    broker: text({ enum: tradingBrokers }).notNull(),
    clientHash: bytes("client_hash").notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [unique("trading_account_client").on(table.userId, table.broker, table.clientHash)],
);

/**
 * Partitioned by month of `trading_day`, with half of each page free: a row changes a dozen times, and updates that
 * leave its two indexed marks alone stay HOT. No references to accounts: a foreign-key check would lock their rows.
 */
export const intents = pgTable(
  "intent",
  {
    tag: text().notNull(),
    tradingDay: date("trading_day").notNull(),
    accountId: text("account_id").notNull(),
    bucket: smallint().notNull(),
    positionId: text("position_id").notNull(),
    signalId: text("signal_id").notNull(),
    n: integer().notNull(),
    leg: text().notNull(),
    side: text().notNull(),
    instrument: jsonb().$type<BrokerInstrument>().notNull(),
    pricing: jsonb().$type<Pricing>().notNull(),
    cause: text().notNull(),
    authority: text(),
    stopPaise: bigint("stop_paise", { mode: "number" }),
    targetPaise: bigint("target_paise", { mode: "number" }),
    validUntil: instant("valid_until"),
    status: text().notNull(),
    isFinal: boolean("is_final").notNull(),
    hasFills: boolean("has_fills").notNull(),
    state: jsonb().$type<CompactState>().notNull(),
    version: integer().notNull(),
    plannedAt: instant("planned_at").notNull(),
  },
  (table) => [
    primaryKey({ name: "intent_pk", columns: [table.tag, table.tradingDay] }),
    unique("intent_once").on(table.accountId, table.tradingDay, table.signalId, table.n),
    index("intent_open").on(table.bucket, table.tradingDay).where(sql`NOT ${table.isFinal} OR ${table.hasFills}`),
    check("intent_entry_whole", sql`(${table.leg} = 'entry') = (${table.validUntil} IS NOT NULL)`),
  ],
);

/** Modifications and cancellations, each committed before it is sent. */
export const commands = pgTable(
  "command",
  {
    tag: text().notNull(),
    n: integer().notNull(),
    kind: text().notNull(),
    quantity: integer(),
    pricing: jsonb().$type<Pricing>(),
    sentAt: instant("sent_at").notNull(),
    answer: text().notNull(),
    verdict: text().notNull(),
  },
  (table) => [primaryKey({ name: "command_pk", columns: [table.tag, table.n] })],
);

/** Append-only: the product's role may add and read, never change. Partitioned by month of `trading_day`. */
export const ledger = pgTable(
  "ledger",
  {
    id: bigint({ mode: "number" }).generatedByDefaultAsIdentity().notNull(),
    tradingDay: date("trading_day").notNull(),
    accountId: text("account_id").notNull(),
    at: instant().notNull(),
    kind: text().notNull(),
    tag: text(),
    /** Identifies the event, so that it is stored once. */
    key: text().notNull(),
    fact: jsonb().$type<LedgerFact>().notNull(),
    /** Whether the event needs a notification; `null`: none. */
    alert: text({ enum: ["notice", "urgent"] }),
  },
  (table) => [unique("ledger_once").on(table.accountId, table.tradingDay, table.key)],
);

/** Outbox of alerts: inserted with the ledger row and deleted after the notification, so that no crash loses one. */
export const orderAlerts = pgTable("order_alert", {
  ledgerId: bigint("ledger_id", { mode: "number" }).primaryKey(),
  tradingDay: date("trading_day").notNull(),
  accountId: text("account_id").notNull(),
  key: text().notNull(),
  fact: jsonb().$type<LedgerFact>().notNull(),
  alert: text({ enum: ["notice", "urgent"] }).notNull(),
});

/** Order traffic, masked; for the trace only. Partitioned by month of `trading_day`. */
export const wireRecords = pgTable(
  "wire_record",
  {
    id: bigint({ mode: "number" }).generatedByDefaultAsIdentity().notNull(),
    tradingDay: date("trading_day").notNull(),
    tag: text().notNull(),
    at: instant().notNull(),
    direction: text({ enum: ["request", "answer"] }).notNull(),
    call: text({ enum: ["place", "modify", "cancel", "look_up"] }).notNull(),
    text: text().notNull(),
  },
  (table) => [
    index("wire_record_tag").on(table.tag, table.id),
    // A few pages for the month: rows arrive in the order of their time, and writing them costs next to nothing.
    index("wire_record_at").using("brin", table.at),
  ],
);

/** The worker that owns a bucket of accounts. Epochs (fencing tokens) only rise. */
export const bucketOwners = pgTable("bucket_owner", {
  bucket: smallint().primaryKey(),
  worker: text(),
  epoch: bigint({ mode: "number" }).notNull(),
  leaseUntil: instant("lease_until").notNull(),
  /** Previous owners whose end is not proved: while there is one, the bucket is in covering mode. */
  suspects: text().array().notNull().default([]),
  /** The latest end of a suspect's lease. */
  suspectUntil: instant("suspect_until"),
  /** The operator was alerted that the bucket has no owner; `null` while it has one. */
  alertedAt: instant("alerted_at"),
});

/** Blocks of entries; an empty account means all accounts. */
export const orderBlocks = pgTable(
  "order_block",
  {
    accountId: text("account_id").notNull(),
    cause: text().notNull(),
    epoch: bigint({ mode: "number" }).notNull(),
    setAt: instant("set_at").notNull(),
    closesPositions: boolean("closes_positions").notNull(),
  },
  (table) => [primaryKey({ name: "order_block_pk", columns: [table.accountId, table.cause] })],
);

/** One row: adding entries shares its lock, a new block waits for them and raises it. */
export const orderBlockEpoch = pgTable("order_block_epoch", {
  isOnly: boolean("is_only").primaryKey().default(true),
  epoch: bigint({ mode: "number" }).notNull(),
  /** The server and timeline that workers may trade on; `null` before the first lease. */
  lineage: text(),
});
