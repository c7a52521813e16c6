import type { EpochMs } from "@vriddhi/core/time/clock";

export interface AuditEventRow {
  readonly id: number;
  readonly at: EpochMs;
  readonly kind: string;
  readonly userId: string | null;
  readonly byUserId: string | null;
  readonly byEmail: string | null;
  readonly ip: string;
  readonly device: string;
  readonly before: Readonly<Record<string, unknown>> | null;
  readonly after: Readonly<Record<string, unknown>> | null;
  readonly reason: string | null;
  readonly isSealed: boolean;
}

export interface AuditQuery {
  readonly before: number | null;
  readonly limit: number;
  readonly userId: string | null;
  readonly kind: string | null;
  readonly isByDesk: boolean;
}

export interface AuditLogStore {
  list(query: AuditQuery): Promise<readonly AuditEventRow[]>;
}
