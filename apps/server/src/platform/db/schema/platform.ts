import { serviceParts } from "@vriddhi/core/site/service-status";
import { sql } from "drizzle-orm";
import { bigint, boolean, integer, jsonb, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { instant } from "../instant.ts";

/** One row per rate-limit key: the instant at which its budget is full again. */
export const rateLimit = pgTable("rate_limit", {
  key: text().primaryKey(),
  wholeAt: instant("whole_at").notNull(),
});

/** Data keys, each wrapped by the master key. Number 0 encrypts nothing: keyed hashes derive from it. */
export const dataKey = pgTable("data_key", {
  id: integer().primaryKey(),
  wrapped: text().notNull(),
  /** False: opens only, until every process knows the key. */
  isSealing: boolean("is_sealing").notNull().default(true),
});

export const sandboxState = pgTable("sandbox_state", {
  name: text().primaryKey(),
  value: jsonb().notNull(),
});

/** Fencing tokens: each new leader raises it, so writes of a replaced leader carry a smaller number. */
export const leaderEpochs = pgTable("leader_epochs", {
  name: text().primaryKey(),
  epoch: bigint({ mode: "number" }).notNull(),
});

/** The mode that used this database first; a live database is never used as a sandbox. */
export const firstUse = pgTable("first_use", {
  mode: text({ enum: ["sandbox", "live"] }).primaryKey(),
  at: instant().notNull(),
});

/** Of the public status page. Append-only but for the end. */
export const statusIncidents = pgTable(
  "status_incident",
  {
    id: bigint({ mode: "number" }).generatedAlwaysAsIdentity().primaryKey(),
    part: text({ enum: serviceParts }).notNull(),
    /** On the market clock, both. */
    beganAt: instant("began_at").notNull(),
    endedAt: instant("ended_at"),
  },
  (table) => [uniqueIndex("status_incident_open").on(table.part).where(sql`${table.endedAt} IS NULL`)],
);
