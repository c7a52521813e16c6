import type { EpochMs } from "@vriddhi/core/time/clock";
import type { Tx } from "../../platform/db/database.ts";

export interface SecurityOverview {
  readonly hasPassword: boolean;
  readonly hasGoogle: boolean;
  readonly isTotpOn: boolean;
  readonly recoveryCodesLeft: number;
  readonly phone: string | null;
  readonly passkeys: readonly { readonly id: string; readonly name: string; readonly createdAt: EpochMs }[];
}

export interface SecurityEvent {
  readonly kind: string;
  readonly ip: string;
  readonly device: string;
  readonly at: EpochMs;
}

export interface PrivacyStore {
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  overviewOf(userId: string): Promise<SecurityOverview>;
  eventsOf(userId: string, count: number): Promise<readonly SecurityEvent[]>;
  /** Every stored row about a user, by table, without secrets. */
  exportOf(userId: string): Promise<Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>>;
  /** The bare row stays for records that reference it, and invoices stay unchanged. */
  erase(tx: Tx, userId: string, at: EpochMs): Promise<void>;
}
