import type { Role } from "@vriddhi/contract/account";
import type { EpochMs } from "@vriddhi/core/time/clock";
import type { IstDate } from "@vriddhi/core/time/ist";
import type { Tx } from "../../platform/db/database.ts";

export interface User {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly dob: IstDate | null;
  readonly passwordHash: string | null;
  readonly role: Role;
  readonly createdAt: EpochMs;
  readonly hasCommonPassword: boolean;
}

export interface Signup {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly dob: IstDate;
  readonly passwordHash: string;
  readonly codeHash: Buffer;
  readonly codeExpiresAt: EpochMs;
  readonly createdAt: EpochMs;
  readonly expiresAt: EpochMs;
  readonly hasCommonPassword: boolean;
}

export interface AccountStore {
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  findUser(email: string): Promise<User | null>;
  findUserById(id: string): Promise<User | null>;
  /** Only where the old hash still stands: a password changed meanwhile wins. */
  renewPasswordHash(userId: string, oldHash: string, newHash: string): Promise<void>;
  /** Whoever changes it is warned anew. */
  noteCommonPassword(userId: string, isCommon: boolean): Promise<void>;
  /** Only where none is known yet. */
  giveDob(userId: string, dob: IstDate): Promise<boolean>;
  /** The sign-up of this address that still waits: the one preferred, else the newest. */
  findSignup(email: string, now: EpochMs, preferredId?: string | null): Promise<Signup | null>;
  insertSignup(tx: Tx, signup: Signup): Promise<void>;
  setCode(tx: Tx, signupId: string, codeHash: Buffer, codeExpiresAt: EpochMs): Promise<void>;
  /**
   * Counts one try on every waiting code of the address before any is compared, so that parallel guesses cannot share
   * one; of one sign-up only where it is named.
   */
  spendTry(tx: Tx, email: string, signupId: string | null, now: EpochMs, triesMax: number): Promise<readonly Signup[]>;
  /** Forgets every sign-up of the address and makes the account; false when the address has one by now. */
  settle(tx: Tx, user: User): Promise<boolean>;
}
