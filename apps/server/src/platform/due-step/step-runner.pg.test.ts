import { createSeededRandom } from "@vriddhi/core/shared/random";
import { type EpochMs, epochMs, later, MINUTE_MS, SECOND_MS } from "@vriddhi/core/time/clock";
import { istDate } from "@vriddhi/core/time/ist";
import { createVirtualClock, type VirtualClock } from "@vriddhi/testing/virtual-clock";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { runSql } from "../../testing/sql.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { APP_ROLE, type Database, openDatabase } from "../db/database.ts";
import { createLogger } from "../log/logger.ts";
import { createDueStepStore } from "./due-step.store.pg.ts";
import type { ClaimedStep, DueStepStore, NewStep } from "./due-step.store.ts";
import type { StepResult } from "./step-closing.ts";
import { LEASE_MS, stepLimits } from "./step-limits.ts";
import { createStepRunner, type StepRunner } from "./step-runner.ts";

const DAY = istDate("2026-11-16");
const EIGHT = epochMs(Date.parse("2026-11-16T08:00:00+05:30"));

let scratch: TestDatabase;
let databases: Database[];
let market: VirtualClock;
let human: VirtualClock;
let store: DueStepStore;
const silent = createLogger("silent");

beforeAll(async () => {
  scratch = await createTestDatabase();
  await runSql(scratch.url, `CREATE TABLE effects (name text); GRANT ALL ON effects TO ${APP_ROLE}`);
  databases = [1, 2, 3].map(() =>
    openDatabase(scratch.url, { max: 8, kept: { steps: 6 }, role: APP_ROLE, onError: () => {} }),
  );
});
beforeEach(async () => {
  market = createVirtualClock(EIGHT);
  human = createVirtualClock(epochMs(Date.parse("2026-01-01T00:00:00Z")));
  store = createDueStepStore(database());
  await runSql(scratch.url, "TRUNCATE effects, due_steps, scheduler_beats");
});
afterAll(async () => {
  for (const database of databases) await database.close();
  await scratch.drop();
});

function database(index = 0): Database {
  const found = databases[index];
  if (!found) throw new Error("no such database");
  return found;
}

const step = (kind: string, subject: string, change: Partial<NewStep> = {}): NewStep => ({
  kind,
  subject,
  day: DAY,
  dueAt: EIGHT,
  usefulUntil: later(EIGHT, 30 * MINUTE_MS),
  rank: 0,
  lane: "greetings",
  ...change,
});

type Work = (step: ClaimedStep) => Promise<StepResult>;

const noteWork: Work = async ({ kind, subject }) => ({
  kind: "done",
  outcome: "noted",
  effect: async (tx) => void (await tx.client.query("INSERT INTO effects VALUES ($1)", [`${kind} ${subject}`])),
});

const runner = (work: Work = noteWork, index = 0, log = silent): StepRunner =>
  createStepRunner({
    store: createDueStepStore(database(index)),
    humanClock: human,
    marketClock: market,
    log,
    limits: stepLimits({ greetings: 8, others: 2 }, 6),
    plan: () => [],
    work: () => work,
  });

const effects = async (): Promise<string[]> =>
  (await database().pool.query<{ name: string }>("SELECT name FROM effects")).rows.map(({ name }) => name);
const states = async (): Promise<Record<string, number>> => {
  const { rows } = await database().pool.query("SELECT state, count(*)::int AS n FROM due_steps GROUP BY state");
  return Object.fromEntries(rows.map(({ state, n }) => [state, n]));
};

describe("due steps", () => {
  it("run once when they are due", async () => {
    await store.add([step("greet", "asha"), step("greet", "kabir", { dueAt: later(EIGHT, SECOND_MS) })]);
    await store.add([step("greet", "asha")]);
    await runner().runDue();
    expect(await effects()).toEqual(["greet asha"]);
    market.advance(SECOND_MS);
    await runner().runDue();
    await runner().runDue();
    expect(await effects()).toEqual(["greet asha", "greet kabir"]);
  });

  it("run in order for one subject when all are late", async () => {
    const at = (minutes: number): EpochMs => later(EIGHT, minutes * MINUTE_MS);
    await store.add([
      step("third", "asha", { dueAt: at(5), rank: 1 }),
      step("second", "asha", { dueAt: at(5) }),
      step("first", "asha"),
    ]);
    market.set(at(10));
    await Promise.all([0, 1, 2].map((index) => runner(noteWork, index).runDue()));
    await runner().runDue();
    expect(await effects()).toEqual(["first asha", "second asha", "third asha"]);
    const { rows } = await database().pool.query("SELECT is_late FROM due_steps");
    expect(rows.map(({ is_late }) => is_late)).toEqual([true, true, true]);
  });

  it("are recorded as missed after their deadline", async () => {
    await store.add([step("greet", "asha")]);
    market.advance(30 * MINUTE_MS + 1);
    await runner().runDue();
    expect([await effects(), await states()]).toEqual([[], { missed: 1 }]);
  });

  it("are reported as missed only if they were due after the product's first start", async () => {
    const lines: string[] = [];
    const log = createLogger("info", (line) => lines.push(line));
    const missable = (subject: string, dueAt: EpochMs) =>
      step("greet", subject, { dueAt, usefulUntil: later(dueAt, MINUTE_MS) });
    await store.add([missable("asha", EIGHT), step("greet", "kabir")]);
    market.set(later(EIGHT, 20 * MINUTE_MS));
    const first = runner(noteWork, 0, log);
    await first.runDue();
    expect([await states(), lines]).toEqual([{ done: 1, missed: 1 }, []]);
    await store.add([missable("meera", later(EIGHT, 25 * MINUTE_MS))]);
    market.set(later(EIGHT, 29 * MINUTE_MS));
    await first.runDue();
    expect(lines.map((line) => JSON.parse(line).msg)).toEqual(["due steps: missed"]);
    await store.add([missable("ravi", EIGHT)]);
    await runner(noteWork, 0, log).runDue();
    expect(lines).toHaveLength(2);
  });

  it("do not delay others while they wait, and can be hastened", async () => {
    await store.add([step("connect", "asha"), step("start", "asha", { rank: 1 })]);
    const waits: Work = async (claimed) =>
      claimed.kind === "connect" && claimed.attempts === 1
        ? { kind: "later", outcome: "away", at: later(EIGHT, 10 * MINUTE_MS) }
        : noteWork(claimed);
    await runner(waits).runDue();
    expect(await effects()).toEqual(["start asha"]);
    await database().transaction((tx) => store.hasten(tx, step("connect", "asha"), EIGHT));
    await runner(waits).runDue();
    expect(await effects()).toEqual(["start asha", "connect asha"]);
  });

  it("are not retried at once when they wait for a past instant", async () => {
    await store.add([step("connect", "asha")]);
    let tries = 0;
    const waits: Work = async () => {
      tries++;
      return { kind: "later", outcome: "away", at: EIGHT };
    };
    await runner(waits).runDue();
    expect(tries).toBe(1);
    market.advance(SECOND_MS);
    await runner(waits).runDue();
    expect(tries).toBe(2);
  });

  it("are rolled back when they fail, and retried a minute later", async () => {
    await store.add([step("greet", "asha")]);
    let tries = 0;
    const fails: Work = async (claimed) => {
      const noted = await noteWork(claimed);
      if (noted.kind !== "done" || ++tries > 1) return noted;
      return {
        ...noted,
        effect: async (tx) => {
          await noted.effect?.(tx);
          throw new Error("the database went away");
        },
      };
    };
    await runner(fails).runDue();
    await runner(fails).runDue();
    expect([await effects(), tries]).toEqual([[], 1]);
    market.advance(MINUTE_MS);
    await runner(fails).runDue();
    expect(await effects()).toEqual(["greet asha"]);
  });

  it("run again after they are reopened", async () => {
    await store.add([step("look", "asha")]);
    await runner().runDue();
    await database().transaction((tx) => store.reopen(tx, step("look", "asha")));
    await runner().runDue();
    expect(await effects()).toEqual(["look asha", "look asha"]);
  });

  it("have no effect when their runner slept and lost the lease", async () => {
    await store.add([step("greet", "asha")]);
    const at = () => ({ market: market.now(), human: human.now() });
    const one = new Map([["greetings", 1]]);
    const [slept] = await store.claim(at(), one, LEASE_MS);
    if (!slept) throw new Error("nothing was claimed");
    expect(await store.claim(at(), one, LEASE_MS)).toEqual([]);
    human.advance(LEASE_MS + 1);
    await runner().runDue();
    expect(await effects()).toEqual(["greet asha"]);
    const end = { state: "done", outcome: "too late", at: market.now(), isLate: false } as const;
    expect(await database().transaction((tx) => store.finish(slept, end, tx))).toBe(false);
    await store.postpone(slept, EIGHT, "too late");
    expect(await states()).toEqual({ done: 1 });
  });

  it("have exactly one effect each across a thousand steps and several runners that crash and restart", async () => {
    const subjects = Array.from({ length: 500 }, (_, index) => `user-${index}`);
    await store.add(subjects.flatMap((subject) => [step("first", subject), step("second", subject, { rank: 1 })]));
    const random = createSeededRandom(20_261_116);
    /** Some runners never return, like a crashed process, so that their leases expire. */
    const crashing: Work = async (claimed) => {
      const draw = random.int(0, 9);
      if (draw === 0) return { kind: "later", outcome: "away", at: later(market.now(), SECOND_MS) };
      if (draw === 1) throw new Error("crashed before the end");
      return noteWork(claimed);
    };
    for (let round = 0; round < 200 && (await states())["done"] !== 1_000; round++) {
      const taken = new Map([["greetings", random.int(0, 5)]]);
      await store.claim({ market: market.now(), human: human.now() }, taken, LEASE_MS);
      await Promise.all([0, 1, 2].map((index) => runner(crashing, index).runDue()));
      human.advance(LEASE_MS + 1);
      market.advance(MINUTE_MS / 10);
    }
    expect(await states()).toEqual({ done: 1_000 });
    const seen = await effects();
    expect(new Set(seen).size).toBe(1_000);
    expect(seen).toHaveLength(1_000);
  }, 60_000);
});
