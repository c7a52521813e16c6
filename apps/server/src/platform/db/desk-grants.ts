import { QUEUE_SCHEMA } from "../queue/queue.ts";
import { DESK_READER_ROLE } from "./database.ts";

/** Tables that the back office reads whole: they hold no sealed values and no credentials. */
const TABLES = [
  "subscription_periods",
  "capital_choice",
  "algo_setting",
  "algo_run",
  "intent",
  "ledger",
  "signal",
  "operator_placement",
  "operator_order",
  "operator_share",
  "scheduled_order",
  "audit_event",
  "audit_sealed_row",
  "guarantee_results",
  "payment_orders",
  "coupons",
  "coupon_uses",
  "refunds",
  "waiting_act",
  "account_readiness",
  "scheduler_beats",
  "bucket_owner",
  "order_block",
  "command",
  "wire_record",
  "signal_summary",
  "drift_report",
  "backtest_job",
  "invoices",
  "reminders_off",
  "market_years",
  "audit_seal",
  "support_messages",
  "support_canned",
] as const;

const COLUMNS: Readonly<Record<string, readonly string[]>> = {
  users: [
    "id",
    "name",
    "email",
    "phone",
    "role",
    "created_at",
    "deleted_at",
    "suspended_at",
    "suspended_reason",
    "suspended_by",
  ],
  trading_account: ["id", "user_id", "broker", "created_at"],
  totp_factors: ["user_id", "confirmed_at"],
  broker_links: [
    "user_id",
    "broker",
    "account_id",
    "client_id",
    "session_until",
    "last_call_at",
    "refusal_code",
    "refusal_detail",
  ],
  admin_session: [
    "id",
    "user_id",
    "door",
    "is_bound",
    "device",
    "ip",
    "created_at",
    "expires_at",
    "proved_at",
    "proved_by",
  ],
  support_threads: [
    "id",
    "reference",
    "user_id",
    "name",
    "email",
    "topic",
    "status",
    "created_at",
    "writer_at",
    "desk_at",
    "writer_read_at",
    "desk_read_at",
    "writer_mailed_at",
    "desk_mailed_at",
  ],
  broker_link_drafts: ["user_id", "broker", "refusal_code", "refusal_detail"],
  desk_feeds: ["desk", "last_tick_at"],
};

const JOB_COLUMNS = ["name", "state", "start_after"] as const;

/** Grants of the back office's read role. Everything is revoked first, so that this list is complete. */
export const deskGrants = `
  REVOKE ALL ON ALL TABLES IN SCHEMA public, ${QUEUE_SCHEMA} FROM ${DESK_READER_ROLE};
  GRANT USAGE ON SCHEMA public, ${QUEUE_SCHEMA} TO ${DESK_READER_ROLE};
  GRANT SELECT ON ${TABLES.join(", ")} TO ${DESK_READER_ROLE};
  ${Object.entries(COLUMNS)
    .map(([table, columns]) => `GRANT SELECT (${columns.join(", ")}) ON ${table} TO ${DESK_READER_ROLE};`)
    .join("\n  ")}
  GRANT SELECT (${JOB_COLUMNS.join(", ")}) ON ${QUEUE_SCHEMA}.job TO ${DESK_READER_ROLE};
`;
