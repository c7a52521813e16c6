import { strategyFeeds } from "@vriddhi/core/broker/strategy-feed";
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

const desk = () => text({ enum: strategyFeeds }).notNull();
const tradingDay = () => date("trading_day").$type<IstDate>().notNull();

/** ISIN, open, high, low, close in paise, shares, and the day's shares until its end. */
export type StoredBar = readonly [
  isin: string,
  open: number,
  high: number,
  low: number,
  close: number,
  volume: number,
  dayVolume: number,
];

/** One minute of all shares as the feed delivered it: the new leader rebuilds the day from it. */
export const barMinutes = pgTable(
  "bar_minute",
  {
    desk: desk(),
    tradingDay: tradingDay(),
    /** Of the day in India. */
    minute: smallint().notNull(),
    /** The feed covered the minute without a gap. */
    isWhole: boolean("is_whole").notNull(),
    bars: jsonb().$type<readonly StoredBar[]>().notNull(),
    /** The database's clock: the human time at which the market's minute ended. */
    writtenAt: instant("written_at").notNull().default(sql`now()`),
  },
  (table) => [primaryKey({ name: "bar_minute_once", columns: [table.desk, table.tradingDay, table.minute] })],
);

/** Facts about a share before the session; named as in the strategy, with the ISIN in place of its number. */
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

export const deskDays = pgTable(
  "desk_day",
  {
    desk: desk(),
    tradingDay: tradingDay(),
    facts: jsonb().$type<readonly StoredFacts[]>().notNull(),
    /** `null` before the shortlist is made. */
    quotes: jsonb().$type<readonly StoredQuote[]>(),
    leftOut: jsonb("left_out").$type<readonly LeftOut[]>().notNull(),
    silence: text({ enum: ["range_unseen", "decision_late", "prices_missing"] }),
    /** Human clock: the day's figures are stored and its decisions were replayed. */
    closedAt: instant("closed_at"),
  },
  (table) => [primaryKey({ name: "desk_day_once", columns: [table.desk, table.tradingDay] })],
);

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
    rangeTurnover: bigint("range_turnover", { mode: "number" }).notNull(),
  },
  (table) => [primaryKey({ name: "day_bar_once", columns: [table.tradingDay, table.isin] })],
);

/** The broker has sent all its history of a share before that day; it is not asked again that day. */
export const historyAsks = pgTable("history_ask", { isin: text().notNull(), tradingDay: tradingDay() }, (table) => [
  primaryKey({ name: "history_ask_once", columns: [table.tradingDay, table.isin] }),
]);

export const wantedPrices = pgTable("wanted_price", {
  process: text().primaryKey(),
  isins: text().array().notNull(),
  wantedAt: instant("wanted_at").notNull(),
});

/** A day's decisions compared with a replay of its ticks, and its fills compared with the signals' prices. */
export const driftReports = pgTable(
  "drift_report",
  {
    desk: desk(),
    tradingDay: tradingDay(),
    same: integer().notNull(),
    missed: integer().notNull(),
    extra: integer().notNull(),
    /** Filled entries, and their average slippage against the signal's price in basis points. */
    fills: integer().notNull(),
    slippageBasisPoints: doublePrecision("slippage_basis_points"),
    minutesReceived: integer("minutes_heard").notNull(),
    minutesMissed: integer("minutes_missed").notNull(),
    /** Deciding minutes that were received but not recorded in full. With any of them nothing is compared. */
    minutesUnrecorded: integer("minutes_unrecorded").notNull().default(0),
    barsDiffering: integer("bars_differing").notNull().default(0),
    ticks: integer().notNull().default(0),
    sentence: text().notNull(),
    madeAt: instant("made_at").notNull(),
  },
  (table) => [primaryKey({ name: "drift_report_once", columns: [table.desk, table.tradingDay] })],
);

/** A feed's ticks (see core's tick-block), append-only: the night replays the day's decisions from them. */
export const tickBlocks = pgTable(
  "tick_block",
  {
    desk: desk(),
    tradingDay: tradingDay(),
    /** The leader's fencing token and the block's number within it: a missing number is a gap. */
    epoch: bigint({ mode: "number" }).notNull(),
    seq: integer().notNull(),
    ticks: integer().notNull(),
    /** Ticks refer to shares by their index here. */
    isins: text().array().notNull(),
    data: bytes().notNull(),
  },
  (table) => [primaryKey({ name: "tick_block_once", columns: [table.desk, table.tradingDay, table.epoch, table.seq] })],
);
