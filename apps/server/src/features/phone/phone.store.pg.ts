import { OTP_LIFE_MS, OTP_TRIES_MAX, type PhoneE164, phoneE164 } from "@vriddhi/core/account/phone";
import { later } from "@vriddhi/core/time/clock";
import pg from "pg";
import type { Database, Tx } from "../../platform/db/database.ts";
import { fromTimestamp, toTimestamp } from "../../platform/db/instant.ts";
import { NO_GATEWAY, type PhoneStore, type Proof } from "./phone.store.ts";

/** Raw SQL: errors of the query builder contain parameters, and phone numbers must not reach a log. */

const toColumn = (phone: PhoneE164): string => phone.slice(1);

/** Transactions that open or settle a user's sessions lock the user first, which prevents deadlocks. */
const HOLD_USER = "SELECT 1 FROM users WHERE id = $1 FOR NO KEY UPDATE";

const CLOSE_OLDER = `
  UPDATE otp_sessions SET tries = greatest(tries, $2) WHERE user_id = $1 AND verified_at IS NULL AND tries < $2`;

const OPEN = `
  INSERT INTO otp_sessions (id, user_id, phone, gateway, gateway_ref, ip, expires_at) VALUES ($1, $2, $3, $4, $5, $6, $7)`;

const SPEND_TRY = `
  UPDATE otp_sessions SET tries = tries + 1
  WHERE id = $1 AND user_id = $2 AND phone = ANY ($3) AND verified_at IS NULL AND expires_at > $4 AND tries < $5
  RETURNING phone, gateway, gateway_ref`;

/** Codes expire in the order in which they are sent. */
const READ_CONVERSION = `
  SELECT count(*)::int AS texts, count(verified_at)::int AS verified FROM (
    SELECT verified_at FROM otp_sessions
    WHERE left(phone, -4) = $1 AND expires_at > $2 AND (expires_at <= $3 OR verified_at IS NOT NULL) AND gateway <> $4
    ORDER BY expires_at DESC LIMIT $5
  ) latest`;

const FIND_PROOF_AT = `
  SELECT verified_at AS at FROM otp_sessions WHERE ip = $1 AND verified_at > $2 ORDER BY verified_at DESC LIMIT 1`;

const isPhoneTaken = (cause: unknown): boolean =>
  cause instanceof pg.DatabaseError && cause.code === "23505" && cause.constraint === "users_phone_unique";

async function settle({ client }: Tx, { sessionId, userId, phone, at }: Proof): Promise<boolean> {
  await client.query(HOLD_USER, [userId]);
  const spent = await client.query("UPDATE otp_sessions SET verified_at = $2 WHERE id = $1 AND verified_at IS NULL", [
    sessionId,
    toTimestamp(at),
  ]);
  if (spent.rowCount !== 1) return false;
  await client.query("UPDATE users SET phone = $2, phone_verified_at = $3 WHERE id = $1", [
    userId,
    toColumn(phone),
    toTimestamp(at),
  ]);
  return true;
}

export const createPhoneStore = ({ pool, transaction }: Database): PhoneStore => ({
  async isProvedByOther(phone, userId) {
    const { rowCount } = await pool.query("SELECT 1 FROM users WHERE phone = $1 AND id <> $2", [
      toColumn(phone),
      userId,
    ]);
    return rowCount === 1;
  },
  open: ({ id, userId, phone, gateway, gatewayRef, ip, expiresAt }) =>
    transaction(async ({ client }) => {
      await client.query(HOLD_USER, [userId]);
      await client.query(CLOSE_OLDER, [userId, OTP_TRIES_MAX]);
      await client.query(OPEN, [id, userId, toColumn(phone), gateway, gatewayRef, ip, toTimestamp(expiresAt)]);
    }),
  async spendTry({ sessionId, userId, phones }, now, triesMax) {
    const values = [sessionId, userId, phones.map(toColumn), toTimestamp(now), triesMax];
    const { rows } = await pool.query<{ phone: string; gateway: string; gateway_ref: string }>(SPEND_TRY, values);
    const [row] = rows;
    return row ? { phone: phoneE164(`+${row.phone}`), gateway: row.gateway, gatewayRef: row.gateway_ref } : null;
  },
  async close(sessionId) {
    await pool.query("UPDATE otp_sessions SET tries = greatest(tries, $2) WHERE id = $1", [sessionId, OTP_TRIES_MAX]);
  },
  async prove(proof, record) {
    try {
      return await transaction(async (tx) => {
        if (!(await settle(tx, proof))) return "spent";
        await record(tx);
        return "proved";
      });
    } catch (cause) {
      if (isPhoneTaken(cause)) return "taken";
      throw cause;
    }
  },
  async findProof(userId) {
    const { rows } = await pool.query<{ at: Date | null }>("SELECT phone_verified_at AS at FROM users WHERE id = $1", [
      userId,
    ]);
    return rows[0]?.at ? fromTimestamp(rows[0].at) : null;
  },
  async findProofAt(ip, since) {
    const { rows } = await pool.query<{ at: Date }>(FIND_PROOF_AT, [ip, toTimestamp(since)]);
    return rows[0] ? fromTimestamp(rows[0].at) : null;
  },
  async readConversion(block, since, now, sample) {
    const expiresAfter = toTimestamp(later(since, OTP_LIFE_MS));
    const values = [block.slice(1), expiresAfter, toTimestamp(now), NO_GATEWAY, sample];
    const { rows } = await pool.query<{ texts: number; verified: number }>(READ_CONVERSION, values);
    return rows[0] ?? { texts: 0, verified: 0 };
  },
});
