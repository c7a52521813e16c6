import { sql } from "drizzle-orm";
import { bigint, boolean, date, index, integer, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { instant } from "../instant.ts";
import { bytes } from "./account.ts";

/** An entry that waits for its person. Decided once, by one conditional update, from whatever device and process. */
export const approvalOffers = pgTable(
  "approval_offer",
  {
    tag: text().primaryKey(),
    tradingDay: date("trading_day").notNull(),
    accountId: text("account_id").notNull(),
    userId: uuid("user_id").notNull(),
    broker: text().notNull(),
    signalId: text("signal_id").notNull(),
    isin: text().notNull(),
    symbol: text().notNull(),
    side: text({ enum: ["buy", "sell"] }).notNull(),
    quantity: integer().notNull(),
    limitPaise: bigint("limit_paise", { mode: "number" }).notNull(),
    signalPricePaise: bigint("signal_price_paise", { mode: "number" }).notNull(),
    /** For its person to read. */
    sentence: text().notNull(),
    /** Human clock, all of them. */
    offeredAt: instant("offered_at").notNull(),
    until: instant().notNull(),
    /** Opens the sheet from a message, and can answer it once; it logs nobody in. */
    tokenHash: bytes("token_hash").notNull(),
    answer: text({ enum: ["approved", "declined", "lapsed", "price_moved"] }),
    decidedAt: instant("decided_at"),
    decidedBy: text("decided_by", { enum: ["page", "link", "time"] }),
    /** The order has heard it. */
    isApplied: boolean("is_applied").notNull().default(false),
  },
  (table) => [
    index("approval_offer_user").on(table.userId, table.offeredAt),
    index("approval_offer_token").on(table.tokenHash),
    index("approval_offer_open").on(table.tradingDay).where(sql`NOT ${table.isApplied}`),
  ],
);

/** What an account holds of a share that is not ours, as it was read before the first signal of the day. */
export const foreignPositions = pgTable(
  "foreign_position",
  {
    accountId: text("account_id").notNull(),
    tradingDay: date("trading_day").notNull(),
    brokerSymbol: text("broker_symbol").notNull(),
    quantity: integer().notNull(),
  },
  (table) => [
    primaryKey({ name: "foreign_position_pk", columns: [table.accountId, table.tradingDay, table.brokerSymbol] }),
    index("foreign_position_share").on(table.tradingDay, table.brokerSymbol),
  ],
);

/** What a signal came to over all accounts, kept when the day is over. */
export const signalSummaries = pgTable("signal_summary", {
  signalId: text("signal_id").primaryKey(),
  summary: jsonb().$type<Readonly<Record<string, unknown>>>().notNull(),
  madeAt: instant("made_at").notNull(),
});
