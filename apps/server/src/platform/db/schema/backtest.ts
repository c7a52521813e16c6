import { doublePrecision, index, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { instant } from "../instant.ts";

/** The operator's back-tests, whichever process runs them. */
export const backtestJobs = pgTable(
  "backtest_job",
  {
    id: uuid().primaryKey(),
    /** What was asked for, as its own process has checked it. */
    wish: jsonb().notNull(),
    source: text({ enum: ["files", "synthetic"] }).notNull(),
    /** Name of the folder of bar files. */
    folder: text(),
    state: text({ enum: ["queued", "running", "done", "failed", "cancelled"] }).notNull(),
    progress: doublePrecision().notNull(),
    reason: text(),
    result: jsonb(),
    createdAt: instant("created_at").notNull(),
    /** Human clock: the process that has it in hand was alive then. */
    beatAt: instant("beat_at").notNull(),
  },
  (table) => [index("backtest_job_newest").on(table.createdAt)],
);
