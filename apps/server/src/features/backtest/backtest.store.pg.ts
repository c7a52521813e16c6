import { and, desc, eq, inArray, ne, notInArray } from "drizzle-orm";
import type { Database } from "../../platform/db/database.ts";
import { backtestJobs } from "../../platform/db/schema/backtest.ts";
import type { BacktestStore } from "./backtest.store.ts";
import type { BacktestJob } from "./backtest-job.ts";

type Row = typeof backtestJobs.$inferSelect;

const UNDER_WAY = ["queued", "running"] as const;

const toJob = ({ request, result, ...row }: Row): BacktestJob => ({
  ...row,
  request: request as BacktestJob["request"],
  result: result as BacktestJob["result"],
});

export function createBacktestStore({ db }: Database): BacktestStore {
  const newest = desc(backtestJobs.createdAt);
  return {
    insert: async (job) => void (await db.insert(backtestJobs).values(job)),
    async save({ id, state, progress, reason, result, beatAt }) {
      const saved = await db
        .update(backtestJobs)
        .set({ state, progress, reason, result, beatAt })
        .where(and(eq(backtestJobs.id, id), ne(backtestJobs.state, "cancelled")))
        .returning({ id: backtestJobs.id });
      return saved.length > 0;
    },
    async find(id) {
      const [row] = await db.select().from(backtestJobs).where(eq(backtestJobs.id, id));
      return row === undefined ? null : toJob(row);
    },
    async list(count) {
      return (await db.select().from(backtestJobs).orderBy(newest, desc(backtestJobs.id)).limit(count)).map(toJob);
    },
    async cancel(id, at) {
      await db
        .update(backtestJobs)
        .set({ state: "cancelled", beatAt: at })
        .where(and(eq(backtestJobs.id, id), inArray(backtestJobs.state, [...UNDER_WAY])));
    },
    async forget(kept) {
      const keep = await db.select({ id: backtestJobs.id }).from(backtestJobs).orderBy(newest).limit(kept);
      const old = and(
        notInArray(backtestJobs.state, [...UNDER_WAY]),
        notInArray(
          backtestJobs.id,
          keep.map(({ id }) => id),
        ),
      );
      if (keep.length === kept) await db.delete(backtestJobs).where(old);
    },
  };
}
