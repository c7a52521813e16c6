import { randomUUID } from "node:crypto";
import { later } from "@vriddhi/core/time/clock";
import { istDate } from "@vriddhi/core/time/ist";
import { and, eq, lt, sql } from "drizzle-orm";
import type pg from "pg";
import type { Database } from "../db/database.ts";
import { fromTimestamp, toTimestamp } from "../db/instant.ts";
import { dueSteps, schedulerBeats } from "../db/schema/schedule.ts";
import type { DueStepStore, NewStep, StepName } from "./due-step.store.ts";

interface Row {
  kind: string;
  subject: string;
  trading_day: string;
  due_at: Date;
  useful_until: Date;
  rank: number;
  lease: string;
  attempts: number;
}

const isStep = ({ kind, subject, day }: StepName) =>
  and(eq(dueSteps.kind, kind), eq(dueSteps.subject, subject), eq(dueSteps.tradingDay, day));

const toRow = ({ day, ...step }: NewStep) => ({ ...step, tradingDay: day, runAt: step.dueAt });

/** $1 market, $2 human. */
const FREE = "((s.state = 'due' AND s.run_at <= $1) OR (s.state = 'running' AND s.lease_until < $2))";

const CLOSE_MISSED = `
  UPDATE due_steps s SET state = 'missed', ran_at = $1, lease = NULL
  WHERE s.useful_until < $1 AND (s.state = 'due' OR (s.state = 'running' AND s.lease_until < $2))
  RETURNING s.kind, s.subject, s.trading_day`;

/** An earlier step of the same subject holds a later one back, unless it waits for something itself. */
const READY = `${FREE} AND NOT EXISTS (
    SELECT 1 FROM due_steps e
    WHERE e.subject = s.subject AND e.trading_day = s.trading_day AND (e.due_at, e.rank) < (s.due_at, s.rank)
      AND (e.state = 'running' OR (e.state = 'due' AND e.run_at <= $1)))`;

/** $3 limit, $4 lease, $5 its end. */
const CLAIM = `
  WITH wave AS (SELECT s.due_at, s.rank FROM due_steps s WHERE ${READY} ORDER BY s.due_at, s.rank LIMIT 1),
  chosen AS (
    SELECT s.kind, s.subject, s.trading_day FROM due_steps s, wave w
    WHERE s.due_at = w.due_at AND s.rank = w.rank AND ${READY}
    LIMIT $3 FOR UPDATE OF s SKIP LOCKED)
  UPDATE due_steps s SET state = 'running', lease = $4, lease_until = $5, attempts = s.attempts + 1
  FROM chosen c
  WHERE s.kind = c.kind AND s.subject = c.subject AND s.trading_day = c.trading_day
  RETURNING s.kind, s.subject, s.trading_day, s.due_at, s.useful_until, s.rank, s.lease, s.attempts`;

const ADD = `
  INSERT INTO due_steps (kind, subject, trading_day, due_at, useful_until, rank, run_at)
  SELECT kind, subject, trading_day, due_at, useful_until, rank, due_at
  FROM unnest($1::text[], $2::text[], $3::date[], $4::timestamptz[], $5::timestamptz[], $6::smallint[])
    AS t (kind, subject, trading_day, due_at, useful_until, rank)
  ON CONFLICT DO NOTHING`;

const columnsOf = (steps: readonly NewStep[]): unknown[] => [
  steps.map(({ kind }) => kind),
  steps.map(({ subject }) => subject),
  steps.map(({ day }) => day),
  steps.map(({ dueAt }) => toTimestamp(dueAt)),
  steps.map(({ usefulUntil }) => toTimestamp(usefulUntil)),
  steps.map(({ rank }) => rank),
];

const nobody = { lease: null, leaseUntil: null } as const;

const openingCalls = ({ pool }: Database): Pick<DueStepStore, "add" | "reopen" | "reopenAll" | "hasten"> => ({
  async add(steps, tx) {
    const asker: Pick<pg.PoolClient, "query"> = tx?.client ?? pool;
    if (steps.length > 0) await asker.query(ADD, columnsOf(steps));
  },
  async reopen(tx, step) {
    const { tradingDay: _day, kind: _kind, subject: _subject, ...times } = toRow(step);
    await tx.db
      .insert(dueSteps)
      .values(toRow(step))
      .onConflictDoUpdate({
        target: [dueSteps.kind, dueSteps.subject, dueSteps.tradingDay],
        set: { ...times, ...nobody, state: "due" },
      });
  },
  async reopenAll(tx, { kind, day, dueAt, usefulUntil, rank }) {
    await tx.db
      .update(dueSteps)
      .set({ state: "due", dueAt, usefulUntil, rank, runAt: dueAt, ...nobody })
      .where(
        and(
          eq(dueSteps.kind, kind),
          eq(dueSteps.tradingDay, day),
          eq(dueSteps.state, "done"),
          lt(dueSteps.ranAt, dueAt),
        ),
      );
  },
  async hasten(tx, step, at) {
    await tx.db
      .update(dueSteps)
      .set({ runAt: at })
      .where(and(isStep(step), eq(dueSteps.state, "due")));
  },
});

const claimingCalls = ({ pool }: Database): Pick<DueStepStore, "closeMissed" | "claim"> => ({
  async closeMissed({ market, human }) {
    const { rows } = await pool.query<Row>(CLOSE_MISSED, [toTimestamp(market), toTimestamp(human)]);
    return rows.map((row) => ({ kind: row.kind, subject: row.subject, day: istDate(row.trading_day) }));
  },
  async claim({ market, human }, limit, leaseMs) {
    const leaseUntil = toTimestamp(later(human, leaseMs));
    const values = [toTimestamp(market), toTimestamp(human), limit, randomUUID(), leaseUntil];
    const { rows } = await pool.query<Row>(CLAIM, values);
    return rows.map((row) => ({
      kind: row.kind,
      subject: row.subject,
      day: istDate(row.trading_day),
      dueAt: fromTimestamp(row.due_at),
      usefulUntil: fromTimestamp(row.useful_until),
      rank: row.rank,
      lease: row.lease,
      attempts: row.attempts,
    }));
  },
});

export const createDueStepStore = (database: Database): DueStepStore => {
  const { db } = database;
  return {
    transaction: database.transaction,
    ...openingCalls(database),
    ...claimingCalls(database),
    async finish(tx, step, { outcome, at, isLate }) {
      const ended = await tx.db
        .update(dueSteps)
        .set({ ...nobody, state: "done", outcome, ranAt: at, isLate })
        .where(and(isStep(step), eq(dueSteps.state, "running"), eq(dueSteps.lease, step.lease)))
        .returning({ kind: dueSteps.kind });
      return ended.length === 1;
    },
    async postpone(step, until, outcome) {
      await db
        .update(dueSteps)
        .set({ ...nobody, state: "due", runAt: until, outcome })
        .where(and(isStep(step), eq(dueSteps.state, "running"), eq(dueSteps.lease, step.lease)));
    },
    async forgetBefore(day) {
      await db.delete(dueSteps).where(lt(dueSteps.tradingDay, day));
    },
    async outcomeOf(step) {
      const [found] = await db.select({ outcome: dueSteps.outcome }).from(dueSteps).where(isStep(step));
      return found?.outcome ?? null;
    },
    async beat(name, at) {
      await db
        .insert(schedulerBeats)
        .values({ name, at })
        .onConflictDoUpdate({ target: schedulerBeats.name, set: { at: sql`excluded.at` } });
    },
    async lastBeat(name) {
      const [found] = await db.select().from(schedulerBeats).where(eq(schedulerBeats.name, name));
      return found?.at ?? null;
    },
  };
};
