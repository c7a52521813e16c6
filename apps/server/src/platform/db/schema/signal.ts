import { strategyFeeds } from "@vriddhi/core/broker/strategy-feed";
import { bigint, date, doublePrecision, integer, jsonb, pgTable, primaryKey, text, unique } from "drizzle-orm/pg-core";
import { instant } from "../instant.ts";

/** The inputs of a decision; `threshold` is `null` where no model may decide. */
export interface SignalRecordRow {
  readonly features: readonly number[];
  readonly score: number;
  readonly threshold: number | null;
  readonly modelHash: string;
}

/** An entry decision. Inserted under the fencing token, so that a replaced leader cannot add one. */
export const signals = pgTable(
  "signal",
  {
    id: text().primaryKey(),
    desk: text({ enum: strategyFeeds }).notNull(),
    tradingDay: date("trading_day").notNull(),
    seq: integer().notNull(),
    epoch: bigint({ mode: "number" }).notNull(),
    isin: text().notNull(),
    symbol: text().notNull(),
    side: text({ enum: ["buy", "sell"] }).notNull(),
    pricePaise: bigint("price_paise", { mode: "number" }).notNull(),
    stopPaise: bigint("stop_paise", { mode: "number" }).notNull(),
    targetPaise: bigint("target_paise", { mode: "number" }),
    medianTurnoverPaise: bigint("median_turnover_paise", { mode: "number" }).notNull(),
    /** The capital of all runs of the strategy when the signal was made, and where the row of them begins. */
    allCapitalPaise: bigint("all_capital_paise", { mode: "number" }).notNull(),
    rotationPaise: bigint("rotation_paise", { mode: "number" }).notNull(),
    /** Human clock, both. */
    madeAt: instant("made_at").notNull(),
    validUntil: instant("valid_until").notNull(),
    marketAt: instant("market_at").notNull(),
    sentence: text().notNull(),
    record: jsonb().$type<SignalRecordRow>().notNull(),
  },
  (table) => [unique("signal_once").on(table.desk, table.tradingDay, table.seq)],
);

export const shortlistPicks = pgTable(
  "shortlist_pick",
  {
    desk: text({ enum: strategyFeeds }).notNull(),
    tradingDay: date("trading_day").notNull(),
    rank: integer().notNull(),
    isin: text().notNull(),
    symbol: text().notNull(),
    score: doublePrecision().notNull(),
    reason: text().notNull(),
  },
  (table) => [primaryKey({ name: "shortlist_pick_pk", columns: [table.desk, table.tradingDay, table.rank] })],
);
