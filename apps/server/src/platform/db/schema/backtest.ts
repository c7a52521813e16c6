import { doublePrecision, index, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { instant } from "../instant.ts";

/** The operator's back-tests of all processes. */
export const backtestJobs = pgTable(
  "backtest_job",
  {
    id: uuid().primaryKey(),
    /** The request, as its process validated it. */
    request: jsonb("wish").notNull(),
    source: text({ enum: ["files", "synthetic"] }).notNull(),
    /** Name of the folder of bar files. */
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
