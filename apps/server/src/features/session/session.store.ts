import type { EpochMs } from "@vriddhi/core/time/clock";
import type { Caller, Proof } from "../../platform/http/handler.ts";

export interface SessionRow {
  readonly id: string;
  readonly userId: string;
  readonly isRemembered: boolean;
  readonly device: string;
  readonly ip: string;
  readonly createdAt: EpochMs;
  readonly lastSeenAt: EpochMs;
  readonly expiresAt: EpochMs;
  readonly provedAt: EpochMs;
  readonly provedBy: Proof;
}

export interface FoundSession {
  readonly session: Pick<SessionRow, "isRemembered" | "lastSeenAt" | "expiresAt">;
  readonly caller: Caller;
}

export interface SessionStore {
  insert(row: SessionRow, tokenHash: Buffer): Promise<void>;
  /** The hot read: one prepared statement identifies the caller. */
  find(tokenHash: Buffer): Promise<FoundSession | null>;
  isNewDevice(userId: string, device: string): Promise<boolean>;
  touch(id: string, at: EpochMs): Promise<void>;
  listOf(userId: string): Promise<readonly SessionRow[]>;
  spanOf(id: string): Promise<Pick<SessionRow, "isRemembered" | "expiresAt"> | null>;
  setProof(id: string, at: EpochMs, by: Proof): Promise<void>;
  setToken(id: string, tokenHash: Buffer): Promise<void>;
  removeOthers(id: string, userId: string): Promise<number>;
  remove(id: string, userId: string): Promise<boolean>;
}
