import type { Random } from "@vriddhi/core/shared/random";
import { SECOND_MS } from "@vriddhi/core/time/clock";
import type { IstMinute } from "@vriddhi/core/time/ist";
import type { CallFault } from "./fault-plan.ts";
import type { InjectedFault, NarrowBudget, PlannedSignal } from "./plan-model.ts";

/** Something that must come together to put one rule to the test: signals, faults of calls, and mishaps. */
export interface FaultScenario {
  readonly signals: readonly PlannedSignal[];
  readonly callFaults: readonly CallFault[];
  readonly mishaps: readonly InjectedFault[];
  /** Everybody who can listens to their broker's pushes. */
  readonly hasPushes?: true;
  readonly narrowBudget?: NarrowBudget;
  /** How far the processes' clocks are off. */
  readonly skewsMs?: readonly number[];
}

/** What a trouble is drawn for. */
export interface FaultedDay {
  readonly accounts: number;
  readonly workers: number;
  readonly shares: number;
  /** The first and the last instant of a signal, in milliseconds since the day began. */
  readonly firstMs: number;
  readonly lastMs: number;
  /** Milliseconds of the human clock until the market clock shows this minute. */
  humanAt(minute: IstMinute): number;
}

export interface FaultScenarioKind {
  /** In how many of a hundred days it comes by itself. */
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

/** A few accounts, so that one of them is there when it comes to it. */
export const someOf = (random: Random, count: number, accounts: number): readonly number[] =>
  Array.from({ length: count }, () => random.int(0, accounts - 1));

export const between = (random: Random, { firstMs, lastMs }: FaultedDay): number => random.int(firstMs, lastMs);
