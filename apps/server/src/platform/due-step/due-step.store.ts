import type { EpochMs } from "@vriddhi/core/time/clock";
import type { IstDate } from "@vriddhi/core/time/ist";
import type { Tx } from "../db/database.ts";

export interface NewStep {
  readonly kind: string;
  readonly subject: string;
  readonly day: IstDate;
  readonly dueAt: EpochMs;
  /** Later than this it is neither begun nor allowed to have an effect. */
  readonly usefulUntil: EpochMs;
  readonly rank: number;
  /** Steps of one lane wait for each other, steps of two lanes never do. */
  readonly lane: string;
}

/** A step in the hands of one runner. */
export interface ClaimedStep extends NewStep {
  readonly runAt: EpochMs;
  readonly lease: string;
  readonly attempts: number;
}

export interface Moments {
  readonly market: EpochMs;
  readonly human: EpochMs;
}

export type StepName = Pick<NewStep, "kind" | "subject" | "day">;

/** How many more steps a runner can take of each lane. */
export type PoolSlots = ReadonlyMap<string, number>;

export interface StepEnd {
  readonly state: "done" | "missed";
  readonly outcome: string;
  readonly at: EpochMs;
  readonly isLate: boolean;
}

export interface DueStepStore {
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** What is known already stays as it is. Behind an earlier step of the same subject a new one is held. */
  add(steps: readonly NewStep[], tx?: Tx): Promise<void>;
  /** To be done at once, also when it has been done today. */
  reopen(tx: Tx, step: NewStep): Promise<void>;
  /** Every step of the kind that was done before this instant is to be done again. */
  reopenAll(tx: Tx, step: Omit<NewStep, "subject" | "lane">): Promise<void>;
  /** Runs it now if it waits for something; one that is running is tried again at once should it want to wait. */
  hasten(tx: Tx, step: StepName, at: EpochMs): Promise<void>;
  /** Whatever helps nobody any more is closed as missed. */
  closeMissed(at: Moments): Promise<readonly (StepName & Pick<NewStep, "dueAt">)[]>;
  /** Steps whose runner did not renew its lease are due again; says how many. */
  freeAbandoned(human: EpochMs): Promise<number>;
  /** Steps whose predecessors are gone are due; says how many. */
  releaseHeld(): Promise<number>;
  /**
   * Steps that are due, free and still useful: of each lane as many as there is room for, fresh ones before those that
   * were tried already, and never two of one subject.
   */
  claim(at: Moments, rooms: PoolSlots, leaseMs: number): Promise<readonly ClaimedStep[]>;
  /** Whoever still works on these steps keeps them until then. */
  renew(leases: readonly string[], until: EpochMs): Promise<void>;
  /** False: the lease was lost to somebody else, and nothing may be done. */
  finish(step: ClaimedStep, end: StepEnd, tx?: Tx): Promise<boolean>;
  postpone(step: ClaimedStep, until: EpochMs, outcome: string): Promise<void>;
  /** Steps of days that nobody asks for any more. */
  forgetBefore(day: IstDate): Promise<void>;
  outcomeOf(step: StepName): Promise<string | null>;
  beat(name: string, at: EpochMs): Promise<void>;
  lastBeat(name: string): Promise<EpochMs | null>;
}
