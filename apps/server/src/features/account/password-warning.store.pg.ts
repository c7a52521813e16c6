import type { Database } from "../../platform/db/database.ts";
import { toTimestamp } from "../../platform/db/instant.ts";
import type { PasswordWarningStore, Warned } from "./password-warnings.ts";

/** Without a second factor: with one, a guessed password is useless. */
const IS_WARNED = `
  u.has_common_password AND u.deleted_at IS NULL AND u.password_hash IS NOT NULL
  AND NOT EXISTS (SELECT 1 FROM totp_factors t WHERE t.user_id = u.id AND t.confirmed_at IS NOT NULL)`;

const WARNED_NOW = { name: "is-warned", text: `SELECT 1 FROM users u WHERE u.id = $1 AND ${IS_WARNED}` };

/** Maximum per run; the next hour continues. */
const MOST = 500;

export const createPasswordWarningStore = ({ pool, transaction }: Database): PasswordWarningStore => ({
  async isWarned(userId) {
    const { rows } = await pool.query({ ...WARNED_NOW, values: [userId] });
    return rows.length === 1;
  },
  takeDue: (notifiedBefore, now, work) =>
    transaction(async (tx) => {
      const { rows } = await tx.client.query<Warned>(
        `UPDATE users SET password_warned_at = $2 WHERE id IN (
           SELECT u.id FROM users u WHERE ${IS_WARNED} AND (u.password_warned_at IS NULL OR u.password_warned_at <= $1)
           ORDER BY u.id LIMIT ${MOST} FOR UPDATE SKIP LOCKED)
         RETURNING id, name, email`,
        [toTimestamp(notifiedBefore), toTimestamp(now)],
      );
      await work(tx, rows);
    }),
});
