import { desks } from "@vriddhi/core/broker/desk";
import type { IstDate } from "@vriddhi/core/time/ist";
import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  date,
  doublePrecision,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
} from "drizzle-orm/pg-core";
import { instant } from "../instant.ts";
import { bytes } from "./account.ts";

const desk = () => text({ enum: desks }).notNull();
const tradingDay = () => date("trading_day").$type<IstDate>().notNull();

/** ISIN, open, high, low, close in paise, shares, and shares of the day until its end. */
export type StoredBar = readonly [
  isin: string,
  open: number,
  high: number,
  low: number,
  close: number,
  volume: number,
  dayVolume: number,
];

/** One minute of all shares as a desk heard it: from it the day goes on after a take-over. */
export const barMinutes = pgTable(
  "bar_minute",
  {
    desk: desk(),
    tradingDay: tradingDay(),
    /** Of the day in India. */
    minute: smallint().notNull(),
    /** Heard from its beginning to its end. */
    isWhole: boolean("is_whole").notNull(),
    bars: jsonb().$type<readonly StoredBar[]>().notNull(),
    /** By the database's own clock: tells at which human moment the market's minute was over. */
    writtenAt: instant("written_at").notNull().default(sql`now()`),
  },
  (table) => [primaryKey({ name: "bar_minute_once", columns: [table.desk, table.tradingDay, table.minute] })],
);

/** What is known of a share before the session; the names are the strategy's, the ISIN takes the place of its number. */
export interface StoredFacts {
  readonly isin: string;
  readonly values: readonly number[];
}

export interface StoredQuote {
  readonly isin: string;
  readonly price: number | null;
  readonly previousClose: number | null;
}

export interface LeftOut {
  readonly isin: string;
  readonly symbol: string;
  readonly reason:
    | "history_missing"
    | "previous_close_unknown"
    | "previous_close_differs"
    | "not_listed"
    | "under_surveillance";
}

/** A desk's day beside its bars: what it began with, and how it ended. */
export const deskDays = pgTable(
  "desk_day",
  {
    desk: desk(),
    tradingDay: tradingDay(),
    facts: jsonb().$type<readonly StoredFacts[]>().notNull(),
    /** Null: the shortlist is not made. */
    quotes: jsonb().$type<readonly StoredQuote[]>(),
    leftOut: jsonb("left_out").$type<readonly LeftOut[]>().notNull(),
    /** Why nothing was decided, where that was so. */
    silence: text({ enum: ["range_unseen", "decision_late", "prices_missing"] }),
    /** Human clock: its day's figures are written and its decisions were made again. */
    closedAt: instant("closed_at"),
  },
  (table) => [primaryKey({ name: "desk_day_once", columns: [table.desk, table.tradingDay] })],
);

/** A share's session in one row, in paise. */
export const dayBars = pgTable(
  "day_bar",
  {
    isin: text().notNull(),
    tradingDay: tradingDay(),
    open: bigint({ mode: "number" }).notNull(),
    high: bigint({ mode: "number" }).notNull(),
    low: bigint({ mode: "number" }).notNull(),
    close: bigint({ mode: "number" }).notNull(),
    turnover: bigint({ mode: "number" }).notNull(),
    /** Of the opening range alone. */
    rangeTurnover: bigint("range_turnover", { mode: "number" }).notNull(),
  },
  (table) => [primaryKey({ name: "day_bar_once", columns: [table.tradingDay, table.isin] })],
);

/** A broker has told all it knows of a share before that day; it is not asked again on the same day. */
export const historyAsks = pgTable("history_ask", { isin: text().notNull(), tradingDay: tradingDay() }, (table) => [
  primaryKey({ name: "history_ask_once", columns: [table.tradingDay, table.isin] }),
]);

/** Shares whose prices a process wants to be told, one row for each process; human clock. */
export const wantedPrices = pgTable("wanted_price", {
  process: text().primaryKey(),
  isins: text().array().notNull(),
  wantedAt: instant("wanted_at").notNull(),
});

/** How a day's decisions compare with those that the recorded ticks lead to, and its fills with the signals' prices. */
export const driftReports = pgTable(
  "drift_report",
  {
    desk: desk(),
    tradingDay: tradingDay(),
    same: integer().notNull(),
    missed: integer().notNull(),
    extra: integer().notNull(),
    /** Entries that were filled, and how much worse than the signal's price on average, in basis points. */
    fills: integer().notNull(),
    slippageBasisPoints: doublePrecision("slippage_basis_points"),
    minutesHeard: integer("minutes_heard").notNull(),
    minutesMissed: integer("minutes_missed").notNull(),
    /** Of those that can decide: heard, and not in the recording in full. With one of them nothing is compared. */
    minutesUnrecorded: integer("minutes_unrecorded").notNull().default(0),
    /** Bars that the recording makes otherwise than they were decided on. */
    barsDiffering: integer("bars_differing").notNull().default(0),
    ticks: integer().notNull().default(0),
    sentence: text().notNull(),
    madeAt: instant("made_at").notNull(),
  },
  (table) => [primaryKey({ name: "drift_report_once", columns: [table.desk, table.tradingDay] })],
);

/** What a desk heard, tick by tick (see core's tick-block): from it the day is decided again at night. Never changed. */
export const tickBlocks = pgTable(
  "tick_block",
  {
    desk: desk(),
    tradingDay: tradingDay(),
    /** The lead in which it was heard, and its place among that lead's blocks of the day: a number that is missing is a gap. */
    epoch: bigint({ mode: "number" }).notNull(),
    seq: integer().notNull(),
    ticks: integer().notNull(),
    /** Shares are numbered by their place here. */
    isins: text().array().notNull(),
    data: bytes().notNull(),
  },
  (table) => [primaryKey({ name: "tick_block_once", columns: [table.desk, table.tradingDay, table.epoch, table.seq] })],
);
