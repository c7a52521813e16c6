import { madeOnce } from "@vriddhi/core/shared/made-once";
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

const windowOf = (span: RateSpan): number => SPAN_MS[span] + ARRIVAL_SLACK_MS;

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

/** A budget of a broker's shape, with its place in it. */
interface Budget {
  readonly at: number;
  readonly span: RateSpan;
  readonly windowMs: number;
  /** How many calls may stand in the window when an exit, and when anything else, is let through. */
  readonly allowances: Readonly<Record<Priority, number>>;
}

/** What is the same for all accounts of a broker: each class of calls with the budgets that it counts against. */
type Budgets = (call: CallClass) => readonly Budget[];

function budgetsOf(shape: RateShape): Budgets {
  const all = shape.map((budget, at) => ({
    at,
    budget,
    span: budget.span,
    windowMs: windowOf(budget.span),
    allowances: { exit: allowanceOf(budget, "exit"), entry: allowanceOf(budget, "entry") },
  }));
  const byClass = new Map<CallClass, readonly Budget[]>();
  return (call) => {
    const known = byClass.get(call);
    if (known !== undefined) return known;
    const own = all.filter(({ budget }) => isCounted(budget, call));
    byClass.set(call, own);
    return own;
  };
}

const sharedBudgets = madeOnce(budgetsOf);

function forget(instants: number[], windowMs: number, now: EpochMs): void {
  const firstKept = instants.findIndex((instant) => instant > now - windowMs);
  if (firstKept !== 0) instants.splice(0, firstKept < 0 ? instants.length : firstKept);
}

/**
 * A call waits for its connection, or for a process that stands still, before it leaves. What took longer than the slack
 * counts from its answer. Not in a second: there it would cost a broker that answers slowly a part of its calls for good,
 * and a call too many is answered by a pause of a second.
 */
function countFromAnswer(span: RateSpan, instants: number[], spentAt: EpochMs, now: EpochMs): void {
  if (span === "second" || now - spentAt <= ARRIVAL_SLACK_MS) return;
  const index = instants.lastIndexOf(spentAt);
  if (index < 0) return;
  instants.splice(index, 1);
  instants.push(now);
}

/** Pure but for what it remembers: it reads no clock and waits for nothing. There are as many as accounts, so it is small. */
class Room implements RateRoom {
  readonly #shape: RateShape;
  readonly #budgets: Budgets;
  /** By the place of the budget; a budget that nothing was spent of has none. */
  readonly #spent: (number[] | undefined)[] = [];

  constructor(shape: RateShape) {
    this.#shape = shape;
    this.#budgets = sharedBudgets(shape);
  }

  freeAt(call: RateCall, now: EpochMs): EpochMs | null {
    let latest: number = now;
    for (const budget of this.#budgets(call.class)) {
      const at = this.#freeIn(budget, call.priority, now);
      if (at === null) return null;
      if (at > latest) latest = at;
    }
    return epochMs(latest);
  }

  /** When enough of the window's calls are forgotten. */
  #freeIn({ at, windowMs, allowances }: Budget, priority: Priority, now: EpochMs): number | null {
    const allowance = allowances[priority];
    if (allowance < 1) return null;
    const instants = this.#spent[at];
    if (instants === undefined) return now;
    forget(instants, windowMs, now);
    const leaving = instants[instants.length - allowance];
    return leaving === undefined ? now : leaving + windowMs;
  }

  spend(call: RateCall, now: EpochMs): void {
    this.#add(call.class, now);
  }

  #add(call: CallClass, at: EpochMs): void {
    for (const budget of this.#budgets(call)) {
      const instants = this.#spent[budget.at];
      if (instants === undefined) this.#spent[budget.at] = [at];
      else instants.push(at);
    }
  }

  answered(call: RateCall, spentAt: EpochMs, now: EpochMs): void {
    for (const { at, span } of this.#budgets(call.class)) {
      const instants = this.#spent[at];
      if (instants !== undefined) countFromAnswer(span, instants, spentAt, now);
    }
  }

  seed(calls: readonly PastCall[]): void {
    for (const call of calls) this.#add(call.class, call.at);
    for (const instants of this.#spent) instants?.sort((a, b) => a - b);
  }

  isEmpty(now: EpochMs): boolean {
    return this.#shape.every(({ span }, at) => {
      const instants = this.#spent[at] ?? [];
      forget(instants, windowOf(span), now);
      return instants.length === 0;
    });
  }
}

export const createRateRoom = (shape: RateShape): RateRoom => new Room(shape);
