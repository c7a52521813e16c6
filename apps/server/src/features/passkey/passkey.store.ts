import type { Role } from "@vriddhi/contract/account";
import type { EpochMs } from "@vriddhi/core/time/clock";

export interface Passkey {
  readonly id: string;
  readonly userId: string;
  readonly credentialId: string;
  readonly publicKey: Buffer;
  readonly counter: number;
  readonly transports: readonly string[];
  readonly name: string;
  readonly createdAt: EpochMs;
}

export interface Challenge {
  readonly id: string;
  readonly userId: string | null;
  readonly challenge: string;
  readonly expiresAt: EpochMs;
}

export interface PasskeyHolder {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly role: Role;
  readonly dob: string | null;
  readonly createdAt: EpochMs;
}

export interface PasskeyStore {
  /** A new challenge with the same id replaces the first. */
  putChallenge(challenge: Challenge): Promise<void>;
  takeChallenge(id: string, now: EpochMs): Promise<Challenge | null>;
  listOf(userId: string): Promise<readonly Passkey[]>;
  insert(passkey: Passkey): Promise<boolean>;
  findByCredential(credentialId: string): Promise<{ passkey: Passkey; holder: PasskeyHolder } | null>;
  /** `false` when the counter was already reached: a cloned passkey was used. 0 never counts. */
  raiseCounter(id: string, counter: number): Promise<boolean>;
  remove(id: string, userId: string): Promise<boolean>;
  removeAll(userId: string): Promise<number>;
}
