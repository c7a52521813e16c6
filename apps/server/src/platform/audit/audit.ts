import type { HumanClock } from "@vriddhi/core/time/clock";
import type { Database, Tx } from "../db/database.ts";
import { auditEvents } from "../db/schema/audit.ts";

export type AuditKind =
  | "signed_up"
  | "verified"
  | "login"
  | "login_failed"
  | "logout"
  | "session_revoked"
  | "account_deleted"
  | "data_exported"
  | "phone_verified"
  | "passkey_removed"
  | "passkey_added"
  | "recovery_code_used"
  | "totp_disabled"
  | "totp_enabled"
  | "email_changed"
  | "password_reset"
  | "password_changed"
  | "google_linked"
  | "google_unlinked"
  | "passkeys_ended"
  | "factor_removal_asked"
  | "trial_ended"
  | "broker_credentials"
  | "broker_connected"
  | "broker_disconnected"
  | "broker_forgotten"
  | "broker_algo_id";

export interface AuditEntry {
  readonly kind: AuditKind;
  readonly userId: string | null;
  readonly ip: string;
  readonly device?: string;
}

export interface Audit {
  record(entry: AuditEntry, tx?: Tx): Promise<void>;
}

export const createAudit = (database: Database, clock: HumanClock): Audit => ({
  async record(entry, tx) {
    await (tx ?? database).db.insert(auditEvents).values({ ...entry, at: clock.now() });
  },
});
