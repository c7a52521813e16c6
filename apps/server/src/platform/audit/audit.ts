import type { HumanClock } from "@vriddhi/core/time/clock";
import type { Database, Tx } from "../db/database.ts";
import { type AuditDetail, auditEvents } from "../db/schema/audit.ts";

export type AuditKind =
  | "signed_up"
  | "signed_up_again"
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
  | "broker_algo_id"
  | "ledger_sealed"
  | DeskAuditKind;

export type DeskAuditKind =
  | "desk_login"
  | "desk_logout"
  | "desk_session_ended"
  | "blog_login"
  | "desk_orders_placed"
  | "desk_orders_scheduled"
  | "desk_order_cancelled"
  | "desk_orders_cleared"
  | "desk_broker_disconnected"
  | "desk_broker_reconnected"
  | "desk_strategy_switched"
  | "desk_login_link_sent"
  | "desk_coupon_created"
  | "desk_coupon_ended"
  | "desk_calendar_changed"
  | "desk_user_suspended"
  | "desk_user_restored"
  | "desk_plan_extended"
  | "desk_refunded"
  | "desk_exported"
  | "desk_role_given"
  | "desk_role_taken"
  | "desk_guarantee_granted"
  | "desk_payout_settled"
  | "desk_support_answered"
  | "desk_support_closed"
  | "desk_halted"
  | "desk_halt_lifted"
  | "desk_host_declared_dead"
  | "desk_act_asked"
  | "desk_act_confirmed"
  | "desk_act_refused";

export interface AuditEntry {
  readonly kind: AuditKind;
  readonly userId: string | null;
  readonly ip: string;
  readonly device?: string;
  readonly byUserId?: string;
  /** The change, before and after. No names, addresses or secrets: rows are kept forever. */
  readonly before?: AuditDetail["before"];
  readonly after?: AuditDetail["after"];
  readonly reason?: string;
}

export interface Audit {
  record(entry: AuditEntry, tx?: Tx): Promise<void>;
}

export const createAudit = (database: Database, clock: HumanClock): Audit => ({
  async record({ before, after, reason, device = "", byUserId = null, ...entry }, tx) {
    const detail = {
      ...(before === undefined ? {} : { before }),
      ...(after === undefined ? {} : { after }),
      ...(reason === undefined ? {} : { reason }),
    };
    const row = { ...entry, device, byUserId, detail, at: clock.now() };
    await (tx ?? database).db.insert(auditEvents).values(row).prepare("audit-event").execute();
  },
});
