import type { StaffArea, StaffRole } from "@vriddhi/core/back-office/admin-session";
import type { EpochMs } from "@vriddhi/core/time/clock";
import type { Tx } from "../../platform/db/database.ts";
import type { Caller } from "../../platform/http/handler.ts";

export interface NewAdminSession {
  readonly id: string;
  readonly userId: string;
  readonly door: StaffArea;
  readonly browserHash: Buffer | null;
  readonly device: string;
  readonly ip: string;
  readonly createdAt: EpochMs;
  readonly expiresAt: EpochMs;
  readonly provedAt: EpochMs;
  readonly provedBy: "password" | "code";
}

export interface FoundAdminSession {
  readonly caller: Caller;
  readonly door: StaffArea;
  readonly browserHash: Buffer | null;
  readonly expiresAt: EpochMs;
}

export interface AdminSessionRow {
  readonly id: string;
  readonly userId: string;
  readonly email: string;
  readonly role: StaffRole;
  readonly door: StaffArea;
  readonly device: string;
  readonly ip: string;
  readonly isBound: boolean;
  readonly createdAt: EpochMs;
  readonly expiresAt: EpochMs;
}

export interface AdminSessionStore {
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  insert(tx: Tx, session: NewAdminSession, tokenHash: Buffer): Promise<void>;
  find(tokenHash: Buffer): Promise<FoundAdminSession | null>;
  setProof(id: string, at: EpochMs, by: "password" | "code"): Promise<void>;
  remove(tx: Tx, id: string): Promise<string | null>;
  list(now: EpochMs): Promise<readonly AdminSessionRow[]>;
  expiryOf(id: string): Promise<EpochMs | null>;
  isNewDevice(userId: string, device: string): Promise<boolean>;
}
