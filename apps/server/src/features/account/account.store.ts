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
  /** Only if the old hash is unchanged: a new password wins. */
  renewPasswordHash(userId: string, oldHash: string, newHash: string): Promise<void>;
  /** A changed password is warned about again. */
  noteCommonPassword(userId: string, isCommon: boolean): Promise<void>;
  giveDob(userId: string, dob: IstDate): Promise<boolean>;
  findSignup(email: string, now: EpochMs, preferredId?: string | null): Promise<Signup | null>;
  insertSignup(tx: Tx, signup: Signup): Promise<void>;
  setCode(tx: Tx, signupId: string, codeHash: Buffer, codeExpiresAt: EpochMs): Promise<void>;
  /** Counts one attempt per open code before comparing, so that parallel guesses cannot share an attempt. */
  spendTry(tx: Tx, email: string, signupId: string | null, now: EpochMs, triesMax: number): Promise<readonly Signup[]>;
  /** Deletes every sign-up of the address and creates the account; `false` when the address already has one. */
  settle(tx: Tx, user: User): Promise<boolean>;
}
