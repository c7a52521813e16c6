import { integer, jsonb, pgTable } from "drizzle-orm/pg-core";
import { instant } from "../instant.ts";

interface ListedSession {
  readonly date: string;
  readonly kind: "special" | "short";
  /** Minutes after midnight in India. */
  readonly open: number;
  readonly close: number;
}

/** A year's trading days as the exchange published them. A stored year replaces the one in the code. */
export const marketYears = pgTable("market_years", {
  year: integer().primaryKey(),
  closures: jsonb().$type<readonly string[]>().notNull(),
  sessions: jsonb().$type<readonly ListedSession[]>().notNull(),
  listedAt: instant("listed_at").notNull(),
});
