import {
  type EpochMs,
  epochMs,
  type HumanClock,
  later,
  type MarketClock,
  MINUTE_MS,
  SECOND_MS,
} from "@vriddhi/core/time/clock";
import { addDays, istDateOf } from "@vriddhi/core/time/ist";
import type { Tx } from "../db/database.ts";
import type { Logger } from "../log/logger.ts";
import type { ClaimedStep, DueStepStore, Moments, NewStep } from "./due-step.store.ts";

/** What a step came to. The effect is written together with the step's end, or not at all. */
export type StepResult =
  | { readonly kind: "done"; readonly outcome: string; readonly effect?: (tx: Tx) => Promise<void> }
  /** Tried again then, on the market clock, as long as it is useful. */
  | { readonly kind: "later"; readonly outcome: string; readonly at: EpochMs };

/** Calls the outside world as it needs to, but bears being run again after a crash. */
export type StepWork = (step: ClaimedStep) => Promise<StepResult>;

export interface StepRunnerDeps {
  readonly store: DueStepStore;
  readonly humanClock: HumanClock;
  readonly marketClock: MarketClock;
  readonly log: Logger;
  /** The steps of the market's day; adding them again changes nothing. */
  plan(now: EpochMs): readonly NewStep[];
  work(kind: string): StepWork | null;
}

export interface StepRunner {
  /** Does everything that is due now, in order; what is running elsewhere is left alone. */
  runDue(): Promise<void>;
}

export const SCHEDULER_BEAT = "mornings";
/** Longer than any broker's answer may take. */
export const LEASE_MS = 2 * MINUTE_MS;
/** Steps that run side by side. */
const CLAIM_MAX = 16;
const LATE_AFTER_MS = MINUTE_MS;
const AGAIN_AFTER_MS = MINUTE_MS;
const AGAIN_AT_LEAST_MS = SECOND_MS;
/** How often the day is written down again: a reset may have taken it away. */
const PLAN_EVERY_MS = 5 * SECOND_MS;
/** The market's own days: its clock may be far from the people's. */
const KEPT_DAYS = 14;
/** A limit for a runner that can find no end. */
const WAVES_MAX = 100_000;

class LeaseLost extends Error {}

export function createStepRunner(deps: StepRunnerDeps): StepRunner {
  const { store, humanClock, marketClock, log } = deps;
  const moments = (): Moments => ({ market: marketClock.now(), human: humanClock.now() });
  let planned: Moments | null = null;

  async function plan(at: Moments): Promise<void> {
    const isFresh =
      planned !== null &&
      istDateOf(at.market) === istDateOf(planned.market) &&
      at.market >= planned.market &&
      Math.abs(at.human - planned.human) < PLAN_EVERY_MS;
    if (isFresh) return;
    const day = istDateOf(at.market);
    if (planned === null || day !== istDateOf(planned.market)) await store.forgetBefore(addDays(day, -KEPT_DAYS));
    await store.add(deps.plan(at.market));
    await store.beat(SCHEDULER_BEAT, at.human);
    planned = at;
  }

  async function settle(step: ClaimedStep, result: StepResult): Promise<void> {
    const at = marketClock.now();
    // never at once: a step that cannot end must not keep the others
    if (result.kind === "later")
      return store.postpone(step, epochMs(Math.max(result.at, at + AGAIN_AT_LEAST_MS)), result.outcome);
    const isLate = at - step.dueAt > LATE_AFTER_MS;
    await store.transaction(async (tx) => {
      // The end first: whoever lost the lease must not have an effect.
      if (!(await store.finish(tx, step, { outcome: result.outcome, at, isLate }))) throw new LeaseLost();
      await result.effect?.(tx);
    });
    const said = { kind: step.kind, subject: step.subject, day: step.day, outcome: result.outcome };
    if (isLate) log.info(said, "a step ran late");
    else log.debug(said, "a step ran");
  }

  async function run(step: ClaimedStep): Promise<void> {
    const work = deps.work(step.kind);
    try {
      await settle(step, work === null ? { kind: "done", outcome: "unknown" } : await work(step));
    } catch (cause) {
      const said = { err: cause, kind: step.kind, subject: step.subject, attempts: step.attempts };
      if (cause instanceof LeaseLost) log.warn(said, "a step went to another runner");
      else {
        log.error(said, "a step failed");
        await store.postpone(step, later(marketClock.now(), AGAIN_AFTER_MS), "failed");
      }
    }
  }

  async function runAll(): Promise<void> {
    await plan(moments());
    const missed = await store.closeMissed(moments());
    if (missed.length > 0) log.info({ steps: missed.slice(0, 20), count: missed.length }, "steps were missed");
    for (let wave = 0; wave < WAVES_MAX; wave++) {
      const steps = await store.claim(moments(), CLAIM_MAX, LEASE_MS);
      if (steps.length === 0) return;
      await Promise.all(steps.map(run));
    }
  }

  let turn: Promise<void> = Promise.resolve();
  return {
    runDue() {
      const mine = turn.then(runAll);
      turn = mine.catch(() => undefined);
      return mine;
    },
  };
}
