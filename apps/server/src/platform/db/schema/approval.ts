import { sql } from "drizzle-orm";
import { bigint, boolean, date, index, integer, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { instant } from "../instant.ts";
import { bytes } from "./account.ts";

/** An entry that waits for its user's approval. One conditional update decides it, from any device and process. */
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
    sentence: text().notNull(),
    /** Human clock, like all instants here. */
    offeredAt: instant("offered_at").notNull(),
    until: instant().notNull(),
    /** Opens the approval dialog from a message and can answer it once; it does not sign in. */
    tokenHash: bytes("token_hash").notNull(),
    answer: text({ enum: ["approved", "declined", "lapsed", "price_moved"] }),
    decidedAt: instant("decided_at"),
    decidedBy: text("decided_by", { enum: ["page", "link", "time"] }),
    isApplied: boolean("is_applied").notNull().default(false),
  },
  (table) => [
    index("approval_offer_user").on(table.userId, table.offeredAt),
    index("approval_offer_token").on(table.tokenHash),
    index("approval_offer_open").on(table.tradingDay).where(sql`NOT ${table.isApplied}`),
  ],
);

/** The account's holding of a share outside our orders, read before the first signal of the day. */
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

export const signalSummaries = pgTable("signal_summary", {
  signalId: text("signal_id").primaryKey(),
  summary: jsonb().$type<Readonly<Record<string, unknown>>>().notNull(),
  madeAt: instant("made_at").notNull(),
});
