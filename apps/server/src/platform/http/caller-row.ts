import type { Role } from "@vriddhi/contract/account";
import type { IstDate } from "@vriddhi/core/time/ist";
import { fromTimestamp } from "../db/instant.ts";
import type { Caller, Proof } from "./handler.ts";

/** Of a session `s` and its user `u`, for the statement that identifies the caller. */
export const CALLER_COLUMNS = `s.id, s.proved_at, s.proved_by,
         u.id AS user_id, u.role, u.name, u.email, u.dob, u.created_at, u.has_common_password`;

export interface CallerRow {
  readonly id: string;
  readonly proved_at: Date;
  readonly proved_by: Proof;
  readonly user_id: string;
  readonly role: Role;
  readonly name: string;
  readonly email: string;
  readonly dob: IstDate | null;
  readonly created_at: Date;
  readonly has_common_password: boolean;
}

export const toCaller = (row: CallerRow): Caller => ({
  sessionId: row.id,
  userId: row.user_id,
  role: row.role,
  name: row.name,
  email: row.email,
  dob: row.dob,
  createdAt: fromTimestamp(row.created_at),
  provedAt: fromTimestamp(row.proved_at),
  provedBy: row.proved_by,
  hasCommonPassword: row.has_common_password,
});
