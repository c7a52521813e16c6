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
  /** Steps of one lane (concurrency pool) wait for each other, steps of two lanes never do. */
  readonly lane: string;
}

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

export type PoolSlots = ReadonlyMap<string, number>;

export interface StepEnd {
  readonly state: "done" | "missed";
  readonly outcome: string;
  readonly at: EpochMs;
  readonly isLate: boolean;
}

export interface DueStepStore {
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Existing steps stay unchanged. A new step behind an earlier one of the same subject is held. */
  add(steps: readonly NewStep[], tx?: Tx): Promise<void>;
  reopen(tx: Tx, step: NewStep): Promise<void>;
  /** Makes every step of the kind that was done before this instant due again. */
  reopenAll(tx: Tx, step: Omit<NewStep, "subject" | "lane">): Promise<void>;
  /** Runs a waiting step now; a running one is retried at once if it asks to wait. */
  hasten(tx: Tx, step: StepName, at: EpochMs): Promise<void>;
  closeMissed(at: Moments): Promise<readonly (StepName & Pick<NewStep, "dueAt">)[]>;
  freeAbandoned(human: EpochMs): Promise<number>;
  releaseHeld(): Promise<number>;
  /** Claims due steps: per lane up to its free slots, untried ones first, never two of one subject. */
  claim(at: Moments, rooms: PoolSlots, leaseMs: number): Promise<readonly ClaimedStep[]>;
  renew(leases: readonly string[], until: EpochMs): Promise<void>;
  /** False: the lease was lost, and nothing may take effect. */
  finish(step: ClaimedStep, end: StepEnd, tx?: Tx): Promise<boolean>;
  postpone(step: ClaimedStep, until: EpochMs, outcome: string): Promise<void>;
  forgetBefore(day: IstDate): Promise<void>;
  outcomeOf(step: StepName): Promise<string | null>;
  beat(name: string, at: EpochMs): Promise<void>;
  lastBeat(name: string): Promise<EpochMs | null>;
}
