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
  /** Replaces an unconfirmed secret; keeps a confirmed one and returns `false`. */
  putUnconfirmed(userId: string, sealedSecret: string): Promise<boolean>;
  /** `true` once per 30-second step: a code never works twice, not even concurrently. */
  spendStep(userId: string, step: number): Promise<boolean>;
  /** `false` when another start replaced the secret meanwhile. */
  confirm(tx: Tx, userId: string, proved: Proved): Promise<boolean>;
  /** `true` when an unused recovery code had this hash; it is used now. */
  spendRecovery(userId: string, codeHash: Buffer, at: EpochMs): Promise<boolean>;
  remove(tx: Tx, userId: string): Promise<void>;
  cancelRemoval(userId: string): Promise<void>;
}
