import { doublePrecision, index, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { instant } from "../instant.ts";

export const backtestJobs = pgTable(
  "backtest_job",
  {
    id: uuid().primaryKey(),
    request: jsonb("wish").notNull(),
    source: text({ enum: ["files", "synthetic"] }).notNull(),
    folder: text(),
    state: text({ enum: ["queued", "running", "done", "failed", "cancelled"] }).notNull(),
    progress: doublePrecision().notNull(),
    reason: text(),
    result: jsonb(),
    createdAt: instant("created_at").notNull(),
    /** Human clock: the last heartbeat of the process that runs it. */
    beatAt: instant("beat_at").notNull(),
  },
  (table) => [index("backtest_job_newest").on(table.createdAt)],
);
