import type { Role } from "@vriddhi/contract/account";
import type { EpochMs } from "@vriddhi/core/time/clock";
import type { IstDate } from "@vriddhi/core/time/ist";
import type { Tx } from "../../platform/db/database.ts";

export interface Attempt {
  readonly cookieHash: Buffer;
  readonly state: string;
  readonly nonce: string;
  readonly sealedVerifier: string;
  readonly expiresAt: EpochMs;
}

export interface GoogleUser {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  readonly dob: IstDate | null;
  readonly createdAt: EpochMs;
}

export interface GoogleStore {
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Also deletes attempts that expired before `now`. */
  insertAttempt(attempt: Attempt, now: EpochMs): Promise<void>;
  /** Takes an attempt once; of two concurrent callers one gets `null`. */
  takeAttempt(cookieHash: Buffer): Promise<Attempt | null>;
  /** Locks the Google identity until the transaction ends. */
  lockPerson(tx: Tx, sub: string): Promise<void>;
  findById(tx: Tx, userId: string): Promise<GoogleUser | null>;
  findBySub(tx: Tx, sub: string): Promise<GoogleUser | null>;
  findUnlinked(tx: Tx, email: string): Promise<GoogleUser | null>;
  /** Links a Google identity; `null` when the account has one by now or is gone. */
  link(tx: Tx, userId: string, sub: string): Promise<GoogleUser | null>;
  unlink(tx: Tx, userId: string): Promise<boolean>;
  hasOtherWay(userId: string): Promise<boolean>;
  /** Creates the account and deletes every open sign-up of its address; `null` when the address has an account. */
  create(tx: Tx, user: GoogleUser, sub: string): Promise<GoogleUser | null>;
}
