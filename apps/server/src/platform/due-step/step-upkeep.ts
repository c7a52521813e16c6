import { type EpochMs, later, SECOND_MS } from "@vriddhi/core/time/clock";
import { addDays, istDateOf } from "@vriddhi/core/time/ist";
import type { Logger } from "../log/logger.ts";
import type { DueStepStore, Moments, NewStep } from "./due-step.store.ts";
import { LEASE_MS, RENEW_EVERY_MS } from "./step-limits.ts";

export const SCHEDULER_BEAT = "mornings";
/** How often the day's plan is stored again: a reset may have deleted it. */
export const PLAN_EVERY_MS = 5 * SECOND_MS;
const TIDY_EVERY_MS = 5 * SECOND_MS;
/** Trading days of the market clock, which may be far from the human clock. */
const KEPT_DAYS = 14;
const LOGGED_MAX = 20;

export interface StepUpkeepDeps {
  readonly store: DueStepStore;
  readonly log: Logger;
  plan(now: EpochMs): readonly NewStep[];
}

const isOlder = (then: Moments | null, now: Moments, ms: number): boolean =>
  then === null || now.market < then.market || now.market - then.market >= ms || Math.abs(now.human - then.human) >= ms;

export function createStepUpkeep({ store, log, plan }: StepUpkeepDeps) {
  let planned: Moments | null = null;
  let tidied: Moments | null = null;
  let renewedAt: EpochMs | null = null;
  let firstStart: EpochMs | null = null;

  async function planDay(at: Moments): Promise<void> {
    const day = istDateOf(at.market);
    const isBeginning = planned === null || at.market < planned.market;
    if (isBeginning && (await store.lastBeat(SCHEDULER_BEAT)) === null) firstStart = at.market;
    if (planned === null || day !== istDateOf(planned.market)) await store.forgetBefore(addDays(day, -KEPT_DAYS));
    await store.add(plan(at.market));
    await store.beat(SCHEDULER_BEAT, at.human);
    planned = at;
  }

  const isBeforeFirstStart = (dueAt: EpochMs): boolean => firstStart !== null && dueAt < firstStart;

  async function tidy(at: Moments): Promise<void> {
    const closed = await store.closeMissed(at);
    if (closed.length > 0) await store.releaseHeld();
    const missed = closed.filter(({ dueAt }) => !isBeforeFirstStart(dueAt));
    if (missed.length > 0) log.info({ steps: missed.slice(0, LOGGED_MAX), count: missed.length }, "due steps: missed");
    const abandoned = await store.freeAbandoned(at.human);
    if (abandoned > 0) log.warn({ count: abandoned }, "due steps: released from a dead runner");
    tidied = at;
  }

  async function keepPlan(at: Moments): Promise<void> {
    const hasNewDay = planned === null || istDateOf(at.market) !== istDateOf(planned.market);
    if (hasNewDay || isOlder(planned, { ...at, market: planned?.market ?? at.market }, PLAN_EVERY_MS))
      await planDay(at);
  }

  async function keepRows(at: Moments, leases: readonly string[]): Promise<void> {
    await keepPlan(at);
    if (isOlder(tidied, at, TIDY_EVERY_MS)) await tidy(at);
    if (leases.length > 0 && (renewedAt === null || at.human - renewedAt >= RENEW_EVERY_MS)) {
      await store.renew(leases, later(at.human, LEASE_MS));
      renewedAt = at.human;
    }
  }
  return {
    keepRows,
    keepPlan,
    isBeforeFirstStart,
    forget(): void {
      planned = null;
      tidied = null;
    },
  };
}
