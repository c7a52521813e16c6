import { bigint, boolean, integer, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "../instant.ts";

/** One row per limited key: the instant at which its budget would be whole again. */
export const rateLimit = pgTable("rate_limit", {
  key: text().primaryKey(),
  wholeAt: instant("whole_at").notNull(),
});

/** Keys that encrypt values, each wrapped by the master key. Number 0 encrypts nothing: keyed hashes come from it. */
export const dataKey = pgTable("data_key", {
  id: integer().primaryKey(),
  wrapped: text().notNull(),
  /** Opens only, until every process has heard of it. */
  isSealing: boolean("is_sealing").notNull().default(true),
});

/** What the sandbox keeps over a restart: its clock, its simulators' addresses. */
export const sandboxState = pgTable("sandbox_state", {
  name: text().primaryKey(),
  value: jsonb().notNull(),
});

/** Raised by whoever begins to lead: what a replaced leader still says carries a smaller number. */
export const leaderEpochs = pgTable("leader_epochs", {
  name: text().primaryKey(),
  epoch: bigint({ mode: "number" }).notNull(),
});

/** The mode that used this database first; a database that was used live is never played with. */
export const firstUse = pgTable("first_use", {
  mode: text({ enum: ["sandbox", "live"] }).primaryKey(),
  at: instant().notNull(),
});
