import type { Random } from "@vriddhi/core/shared/random";
import { SECOND_MS } from "@vriddhi/core/time/clock";
import type { IstMinute } from "@vriddhi/core/time/ist";
import type { CallFault } from "./fault-plan.ts";
import type { InjectedFault, NarrowBudget, PlannedSignal } from "./plan-model.ts";

/** A combination that tests one rule: signals, call faults and injected faults. */
export interface FaultScenario {
  readonly signals: readonly PlannedSignal[];
  readonly callFaults: readonly CallFault[];
  readonly injectedFaults: readonly InjectedFault[];
  /** Every account with push support subscribes to its broker's pushes. */
  readonly hasPushes?: true;
  readonly narrowBudget?: NarrowBudget;
  readonly skewsMs?: readonly number[];
}

export interface FaultedDay {
  readonly accounts: number;
  readonly workers: number;
  readonly shares: number;
  /** First and last instant of a signal, in milliseconds since the start of the day. */
  readonly firstMs: number;
  readonly lastMs: number;
  humanAt(minute: IstMinute): number;
}

export interface FaultScenarioKind {
  /** Percentage of days on which it occurs unrequested. */
  readonly odds: number;
  /** Not on dense days, which stay as they were when they found something. */
  readonly isSparse?: true;
  draw(random: Random, day: FaultedDay): FaultScenario;
}

export const signalAt = (random: Random, { shares }: FaultedDay, id: string, atMs: number): PlannedSignal => ({
  id,
  atMs: Math.floor(atMs),
  share: random.int(0, shares - 1),
  side: random.int(0, 3) === 0 ? "sell" : "buy",
  stopBasisPoints: random.int(80, 150),
  targetBasisPoints: null,
  validMs: 20 * SECOND_MS,
});

/** A few accounts, so that one of them is available. */
export const someOf = (random: Random, count: number, accounts: number): readonly number[] =>
  Array.from({ length: count }, () => random.int(0, accounts - 1));

export const between = (random: Random, { firstMs, lastMs }: FaultedDay): number => random.int(firstMs, lastMs);
