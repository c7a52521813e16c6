import type { Role } from "@vriddhi/contract/account";
import type { EpochMs } from "@vriddhi/core/time/clock";
import type { IstDate } from "@vriddhi/core/time/ist";
import type { Tx } from "../../platform/db/database.ts";

/** A sign-in that was begun, known to the browser by a cookie. */
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
  /** Attempts that ran out before `now` make room. */
  insertAttempt(attempt: Attempt, now: EpochMs): Promise<void>;
  /** Gives an attempt out once; of two callers one gets null. */
  takeAttempt(cookieHash: Buffer): Promise<Attempt | null>;
  /** Whoever comes second with this person waits until the first is done. */
  lockPerson(tx: Tx, sub: string): Promise<void>;
  findById(tx: Tx, userId: string): Promise<GoogleUser | null>;
  findBySub(tx: Tx, sub: string): Promise<GoogleUser | null>;
  /** The account of this address that has no Google identity yet. */
  findUnlinked(tx: Tx, email: string): Promise<GoogleUser | null>;
  /** Gives an account its Google identity; null when it has one by now, or is gone. */
  link(tx: Tx, userId: string, sub: string): Promise<GoogleUser | null>;
  /** Takes it away; false when it has none. */
  unlink(tx: Tx, userId: string): Promise<boolean>;
  /** Whether somebody could still sign in without Google. */
  hasOtherWay(userId: string): Promise<boolean>;
  /** Makes the account and forgets every sign-up that waits for its address; null when the address has an account. */
  create(tx: Tx, user: GoogleUser, sub: string): Promise<GoogleUser | null>;
}
