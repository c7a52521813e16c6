import type { EpochMs } from "@vriddhi/core/time/clock";
import type { Tx } from "../../platform/db/database.ts";

export interface WaitingAct {
  readonly id: string;
  readonly kind: string;
  readonly sentence: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly askedBy: string;
  readonly askedByName: string | null;
  readonly state: "waiting" | "confirmed" | "refused";
  readonly decidedBy: string | null;
  readonly decidedByName: string | null;
  readonly outcome: string | null;
  /** Human clock, all instants. */
  readonly askedAt: EpochMs;
  readonly expiresAt: EpochMs;
  readonly decidedAt: EpochMs | null;
}

export type NewWaitingAct = Pick<
  WaitingAct,
  "id" | "kind" | "sentence" | "input" | "askedBy" | "askedAt" | "expiresAt"
>;

export interface FourEyesStore {
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  add(tx: Tx, act: NewWaitingAct): Promise<void>;
  find(id: string): Promise<WaitingAct | null>;
  listNewest(limit: number): Promise<readonly WaitingAct[]>;
  /** Decides a waiting act, once; `false` when it is decided or expired. */
  decide(
    tx: Tx,
    id: string,
    decision: { readonly state: "confirmed" | "refused"; readonly by: string; readonly at: EpochMs },
  ): Promise<boolean>;
  /** In the transaction of the act's effect; `false` when an earlier attempt stored an outcome. */
  noteOutcome(tx: Tx, id: string, outcome: string): Promise<boolean>;
  putOutcome(id: string, outcome: string): Promise<void>;
}
