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
import { FAILURES_MAX, LEASE_MS, RENEW_EVERY_MS, stepLimits } from "./step-limits.ts";
import { createStepRunner, type StepRunner } from "./step-runner.ts";

const DAY = istDate("2026-11-16");
const NINE = epochMs(Date.parse("2026-11-16T09:00:00+05:30"));
const TEN_PAST = later(NINE, 10 * MINUTE_MS);

let scratch: TestDatabase;
let database: Database;
let store: DueStepStore;
let market: VirtualClock;
let human: VirtualClock;
let ran: string[];

beforeAll(async () => {
  scratch = await createTestDatabase();
  database = openDatabase(scratch.url, { max: 8, kept: { steps: 6 }, role: APP_ROLE, onError: () => {} });
  store = createDueStepStore(database);
});
beforeEach(async () => {
  market = createVirtualClock(NINE);
  human = createVirtualClock(epochMs(Date.parse("2026-01-01T00:00:00Z")));
  ran = [];
  await runSql(scratch.url, "TRUNCATE due_steps");
});
afterAll(async () => {
  await database.close();
  await scratch.drop();
});

const step = (kind: string, subject: string, change: Partial<NewStep> = {}): NewStep => ({
  kind,
  subject,
  day: DAY,
  dueAt: NINE,
  usefulUntil: TEN_PAST,
  rank: 0,
  lane: "narrow",
  ...change,
});

type Work = (step: ClaimedStep) => Promise<StepResult>;

const noteWork: Work = async ({ kind, subject }) => {
  ran.push(`${kind} ${subject}`);
  return { kind: "done", outcome: "noted" };
};
const waitUntil = (at: EpochMs): StepResult => ({ kind: "later", outcome: "away", at });

const runner = (work: Work, widths: Record<string, number> = { narrow: 1, wide: 8 }): StepRunner =>
  createStepRunner({
    store,
    humanClock: human,
    marketClock: market,
    log: createLogger("silent"),
    limits: stepLimits(widths, 6),
    plan: () => [],
    work: () => work,
  });

function createPausedWork(result: () => StepResult = () => ({ kind: "done", outcome: "let go" })) {
  let letGo = (): void => {};
  const gone = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  let begin = (): void => {};
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const work: Work = async ({ kind, subject }) => {
    ran.push(`${kind} ${subject}`);
    begin();
    await gone;
    return result();
  };
  return { work, begun, letGo: () => letGo() };
}

const rowOf = async (kind: string): Promise<Record<string, unknown>> => {
  const { rows } = await database.pool.query("SELECT * FROM due_steps WHERE kind = $1", [kind]);
  return rows[0] ?? {};
};

describe("a concurrency pool of due steps", () => {
  it("runs new steps before retries", async () => {
    await store.add([step("login", "asha")]);
    await runner(async () => waitUntil(later(NINE, SECOND_MS))).runDue();
    market.advance(MINUTE_MS);
    await store.add([step("login", "kabir"), step("login", "meera")]);
    await runner(noteWork).runDue();
    expect(ran.at(-1)).toBe("login asha");
    expect(ran).toHaveLength(3);
  });

  it("keeps its other slots and other pools free while a step hangs", async () => {
    const { work: paused, begun, letGo } = createPausedWork();
    await store.add([step("login", "slow", { lane: "wide" })]);
    const running = runner((claimed) => (claimed.subject === "slow" ? paused(claimed) : noteWork(claimed)));
    const all = running.runDue();
    await begun;
    await store.add([step("login", "quick", { lane: "wide" }), step("start", "other")]);
    const joined = running.runDue();
    await expect.poll(() => ran).toEqual(expect.arrayContaining(["login quick", "start other"]));
    letGo();
    await Promise.all([all, joined]);
  });

  it("runs no more steps at once than its width", async () => {
    await store.add(Array.from({ length: 40 }, (_, index) => step("login", `user-${index}`, { lane: "wide" })));
    let [inside, most] = [0, 0];
    await runner(async (claimed) => {
      most = Math.max(most, ++inside);
      await new Promise((resolve) => setTimeout(resolve, 2));
      inside--;
      return noteWork(claimed);
    }).runDue();
    expect(ran).toHaveLength(40);
    expect(most).toBeLessThanOrEqual(8);
    expect(most).toBeGreaterThan(1);
  });
});

describe("due steps of one subject", () => {
  it("never run at the same time in any concurrency pool", async () => {
    await store.add([step("login", "asha")]);
    await runner(async () => waitUntil(later(NINE, SECOND_MS))).runDue();
    market.advance(MINUTE_MS);
    await store.add([step("start", "asha", { dueAt: market.now(), lane: "wide" })]);
    let [inside, most] = [0, 0];
    await runner(async (claimed) => {
      most = Math.max(most, ++inside);
      await new Promise((resolve) => setTimeout(resolve, 5));
      inside--;
      return noteWork(claimed);
    }).runDue();
    expect([ran.length, most]).toEqual([2, 1]);
  });

  it("run at once when hastened during a run, also when that run requests a later retry", async () => {
    await store.add([step("start", "asha")]);
    const { work: paused, begun, letGo } = createPausedWork(() => waitUntil(TEN_PAST));
    const done = runner((claimed) => (claimed.attempts === 1 ? paused(claimed) : noteWork(claimed))).runDue();
    await begun;
    market.advance(SECOND_MS);
    await database.transaction((tx) => store.hasten(tx, step("start", "asha"), market.now()));
    letGo();
    await done;
    expect(ran).toEqual(["start asha", "start asha"]);
  });
});

describe("a due step with the deadline 9:10", () => {
  it("does not start after its deadline, even before a process marks it as missed", async () => {
    await store.add([step("start", "asha")]);
    const lateClaim = { market: later(TEN_PAST, 1), human: human.now() };
    expect(await store.claim(lateClaim, new Map([["narrow", 5]]), LEASE_MS)).toEqual([]);
    expect(await store.claim({ ...lateClaim, market: TEN_PAST }, new Map([["narrow", 5]]), LEASE_MS)).toHaveLength(1);
  });

  it("has no effect after its deadline when it started in time", async () => {
    await store.add([step("start", "asha")]);
    await runner(async () => {
      market.set(later(TEN_PAST, 1));
      return { kind: "done", outcome: "started", effect: async () => void ran.push("effect") };
    }).runDue();
    expect([ran, (await rowOf("start"))["state"]]).toEqual([[], "missed"]);
  });
});

describe("a runner of due steps", () => {
  it("renews the lease of a slow step", async () => {
    await store.add([step("login", "asha")]);
    const { work, begun, letGo } = createPausedWork();
    const slow = runner(work);
    const done = slow.runDue();
    await begun;
    for (let passed = 0; passed < 2 * LEASE_MS; passed += RENEW_EVERY_MS) {
      human.advance(RENEW_EVERY_MS);
      void slow.runDue();
      const until = new Date(later(human.now(), LEASE_MS));
      await expect.poll(async () => (await rowOf("login"))["lease_until"]).toEqual(until);
    }
    await runner(noteWork).runDue();
    letGo();
    await done;
    expect(ran).toEqual(["login asha"]);
    expect((await rowOf("login"))["outcome"]).toBe("let go");
  });

  it("claims no step after a stop, and lets running steps finish", async () => {
    await store.add([step("login", "asha"), step("login", "kabir")]);
    const { work, begun, letGo } = createPausedWork();
    const stopped = runner(work);
    const done = stopped.runDue();
    await begun;
    const ended = stopped.stop();
    letGo();
    await Promise.all([ended, done]);
    expect(ran).toHaveLength(1);
    await stopped.runDue();
    expect(ran).toHaveLength(1);
  });

  it("gives up a step whose work throws again and again", async () => {
    const usefulUntil = later(NINE, 6 * 60 * MINUTE_MS);
    await store.add([step("login", "asha", { usefulUntil })]);
    const broken = runner(async ({ kind }) => {
      ran.push(kind);
      throw new Error("broken");
    });
    for (let tries = 0; tries < FAILURES_MAX + 5; tries++) {
      await broken.runDue();
      market.advance(MINUTE_MS);
    }
    expect(ran).toHaveLength(FAILURES_MAX);
    expect(await rowOf("login")).toMatchObject({ state: "missed", outcome: "failed" });
  });
});
