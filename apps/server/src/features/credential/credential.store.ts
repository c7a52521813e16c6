import type { EpochMs } from "@vriddhi/core/time/clock";
import type { Tx } from "../../platform/db/database.ts";

export interface Holder {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly passwordHash: string | null;
}

export type CodePurpose = "reset-password" | "change-email" | "login";

export interface MailCode {
  readonly id: string;
  readonly userId: string;
  readonly purpose: CodePurpose;
  readonly email: string;
  readonly codeHash: Buffer;
  readonly expiresAt: EpochMs;
}

export interface CredentialStore {
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  findByEmail(email: string): Promise<Holder | null>;
  findById(id: string): Promise<Holder | null>;
  /** A new code replaces an older one with the same purpose. */
  putCode(tx: Tx, code: MailCode): Promise<void>;
  /** Counts an attempt before the code is compared; `null` without a valid code. */
  spendTry(tx: Tx, userId: string, purpose: CodePurpose, now: EpochMs, triesMax: number): Promise<MailCode | null>;
  dropCodes(tx: Tx, userId: string): Promise<void>;
  setPassword(tx: Tx, userId: string, passwordHash: string, isCommon: boolean): Promise<void>;
  setEmail(tx: Tx, userId: string, email: string): Promise<boolean>;
  endSessions(tx: Tx, userId: string, exceptSessionId: string | null): Promise<void>;
}
