import { brokerNames } from "@vriddhi/core/broker/broker-name";
import { strategyFeeds } from "@vriddhi/core/broker/strategy-feed";
import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { instant } from "../instant.ts";
import { brokerLinks } from "./broker.ts";

const linkId = () =>
  uuid("link_id")
    .notNull()
    .references(() => brokerLinks.id, { onDelete: "cascade" });

/** Steps due on the market clock, once per subject and day. */
export const dueSteps = pgTable(
  "due_steps",
  {
    kind: text().notNull(),
    subject: text().notNull(),
    tradingDay: date("trading_day").notNull(),
    dueAt: instant("due_at").notNull(),
    /** Not run after this instant. */
    usefulUntil: instant("useful_until").notNull(),
    /** Orders steps of the same instant. */
    rank: smallint().notNull(),
    lane: text().notNull(),
    /** `held`: an earlier step of the same subject has not run yet. */
    state: text({ enum: ["due", "held", "running", "done", "missed"] })
      .notNull()
      .default("due"),
    /** Later than `due_at` for a retry. */
    runAt: instant("run_at").notNull(),
    lease: uuid(),
    /** On the human clock: the step's lease. */
    leaseUntil: instant("lease_until"),
    attempts: integer().notNull().default(0),
    outcome: text(),
    ranAt: instant("ran_at"),
    isLate: boolean("is_late").notNull().default(false),
  },
  (table) => [
    primaryKey({ name: "due_steps_once", columns: [table.kind, table.subject, table.tradingDay] }),
    index("due_steps_fresh")
      .on(table.lane, table.runAt, table.rank)
      .where(sql`${table.state} = 'due' AND ${table.attempts} = 0`),
    index("due_steps_again")
      .on(table.lane, table.runAt, table.rank)
      .where(sql`${table.state} = 'due' AND ${table.attempts} > 0`),
    index("due_steps_held").on(table.subject, table.tradingDay).where(sql`${table.state} = 'held'`),
    index("due_steps_open").on(table.usefulUntil).where(sql`${table.state} in ('due', 'held', 'running')`),
    index("due_steps_subject")
      .on(table.subject, table.tradingDay, table.dueAt, table.rank)
      .where(sql`${table.state} in ('due', 'held', 'running')`),
    // One step of a subject runs at a time, whatever the lanes of its steps.
    uniqueIndex("due_steps_running").on(table.subject, table.tradingDay).where(sql`${table.state} = 'running'`),
  ],
);

/** Scheduler heartbeat (human clock). */
export const schedulerBeats = pgTable("scheduler_beats", {
  name: text().primaryKey(),
  at: instant("at").notNull(),
});

export const accountReadiness = pgTable("account_readiness", {
  linkId: linkId().primaryKey(),
  tradingDay: date("trading_day").notNull(),
  checkedAt: instant("checked_at").notNull(),
  funds: text({ enum: ["read", "unread", "unavailable"] }).notNull(),
  availablePaise: bigint("available_paise", { mode: "number" }),
  reason: text(),
});

/** NSE shares as each broker names them. A row that today's list lacks is not tradable today. */
export const instruments = pgTable(
  "instruments",
  {
    broker: text({ enum: brokerNames }).notNull(),
    isin: text().notNull(),
    symbol: text().notNull(),
    brokerSymbol: text("broker_symbol").notNull(),
    token: text().notNull(),
    tickPaise: integer("tick_paise").notNull(),
    lotSize: integer("lot_size").notNull(),
    seenOn: date("seen_on").notNull(),
    isRenamed: boolean("is_renamed").notNull(),
  },
  (table) => [
    primaryKey({ name: "instruments_named", columns: [table.broker, table.isin] }),
    index("instruments_symbol").on(table.symbol),
  ],
);

export const deskFeeds = pgTable("desk_feeds", {
  desk: text({ enum: strategyFeeds }).primaryKey(),
  sealedSession: text("sealed_session"),
  sessionFrom: instant("session_from"),
  sessionUntil: instant("session_until"),
  /** On the market clock. */
  lastTickAt: instant("last_tick_at"),
});
