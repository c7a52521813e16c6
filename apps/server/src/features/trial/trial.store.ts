import type { EpochMs } from "@vriddhi/core/time/clock";
import type { Tx } from "../../platform/db/database.ts";

export interface TrialPerson {
  readonly email: string;
  readonly phone: string | null;
  readonly accounts: readonly BrokerAccount[];
}

export interface BrokerAccount {
  readonly broker: string;
  readonly clientId: string;
}

export interface TrialStore {
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Locks the user; returns the address, number and linked accounts. */
  holdPerson(tx: Tx, userId: string): Promise<TrialPerson>;
  accountsOf(tx: Tx, userId: string): Promise<readonly BrokerAccount[]>;
  hadTrial(tx: Tx, userId: string): Promise<boolean>;
  take(tx: Tx, use: { userId: string; phoneHash: Buffer | null; startedAt: EpochMs }): Promise<boolean>;
  /** Stores the keys permanently; `false` when one of them belongs to another user's trial. */
  noteKeys(tx: Tx, userId: string, keys: readonly Buffer[], at: EpochMs): Promise<boolean>;
  endTrial(tx: Tx, userId: string, now: EpochMs): Promise<{ readonly name: string; readonly email: string } | null>;
  /** Users with a trial whose keys are incomplete: they verified a number later, or began before keys were stored. */
  listIncomplete(most: number): Promise<readonly { readonly userId: string; readonly startedAt: EpochMs }[]>;
  noteNumber(tx: Tx, userId: string, phoneHash: Buffer): Promise<void>;
}
