import type { PaperFill, PaperOrder, PaperTaken } from "@vriddhi/core/paper/paper-model";
import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from "drizzle-orm/pg-core";
import { instant } from "../instant.ts";
import { users } from "./account.ts";

/** One paper account per user. Changing its book locks this row. */
export const paperAccounts = pgTable("paper_account", {
  id: uuid().primaryKey(),
  userId: uuid("user_id")
    .notNull()
    .unique()
    .references(() => users.id, { onDelete: "cascade" }),
  accountId: text("account_id").notNull().unique(),
  capitalPaise: bigint("capital_paise", { mode: "number" }).notNull(),
  day: date({ mode: "string" }).notNull(),
  cashPaise: bigint("cash_paise", { mode: "number" }).notNull(),
  taken: jsonb().$type<readonly PaperTaken[]>().notNull(),
  sessionNo: integer("session_no").notNull(),
  openedAt: instant("opened_at").notNull(),
  /** Reset counter; books of earlier resets are kept. */
  life: integer().notNull(),
});

export const paperOrders = pgTable(
  "paper_order",
  {
    paperId: uuid("paper_id")
      .notNull()
      .references(() => paperAccounts.id, { onDelete: "cascade" }),
    life: integer().notNull(),
    day: date({ mode: "string" }).notNull(),
    no: integer().notNull(),
    tag: text(),
    isin: text().notNull(),
    isFinal: boolean("is_final").notNull(),
    state: jsonb().$type<PaperOrder>().notNull(),
  },
  (table) => [
    primaryKey({ name: "paper_order_pk", columns: [table.paperId, table.life, table.day, table.no] }),
    unique("paper_order_tag").on(table.paperId, table.life, table.day, table.tag),
    index("paper_order_working").on(table.isin).where(sql`NOT ${table.isFinal}`),
  ],
);

/** Append-only. */
export const paperFills = pgTable(
  "paper_fill",
  {
    paperId: uuid("paper_id")
      .notNull()
      .references(() => paperAccounts.id, { onDelete: "cascade" }),
    life: integer().notNull(),
    day: date({ mode: "string" }).notNull(),
    no: integer().notNull(),
    fill: jsonb().$type<PaperFill>().notNull(),
  },
  (table) => [primaryKey({ name: "paper_fill_pk", columns: [table.paperId, table.life, table.day, table.no] })],
);
