import type { HumanClock, MarketClock } from "@vriddhi/core/time/clock";
import { realTimers, type Timers } from "../clock/timers.ts";
import { runFor } from "../db/async-context.ts";
import type { ClaimedStep, Moments, PoolSlots } from "./due-step.store.ts";
import { createStepClosing, type StepClosingDeps } from "./step-closing.ts";
import { LEASE_MS, LOOK_EVERY_MS, STOP_WITHIN_MS, type StepLimits } from "./step-limits.ts";
import { createStepUpkeep, type StepUpkeepDeps } from "./step-upkeep.ts";

export interface StepRunnerDeps extends Omit<StepClosingDeps, "closingMax" | "isBeforeFirstStart">, StepUpkeepDeps {
  readonly humanClock: HumanClock;
  readonly marketClock: MarketClock;
  readonly limits: StepLimits;
  readonly timers?: Timers;
}

export interface StepRunner {
  /** Returns when nothing due is left; waiting steps and other runners' stay. A concurrent call joins the run. */
  runDue(): Promise<void>;
  plan(): Promise<void>;
  /** The stored steps were deleted: the next poll plans the day. */
  forget(): void;
  /** Claims no further step; running ones may finish up to a deadline. */
  stop(): Promise<void>;
}

interface Waiter {
  resolve(): void;
  reject(cause: unknown): void;
}

/** Sleeps until it is woken or the time is over; a wake-up before the sleep is not lost. */
function createBell(timers: Timers) {
  let isRung = false;
  let wake: (() => void) | null = null;
  return {
    ring() {
      isRung = true;
      wake?.();
    },
    async woken(withinMs: number): Promise<void> {
      if (!isRung)
        await new Promise<void>((resolve) => {
          const takeBack = timers.after(withinMs, resolve);
          wake = () => {
            takeBack();
            resolve();
          };
        });
      wake = null;
      isRung = false;
    },
  };
}

function createSlots(widths: Readonly<Record<string, number>>, run: (step: ClaimedStep) => Promise<void>) {
  const held = new Map<string, Promise<void>>();
  const inLane = new Map<string, number>();
  const count = (lane: string, by: number) => void inLane.set(lane, (inLane.get(lane) ?? 0) + by);
  return {
    leases: () => [...held.keys()],
    isEmpty: () => held.size === 0,
    rooms(): PoolSlots {
      const free = Object.entries(widths).map(([lane, width]) => [lane, width - (inLane.get(lane) ?? 0)] as const);
      return new Map(free.filter(([, room]) => room > 0));
    },
    take(step: ClaimedStep, onEnd: () => void): void {
      count(step.lane, 1);
      const ended = run(step).finally(() => {
        held.delete(step.lease);
        count(step.lane, -1);
        onEnd();
      });
      held.set(step.lease, ended);
    },
    allEnded: () => Promise.all(held.values()),
  };
}

export function createStepRunner(deps: StepRunnerDeps): StepRunner {
  const { store, humanClock, marketClock, limits, timers = realTimers } = deps;
  const { closingMax, widths } = limits;
  const { keepRows, keepPlan, isBeforeFirstStart, forget } = createStepUpkeep(deps);
  const slots = createSlots(widths, createStepClosing({ ...deps, closingMax, isBeforeFirstStart }));
  const bell = createBell(timers);
  const waiters: Waiter[] = [];
  let isStopping = false;
  let isLooping = false;
  const moments = (): Moments => ({ market: marketClock.now(), human: humanClock.now() });

  async function look(): Promise<boolean> {
    if (isStopping) return slots.isEmpty();
    const at = moments();
    await keepRows(at, slots.leases());
    // Read before the claim: a step may finish during the claim and free a slot that it does not know of.
    const wasIdle = slots.isEmpty();
    const steps = await store.claim(at, slots.rooms(), LEASE_MS);
    for (const step of steps) slots.take(step, bell.ring);
    return wasIdle && steps.length === 0 && (await store.releaseHeld()) === 0;
  }

  async function lookOnce(): Promise<void> {
    const asked = waiters.length;
    const isDone = await look();
    if (isDone) for (const { resolve } of waiters.splice(0, asked)) resolve();
    else if (!slots.isEmpty()) await bell.woken(LOOK_EVERY_MS);
  }

  async function loop(): Promise<void> {
    isLooping = true;
    try {
      while (waiters.length > 0) await lookOnce();
    } catch (cause) {
      for (const { reject } of waiters.splice(0)) reject(cause);
    } finally {
      // Set in the same turn in which no waiter was found: a later caller starts a new loop.
      isLooping = false;
    }
  }

  return {
    runDue() {
      const done = new Promise<void>((resolve, reject) => waiters.push({ resolve, reject }));
      bell.ring();
      if (!isLooping) void runFor("steps", loop);
      return done;
    },
    plan: () => runFor("steps", () => keepPlan(moments())),
    forget,
    async stop() {
      isStopping = true;
      bell.ring();
      const deadline = new Promise<void>((resolve) => timers.after(STOP_WITHIN_MS, resolve));
      await Promise.race([slots.allEnded(), deadline]);
      for (const { resolve } of waiters.splice(0)) resolve();
    },
  };
}
