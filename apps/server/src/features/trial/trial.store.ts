import type { EpochMs } from "@vriddhi/core/time/clock";
import type { Tx } from "../../platform/db/database.ts";

export interface TrialStore {
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Holds the person; their verified number, if there is one. */
  holdPerson(tx: Tx, userId: string): Promise<{ readonly phone: string | null }>;
  /** Whether this account or this number had its trial. */
  isUsed(tx: Tx, userId: string, phoneHash: Buffer | null): Promise<boolean>;
  /** False when it was used in the same moment, by another account with the same number. */
  take(tx: Tx, use: { userId: string; phoneHash: Buffer | null; startedAt: EpochMs }): Promise<boolean>;
  /** People who proved a number only after their trial. */
  listLateNumbers(most: number): Promise<readonly { readonly userId: string; readonly phone: string }[]>;
  /** Nothing happens when the number is known from another trial. */
  noteNumber(userId: string, phoneHash: Buffer): Promise<void>;
}
