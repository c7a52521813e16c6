import { ordersKeptFrom } from "@vriddhi/core/back-office/retention";
import { lastForgottenYear } from "@vriddhi/core/billing/invoice-number";
import type { EpochMs } from "@vriddhi/core/time/clock";
import type { Database } from "../platform/db/database.ts";
import { toTimestamp } from "../platform/db/instant.ts";

/** Hourly retention. $1 is now. Rows that the law or a rule still needs are not listed here. */
const STALE = [
  "DELETE FROM signups WHERE expires_at < $1",
  "DELETE FROM mail_codes WHERE expires_at < $1",
  "DELETE FROM passkey_challenges WHERE expires_at < $1",
  "DELETE FROM google_attempts WHERE expires_at < $1",
  "DELETE FROM broker_link_drafts WHERE expires_at < $1",
  "DELETE FROM broker_logins WHERE expires_at < $1",
  "DELETE FROM connect_links WHERE expires_at < $1::timestamptz - interval '2 days'",
  "DELETE FROM sessions WHERE expires_at < $1",
  "DELETE FROM admin_session WHERE expires_at < $1",
  "DELETE FROM telegram_tokens WHERE expires_at < $1",
  // A page that was away longer reloads everything.
  "DELETE FROM user_events WHERE at < $1::timestamptz - interval '1 day'",
  "DELETE FROM notifications WHERE created_at < $1::timestamptz - interval '30 days'",
  "DELETE FROM approval_offer WHERE offered_at < $1::timestamptz - interval '30 days'",
  "DELETE FROM idempotency_key WHERE expires_at < $1",
  "DELETE FROM wanted_price WHERE wanted_at < $1::timestamptz - interval '1 day'",
  "DELETE FROM rate_limit WHERE whole_at < $1",
  // The fraud watch reads one day back; a verified phone suppresses the dialog for a year.
  "DELETE FROM otp_sessions WHERE verified_at IS NULL AND expires_at < $1::timestamptz - interval '2 days'",
  "DELETE FROM otp_sessions WHERE verified_at < $1::timestamptz - interval '365 days'",
];

/** Counted in trading days, because a simulated market has its own. */
const OLD_DAYS = "DELETE FROM foreign_position WHERE trading_day < (SELECT max(trading_day) - 7 FROM foreign_position)";

/** After the retention years, invoices of deleted accounts lose the buyer's name. $1 is the newest such fiscal year. */
const OLD_BUYERS = `
  UPDATE invoices SET buyer_name = NULL, buyer_email = NULL, buyer_address = NULL, buyer_gstin = NULL
  WHERE fiscal_year <= $1 AND (buyer_name IS NOT NULL OR buyer_email IS NOT NULL)
    AND (user_id IS NULL OR user_id IN (SELECT id FROM users WHERE deleted_at IS NOT NULL))`;

export async function sweep({ pool }: Database, now: EpochMs): Promise<void> {
  for (const statement of STALE) await pool.query(statement, [toTimestamp(now)]);
  await pool.query(OLD_DAYS);
  await pool.query(OLD_BUYERS, [lastForgottenYear(now)]);
  await pool.query("SELECT drop_old_orders($1::date)", [ordersKeptFrom(now)]);
}
