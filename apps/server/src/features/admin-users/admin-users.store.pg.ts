import type { Database } from "../../platform/db/database.ts";
import { toTimestamp } from "../../platform/db/instant.ts";
import type { AdminUsersStore } from "./admin-users.store.ts";

/** $1 now (market clock), $2 a pattern or null, $3 whether subscribed or null, $4 and $5 the page. */
const LIST = `
  SELECT u.id, u.name, u.email, p.is_subscribed
  FROM users u
  CROSS JOIN LATERAL (
    SELECT EXISTS (
      SELECT FROM subscription_periods p
      WHERE p.user_id = u.id AND p.starts_at <= $1::timestamptz AND p.ends_at > $1::timestamptz
    ) AS is_subscribed
  ) p
  WHERE u.deleted_at IS NULL
    AND ($2::text IS NULL OR u.name ILIKE $2 OR u.email ILIKE $2)
    AND ($3::boolean IS NULL OR p.is_subscribed = $3)
  ORDER BY lower(u.name), u.id
  LIMIT $4 OFFSET $5`;

interface Row {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly is_subscribed: boolean;
}

const likePattern = (text: string): string => `%${text.replace(/[\\%_]/g, "\\$&")}%`;

export const createAdminUsersStore = ({ pool }: Database): AdminUsersStore => ({
  async list({ filter, search, page }, marketNow) {
    const isSubscribed = filter === "all" ? null : filter === "subscribed";
    const pattern = search === null ? null : likePattern(search);
    const values = [toTimestamp(marketNow), pattern, isSubscribed, page?.limit ?? null, page?.offset ?? 0];
    const { rows } = await pool.query<Row>(LIST, values);
    return rows.map((row) => ({ id: row.id, name: row.name, email: row.email, isSubscribed: row.is_subscribed }));
  },
  async exists(userId) {
    const { rows } = await pool.query("SELECT 1 FROM users WHERE id = $1 AND deleted_at IS NULL", [userId]);
    return rows.length === 1;
  },
});
