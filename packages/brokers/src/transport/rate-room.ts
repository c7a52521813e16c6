import { DAY_MS, type EpochMs, epochMs, HOUR_MS, MINUTE_MS, SECOND_MS } from "@vriddhi/core/time/clock";
import {
  type CallClass,
  isCounted,
  nonExitMax,
  type RateBudget,
  type RateShape,
  type RateSpan,
} from "../port/rate-shape.ts";

/** An exit may use all of a budget that orders count against; everything else leaves a third of it free. */
export type Priority = "exit" | "entry";

export interface RateCall {
  readonly class: CallClass;
  readonly priority: Priority;
}

const SPAN_MS: Readonly<Record<RateSpan, number>> = {
  second: SECOND_MS,
  minute: MINUTE_MS,
  hour: HOUR_MS,
  day: DAY_MS,
};

/**
 * Two calls that leave us a second apart may arrive closer to each other, so every window is taken this much longer.
 * A window that slides covers every window of a calendar, wherever the broker's clock stands.
 */
export const ARRIVAL_SLACK_MS = 100;

/** How many calls may stand in the window when one of this kind is let through. */
export function allowanceOf(budget: RateBudget, priority: Priority): number {
  return priority === "exit" ? budget.max : nonExitMax(budget);
}

/** What an account has spent: per budget the instants of its calls, oldest first. */
export interface RateRoom {
  /** The instant from which the call fits; `now` or earlier means at once. Null: never. */
  freeAt(call: RateCall, now: EpochMs): EpochMs | null;
  spend(call: RateCall, now: EpochMs): void;
  /** The call that was counted then is answered: it may have left any time between. */
  answered(call: RateCall, spentAt: EpochMs, now: EpochMs): void;
  /** Calls that were made before, by whoever it was, in any order. */
  seed(calls: readonly PastCall[]): void;
  /** Nothing is remembered any more: a new one would allow the same. */
  isEmpty(now: EpochMs): boolean;
}

/** A call that has left. */
export interface PastCall {
  readonly class: CallClass;
  /** On the human clock. */
  readonly at: EpochMs;
}

interface Spent {
  readonly budget: RateBudget;
  readonly windowMs: number;
  readonly instants: number[];
}

function forget({ instants, windowMs }: Spent, now: EpochMs): void {
  const firstKept = instants.findIndex((instant) => instant > now - windowMs);
  if (firstKept !== 0) instants.splice(0, firstKept < 0 ? instants.length : firstKept);
}

/**
 * A call waits for its connection, or for a process that stands still, before it leaves. What took longer than the slack
 * counts from its answer. Not in a second: there it would cost a broker that answers slowly a part of its calls for good,
 * and a call too many is answered by a pause of a second.
 */
function countFromAnswer({ budget, instants }: Spent, spentAt: EpochMs, now: EpochMs): void {
  if (budget.span === "second" || now - spentAt <= ARRIVAL_SLACK_MS) return;
  const index = instants.lastIndexOf(spentAt);
  if (index < 0) return;
  instants.splice(index, 1);
  instants.push(now);
}

/** When enough of the window's calls are forgotten. */
function freeIn({ budget, windowMs, instants }: Spent, priority: Priority, now: EpochMs): number | null {
  const allowance = allowanceOf(budget, priority);
  if (allowance < 1) return null;
  const leaving = instants[instants.length - allowance];
  return leaving === undefined ? now : leaving + windowMs;
}

/** Pure but for what it remembers: it reads no clock and waits for nothing. */
export function createRateRoom(shape: RateShape): RateRoom {
  const all: readonly Spent[] = shape.map((budget) => ({
    budget,
    windowMs: SPAN_MS[budget.span] + ARRIVAL_SLACK_MS,
    instants: [],
  }));
  const byClass = new Map<CallClass, readonly Spent[]>();
  /** Asked several times for each call. */
  function concerned(call: Pick<RateCall, "class">): readonly Spent[] {
    const known = byClass.get(call.class);
    if (known !== undefined) return known;
    const own = all.filter(({ budget }) => isCounted(budget, call.class));
    byClass.set(call.class, own);
    return own;
  }

  return {
    freeAt(call, now) {
      let latest: number = now;
      for (const spent of concerned(call)) {
        forget(spent, now);
        const at = freeIn(spent, call.priority, now);
        if (at === null) return null;
        latest = Math.max(latest, at);
      }
      return epochMs(latest);
    },
    spend(call, now) {
      for (const { instants } of concerned(call)) instants.push(now);
    },
    answered(call, spentAt, now) {
      for (const spent of concerned(call)) countFromAnswer(spent, spentAt, now);
    },
    seed(calls) {
      for (const call of calls) for (const { instants } of concerned(call)) instants.push(call.at);
      for (const { instants } of all) instants.sort((a, b) => a - b);
    },
    isEmpty(now) {
      for (const spent of all) forget(spent, now);
      return all.every(({ instants }) => instants.length === 0);
    },
  };
}
