import type { EpochMs } from "@vriddhi/core/time/clock";
import type { IstDate } from "@vriddhi/core/time/ist";
import type { Tx } from "../db/database.ts";

export interface NewStep {
  readonly kind: string;
  readonly subject: string;
  readonly day: IstDate;
  readonly dueAt: EpochMs;
  readonly usefulUntil: EpochMs;
  readonly rank: number;
}

/** A step in the hands of one runner. */
export interface ClaimedStep extends NewStep {
  readonly lease: string;
  readonly attempts: number;
}

export interface Moments {
  readonly market: EpochMs;
  readonly human: EpochMs;
}

export type StepName = Pick<NewStep, "kind" | "subject" | "day">;

export interface DueStepStore {
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** What is known already stays as it is. */
  add(steps: readonly NewStep[], tx?: Tx): Promise<void>;
  /** To be done at once, also when it has been done today. */
  reopen(tx: Tx, step: NewStep): Promise<void>;
  /** Every step of the kind that was done before this instant is to be done again. */
  reopenAll(tx: Tx, step: Omit<NewStep, "subject">): Promise<void>;
  /** Runs it now if it waits for something. */
  hasten(tx: Tx, step: StepName, at: EpochMs): Promise<void>;
  /** Whatever helps nobody any more is closed as missed. */
  closeMissed(at: Moments): Promise<readonly StepName[]>;
  /** The earliest steps that are due and free, of one instant; earlier steps of a subject go first. */
  claim(at: Moments, limit: number, leaseMs: number): Promise<readonly ClaimedStep[]>;
  /** False: the lease was lost to somebody else, and nothing may be done. */
  finish(
    tx: Tx,
    step: ClaimedStep,
    end: { readonly outcome: string; readonly at: EpochMs; readonly isLate: boolean },
  ): Promise<boolean>;
  postpone(step: ClaimedStep, until: EpochMs, outcome: string): Promise<void>;
  /** Steps of days that nobody asks for any more. */
  forgetBefore(day: IstDate): Promise<void>;
  outcomeOf(step: StepName): Promise<string | null>;
  beat(name: string, at: EpochMs): Promise<void>;
  lastBeat(name: string): Promise<EpochMs | null>;
}
