import { brokerNames } from "@vriddhi/core/broker/broker-name";
import { desks } from "@vriddhi/core/broker/desk";
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

/** What falls due on the market clock, once for each subject and day. */
export const dueSteps = pgTable(
  "due_steps",
  {
    kind: text().notNull(),
    subject: text().notNull(),
    tradingDay: date("trading_day").notNull(),
    dueAt: instant("due_at").notNull(),
    /** Later than this it is not done any more. */
    usefulUntil: instant("useful_until").notNull(),
    /** Tells steps of the same instant apart. */
    rank: smallint().notNull(),
    /** Steps of one lane wait for each other. */
    lane: text().notNull(),
    /** Held: an earlier step of the same subject has not had its turn. */
    state: text({ enum: ["due", "held", "running", "done", "missed"] })
      .notNull()
      .default("due"),
    /** Later than `due_at` when it has to be tried again. */
    runAt: instant("run_at").notNull(),
    lease: uuid(),
    /** On the human clock: whoever holds the step must be done by then. */
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
    // One step of a subject runs at a time, whichever lanes its steps are in.
    uniqueIndex("due_steps_running").on(table.subject, table.tradingDay).where(sql`${table.state} = 'running'`),
  ],
);

/** That somebody looks after the steps, on the human clock. */
export const schedulerBeats = pgTable("scheduler_beats", {
  name: text().primaryKey(),
  at: instant("at").notNull(),
});

/** What the last look at an account found. */
export const accountReadiness = pgTable("account_readiness", {
  linkId: linkId().primaryKey(),
  tradingDay: date("trading_day").notNull(),
  checkedAt: instant("checked_at").notNull(),
  funds: text({ enum: ["read", "unread", "unavailable"] }).notNull(),
  availablePaise: bigint("available_paise", { mode: "number" }),
  reason: text(),
});

/** NSE shares as each broker names them. A row that was not seen today is not tradable today. */
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
    /** Another symbol than the day before. */
    isRenamed: boolean("is_renamed").notNull(),
  },
  (table) => [
    primaryKey({ name: "instruments_named", columns: [table.broker, table.isin] }),
    index("instruments_symbol").on(table.symbol),
  ],
);

/** The operator's account at a desk: its session of today, and when its feed last said something. */
export const deskFeeds = pgTable("desk_feeds", {
  desk: text({ enum: desks }).primaryKey(),
  sealedSession: text("sealed_session"),
  sessionFrom: instant("session_from"),
  sessionUntil: instant("session_until"),
  /** On the market clock. */
  lastTickAt: instant("last_tick_at"),
});
