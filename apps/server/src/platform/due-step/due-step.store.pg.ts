import { later } from "@vriddhi/core/time/clock";
import { istDate } from "@vriddhi/core/time/ist";
import { and, eq, inArray, lt, sql } from "drizzle-orm";
import type pg from "pg";
import type { Database, Tx } from "../db/database.ts";
import { fromTimestamp, toTimestamp } from "../db/instant.ts";
import { dueSteps, schedulerBeats } from "../db/schema/schedule.ts";
import { ADD, CLAIM, CLOSE_MISSED, FINISH, FREE_ABANDONED, POSTPONE, RELEASE_HELD, RENEW } from "./due-step.sql.ts";
import type { ClaimedStep, DueStepStore, NewStep, StepName } from "./due-step.store.ts";

interface Row {
  kind: string;
  subject: string;
  trading_day: string;
  due_at: Date;
  useful_until: Date;
  rank: number;
  lane: string;
  run_at: Date;
  lease: string;
  attempts: number;
}

const toClaimed = (row: Row): ClaimedStep => ({
  kind: row.kind,
  subject: row.subject,
  day: istDate(row.trading_day),
  dueAt: fromTimestamp(row.due_at),
  usefulUntil: fromTimestamp(row.useful_until),
  rank: row.rank,
  lane: row.lane,
  runAt: fromTimestamp(row.run_at),
  lease: row.lease,
  attempts: row.attempts,
});

const isStep = ({ kind, subject, day }: StepName) =>
  and(eq(dueSteps.kind, kind), eq(dueSteps.subject, subject), eq(dueSteps.tradingDay, day));

const toRow = ({ day, ...step }: NewStep) => ({ ...step, tradingDay: day, runAt: step.dueAt });

const columnsOf = (steps: readonly NewStep[]): unknown[] => [
  steps.map(({ kind }) => kind),
  steps.map(({ subject }) => subject),
  steps.map(({ day }) => day),
  steps.map(({ dueAt }) => toTimestamp(dueAt)),
  steps.map(({ usefulUntil }) => toTimestamp(usefulUntil)),
  steps.map(({ rank }) => rank),
  steps.map(({ lane }) => lane),
];

const anew = { state: "due", lease: null, leaseUntil: null, attempts: 0, outcome: null } as const;

/** Another process claimed a step of the same subject concurrently: the unique index admits one. */
const isRace = (cause: unknown): boolean => {
  const { code } = cause as { code?: string };
  return code === "23505" || code === "40P01";
};
const RACES_MAX = 5;

type Asker = Pick<pg.PoolClient, "query">;

const openingCalls = ({ pool }: Database): Pick<DueStepStore, "add" | "reopen" | "reopenAll" | "hasten"> => ({
  async add(steps, tx) {
    const asker: Asker = tx?.client ?? pool;
    if (steps.length > 0) await asker.query(ADD, columnsOf(steps));
  },
  async reopen(tx, step) {
    const { tradingDay: _day, kind: _kind, subject: _subject, ...times } = toRow(step);
    await tx.db
      .insert(dueSteps)
      .values(toRow(step))
      .onConflictDoUpdate({
        target: [dueSteps.kind, dueSteps.subject, dueSteps.tradingDay],
        set: { ...times, ...anew },
      })
      .prepare("reopen-due-step")
      .execute();
  },
  async reopenAll(tx, { kind, day, dueAt, usefulUntil, rank }) {
    await tx.db
      .update(dueSteps)
      .set({ ...anew, dueAt, usefulUntil, rank, runAt: dueAt })
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
      .where(and(isStep(step), inArray(dueSteps.state, ["due", "running"])));
  },
});

type ClaimingCalls = Pick<DueStepStore, "closeMissed" | "freeAbandoned" | "releaseHeld" | "claim" | "renew">;

function claimingCalls({ pool }: Database): ClaimingCalls {
  async function claim(values: unknown[], tries = 1): Promise<readonly ClaimedStep[]> {
    try {
      const { rows } = await pool.query<Row>({ name: "claim-due-steps", text: CLAIM, values });
      return rows.map(toClaimed);
    } catch (cause) {
      if (!isRace(cause) || tries === RACES_MAX) throw cause;
      return claim(values, tries + 1);
    }
  }
  return {
    async closeMissed({ market, human }) {
      const { rows } = await pool.query<Row>(CLOSE_MISSED, [toTimestamp(market), toTimestamp(human)]);
      return rows.map((row) => ({
        kind: row.kind,
        subject: row.subject,
        day: istDate(row.trading_day),
        dueAt: fromTimestamp(row.due_at),
      }));
    },
    async freeAbandoned(human) {
      return (await pool.query(FREE_ABANDONED, [toTimestamp(human)])).rowCount ?? 0;
    },
    async releaseHeld() {
      return (await pool.query(RELEASE_HELD)).rowCount ?? 0;
    },
    claim({ market, human }, rooms, leaseMs) {
      const leaseUntil = toTimestamp(later(human, leaseMs));
      return claim([toTimestamp(market), [...rooms.keys()], [...rooms.values()], leaseUntil]);
    },
    async renew(leases, until) {
      await pool.query(RENEW, [leases, toTimestamp(until)]);
    },
  };
}

const idOf = ({ kind, subject, day, lease }: ClaimedStep) => [kind, subject, day, lease];

const endingCalls = ({ pool }: Database): Pick<DueStepStore, "finish" | "postpone"> => ({
  async finish(step, { state, outcome, at, isLate }, tx?: Tx) {
    const asker: Asker = tx?.client ?? pool;
    const values = [...idOf(step), state, outcome, toTimestamp(at), isLate];
    return (await asker.query({ name: "finish-due-step", text: FINISH, values })).rowCount === 1;
  },
  async postpone(step, until, outcome) {
    const values = [...idOf(step), toTimestamp(until), outcome, toTimestamp(step.runAt)];
    await pool.query({ name: "postpone-due-step", text: POSTPONE, values });
  },
});

export const createDueStepStore = (database: Database): DueStepStore => {
  const { db } = database;
  return {
    transaction: database.transaction,
    ...openingCalls(database),
    ...claimingCalls(database),
    ...endingCalls(database),
    async forgetBefore(day) {
      await db.delete(dueSteps).where(lt(dueSteps.tradingDay, day));
    },
    async outcomeOf(step) {
      const asked = db.select({ outcome: dueSteps.outcome }).from(dueSteps).where(isStep(step));
      const [found] = await asked.prepare("due-step-outcome").execute();
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
