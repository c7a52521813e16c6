import type { EpochMs } from "@vriddhi/core/time/clock";
import type { Tx } from "../../platform/db/database.ts";

/** What a trial could have been had with. */
export interface TrialPerson {
  readonly email: string;
  /** Verified. */
  readonly phone: string | null;
  readonly accounts: readonly BrokerAccount[];
}

export interface BrokerAccount {
  readonly broker: string;
  readonly clientId: string;
}

export interface TrialStore {
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Holds the person, whose address, number and linked accounts these are. */
  holdPerson(tx: Tx, userId: string): Promise<TrialPerson>;
  accountsOf(tx: Tx, userId: string): Promise<readonly BrokerAccount[]>;
  hadTrial(tx: Tx, userId: string): Promise<boolean>;
  /** False when the account had its trial in the same moment. */
  take(tx: Tx, use: { userId: string; phoneHash: Buffer | null; startedAt: EpochMs }): Promise<boolean>;
  /** Keeps the keys for ever; false when one of them belongs to somebody else's trial. */
  noteKeys(tx: Tx, userId: string, keys: readonly Buffer[], at: EpochMs): Promise<boolean>;
  /** What is left of the person's trial ends now; who they are, or null when none was left. */
  endTrial(tx: Tx, userId: string, now: EpochMs): Promise<{ readonly name: string; readonly email: string } | null>;
  /** People who had a trial of which not every key is known: they proved a number later, or began before keys were kept. */
  listIncomplete(most: number): Promise<readonly { readonly userId: string; readonly startedAt: EpochMs }[]>;
  noteNumber(tx: Tx, userId: string, phoneHash: Buffer): Promise<void>;
}
