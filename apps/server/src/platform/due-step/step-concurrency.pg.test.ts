import { poolOf, poolWidths } from "@vriddhi/core/schedule/concurrency-pool";
import { planStep, type StepKind } from "@vriddhi/core/schedule/day-plan";
import { type EpochMs, later, MINUTE_MS, SECOND_MS } from "@vriddhi/core/time/clock";
import { istDate, istInstant, istMinute } from "@vriddhi/core/time/ist";
import { createVirtualClock, type VirtualClock } from "@vriddhi/testing/virtual-clock";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { runSql } from "../../testing/sql.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import type { Timers } from "../clock/timers.ts";
import { readConfig } from "../config/config.ts";
import { APP_ROLE, type Database, openDatabase } from "../db/database.ts";
import { createLogger } from "../log/logger.ts";
import { createDueStepStore } from "./due-step.store.pg.ts";
import type { ClaimedStep, DueStepStore, NewStep } from "./due-step.store.ts";
import type { StepResult } from "./step-closing.ts";
import { stepLimits } from "./step-limits.ts";
import { createStepRunner, type StepRunner } from "./step-runner.ts";

const DAY = istDate("2026-11-16");
const at = (hour: number, minute: number): EpochMs => istInstant(DAY, istMinute(hour, minute));
const END = at(9, 11);
const POLL_MS = 500;
const ACCOUNTS = 2_000;
const HEALTHY = 100;
const HEALTHY_LOGIN_MS = 300;
const ALLOWED_MS = 5 * SECOND_MS;

let scratch: TestDatabase;
let database: Database;
let clock: VirtualClock;
const { pools } = readConfig({});

beforeAll(async () => {
  scratch = await createTestDatabase();
  database = openDatabase(scratch.url, {
    max: pools.api,
    kept: { steps: pools.steps },
    role: APP_ROLE,
    onError: () => {},
  });
});
beforeEach(() => runSql(scratch.url, "TRUNCATE due_steps"));
afterAll(async () => {
  await database.close();
  await scratch.drop();
});

/** Virtual time advances only when no work is left, so that slow database calls use none of it. */
function createVirtualTime() {
  const pending = new Set<Promise<unknown>>();
  const alarms = new Map<number, { readonly at: EpochMs; run(): void }>();
  let next = 0;
  const timers: Timers = {
    after(durationMs, run) {
      const id = next++;
      alarms.set(id, { at: later(clock.now(), durationMs), run });
      return () => void alarms.delete(id);
    },
  };
  const sleep = (durationMs: number) => new Promise<void>((resolve) => void timers.after(durationMs, resolve));
  const watched = (store: DueStepStore): DueStepStore =>
    Object.fromEntries(
      Object.entries(store).map(([name, call]) => [
        name,
        (...values: never[]) => {
          const asked: Promise<unknown> = (call as (...all: never[]) => Promise<unknown>)(...values);
          pending.add(asked);
          return asked.finally(() => pending.delete(asked));
        },
      ]),
    ) as unknown as DueStepStore;
  const breathe = () => new Promise<void>((resolve) => setImmediate(resolve));
  async function rest(): Promise<void> {
    do {
      await Promise.allSettled(pending);
      await breathe();
    } while (pending.size > 0);
  }
  async function liveUntil(end: EpochMs): Promise<void> {
    for (await rest(); clock.now() < end; await rest()) {
      const soonest = Math.min(...[...alarms.values()].map((alarm) => alarm.at), end) as EpochMs;
      clock.set(soonest);
      for (const [id, alarm] of [...alarms])
        if (alarm.at <= soonest) {
          alarms.delete(id);
          alarm.run();
        }
    }
  }
  return { timers, sleep, watched, liveUntil };
}

interface Begun {
  readonly step: ClaimedStep;
  readonly at: EpochMs;
}

const accountsOf = (broker: "fyers" | "angelone", count: number): readonly NewStep[] =>
  Array.from({ length: count }, (_, index) =>
    (["reconnect", "start"] as const).map((kind) => ({
      ...planStep(kind, DAY),
      subject: `${broker}-${index}`,
      lane: poolOf(kind, broker),
    })),
  ).flat();

const deskLogin = (subject: string): NewStep => ({
  ...planStep("desk_login", DAY),
  subject,
  lane: poolOf("desk_login", null),
});

async function liveMorning(
  from: EpochMs,
  fyersMs: number,
): Promise<{ begun: readonly Begun[]; effects: readonly Begun[] }> {
  clock = createVirtualClock(from);
  const time = createVirtualTime();
  const store = time.watched(createDueStepStore(database));
  await store.add([...accountsOf("fyers", ACCOUNTS), ...accountsOf("angelone", HEALTHY)]);
  await store.add([deskLogin("fyers"), deskLogin("angelone")]);
  const begun: Begun[] = [];
  const effects: Begun[] = [];
  const connected = new Set<string>();
  async function work(step: ClaimedStep): Promise<StepResult> {
    begun.push({ step, at: clock.now() });
    const isLogin = step.kind !== "start";
    const isFyers = step.subject.startsWith("fyers");
    if (isLogin) await time.sleep(isFyers ? fyersMs : HEALTHY_LOGIN_MS);
    if (isLogin && isFyers) return { kind: "later", outcome: "unavailable", at: later(clock.now(), MINUTE_MS) };
    if (isLogin) connected.add(step.subject);
    if (!connected.has(step.subject)) return { kind: "later", outcome: "not_connected", at: step.usefulUntil };
    return { kind: "done", outcome: "done", effect: async () => void effects.push({ step, at: clock.now() }) };
  }
  const runner = createStepRunner({
    store,
    humanClock: clock,
    marketClock: clock,
    log: createLogger("silent"),
    limits: stepLimits(poolWidths, pools.steps),
    timers: time.timers,
    plan: () => [],
    work: () => work,
  });
  void pollUntilEnd(runner, time.sleep);
  await time.liveUntil(END);
  return { begun, effects };
}

async function pollUntilEnd(runner: StepRunner, sleep: (ms: number) => Promise<void>): Promise<void> {
  for (; clock.now() < END; await sleep(POLL_MS)) await runner.runDue();
}

function delayOf(begun: readonly Begun[], from: EpochMs, kind: StepKind): number {
  const delays = begun
    .filter(({ step }) => step.kind === kind && step.subject.startsWith("angelone"))
    .map(({ step, at: began }) => began - Math.max(step.dueAt, from))
    .sort((a, b) => a - b);
  return delays[Math.ceil(delays.length * 0.99) - 1] ?? Number.NaN;
}

describe("2,000 slow accounts of a broker", () => {
  it.each([
    ["that never answers, with a worker that came up at 8:54", at(8, 54), 5_200],
    ["that answers after 4.9 s, with a worker that came up at 8:55", at(8, 55), 4_900],
  ])("%s delay no other account, and no step takes effect after its deadline", async (_name, from, fyersMs) => {
    const { begun, effects } = await liveMorning(from, fyersMs);
    for (const kind of ["reconnect", "start"] as const) {
      const healthy = effects.filter(({ step }) => step.kind === kind && step.subject.startsWith("angelone"));
      expect(healthy).toHaveLength(HEALTHY);
      expect(delayOf(begun, from, kind)).toBeLessThanOrEqual(ALLOWED_MS);
    }
    expect(delayOf(begun, from, "desk_login")).toBeLessThanOrEqual(SECOND_MS);
    expect(begun.filter(({ step, at: began }) => began > step.usefulUntil)).toEqual([]);
    expect(effects.filter(({ step, at: happened }) => happened > step.usefulUntil)).toEqual([]);
    // the workers kept trying the accounts of the silent broker
    expect(begun.filter(({ step }) => step.lane === "logins:fyers").length).toBeGreaterThan(1_000);
  });
});
