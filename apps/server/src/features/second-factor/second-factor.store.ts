import type { EpochMs } from "@vriddhi/core/time/clock";
import type { Tx } from "../../platform/db/database.ts";

export interface TotpFactor {
  readonly sealedSecret: string;
  readonly confirmedAt: EpochMs | null;
}

export interface Proved {
  readonly sealedSecret: string;
  readonly at: EpochMs;
  readonly recoveryHashes: readonly Buffer[];
}

export interface SecondFactorStore {
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  find(userId: string): Promise<TotpFactor | null>;
  /** A secret that was never confirmed is replaced; a confirmed one stays, and the answer is false. */
  putUnconfirmed(userId: string, sealedSecret: string): Promise<boolean>;
  /** True once per 30-second step: the same code never opens twice, not even at the same moment. */
  spendStep(userId: string, step: number): Promise<boolean>;
  /** False when the waiting secret is no longer the proved one: another start has replaced it. */
  confirm(tx: Tx, userId: string, proved: Proved): Promise<boolean>;
  /** True when an unused recovery code had this hash; it is used now. */
  spendRecovery(userId: string, codeHash: Buffer, at: EpochMs): Promise<boolean>;
  remove(tx: Tx, userId: string): Promise<void>;
  /** The authenticator was not lost after all. */
  cancelRemoval(userId: string): Promise<void>;
}
