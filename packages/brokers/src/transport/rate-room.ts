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

/** An exit may use a whole budget that orders count against; everything else leaves a third free. */
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

/** Calls may arrive closer together than they left: each window is longer by this. Sliding covers calendar windows. */
export const ARRIVAL_SLACK_MS = 100;

const windowOf = (span: RateSpan): number => SPAN_MS[span] + ARRIVAL_SLACK_MS;

export function allowanceOf(budget: RateBudget, priority: Priority): number {
  return priority === "exit" ? budget.max : nonExitMax(budget);
}

/** Per budget the instants of the account's calls, oldest first. */
export interface RateRoom {
  /** The instant from which the call fits; `now` or earlier means at once. `null` for never. */
  freeAt(call: RateCall, now: EpochMs): EpochMs | null;
  spend(call: RateCall, now: EpochMs): void;
  /** The call that counts from `spentAt` is answered: it may have left any time until now. */
  answered(call: RateCall, spentAt: EpochMs, now: EpochMs): void;
  /** Earlier calls of any process, in any order. */
  seed(calls: readonly PastCall[]): void;
  isEmpty(now: EpochMs): boolean;
}

export interface PastCall {
  readonly class: CallClass;
  /** Human clock. */
  readonly at: EpochMs;
}

/** A budget with its index in the broker's rate shape. */
interface Budget {
  readonly at: number;
  readonly span: RateSpan;
  readonly windowMs: number;
  readonly allowances: Readonly<Record<Priority, number>>;
}

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
 * A call may wait for its connection or a paused process before it leaves: beyond the slack it counts from its answer.
 * Not in windows of a second: a slow broker would permanently lose calls, and one call too many costs a second's pause.
 */
function countFromAnswer(span: RateSpan, instants: number[], spentAt: EpochMs, now: EpochMs): void {
  if (span === "second" || now - spentAt <= ARRIVAL_SLACK_MS) return;
  const index = instants.lastIndexOf(spentAt);
  if (index < 0) return;
  instants.splice(index, 1);
  instants.push(now);
}

/** Pure but for its state: reads no clock and never waits. One per account, so it is small. */
class Room implements RateRoom {
  readonly #shape: RateShape;
  readonly #budgets: Budgets;
  /** Indexed by budget; an unspent budget has no entry. */
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
