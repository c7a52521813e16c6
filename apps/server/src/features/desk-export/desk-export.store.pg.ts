import type { Database } from "../../platform/db/database.ts";
import { fromTimestamp, toTimestamp } from "../../platform/db/instant.ts";
import type { DeskExportStore, ExportedOrder, ExportedUser } from "./desk-export.store.ts";

/** $1 now (market clock), $2 the last id of the previous page, $3 the limit. */
const USERS = `SELECT u.id, u.name, u.email, u.role, u.created_at AS "createdAt", u.suspended_at IS NOT NULL AS "isSuspended",
    EXISTS (SELECT FROM subscription_periods p
      WHERE p.user_id = u.id AND p.starts_at <= $1::timestamptz AND p.ends_at > $1::timestamptz) AS "isSubscribed"
  FROM users u WHERE u.deleted_at IS NULL AND ($2::uuid IS NULL OR u.id > $2) ORDER BY u.id LIMIT $3`;

const ORDERS = `SELECT o.tag, o.trading_day AS "tradingDay", o.planned_at AS "plannedAt", a.user_id AS "userId",
    u.name AS username, a.broker, o.instrument ->> 'symbol' AS symbol, o.side, o.leg, o.cause,
    (o.state ->> 'quantity')::int AS quantity, (o.state ->> 'filled')::int AS filled,
    round((o.state ->> 'averagePrice')::numeric)::float8 AS "averagePaise", o.status, o.state ->> 'reason' AS reason
  FROM intent o JOIN trading_account a ON a.id = o.account_id
  LEFT JOIN users u ON u.id = a.user_id AND u.deleted_at IS NULL
  WHERE o.trading_day = $1::date AND ($2::text IS NULL OR o.tag > $2) ORDER BY o.tag LIMIT $3`;

type Dated<T, Key extends keyof T> = Omit<T, Key> & { readonly [K in Key]: Date };

export const createDeskExportStore = ({ pool }: Pick<Database, "pool">): DeskExportStore => ({
  async usersAfter(after, limit, marketNow) {
    const values = [toTimestamp(marketNow), after, limit];
    const { rows } = await pool.query<Dated<ExportedUser, "createdAt">>(USERS, values);
    return rows.map((row) => ({ ...row, createdAt: fromTimestamp(row.createdAt) }));
  },
  async newestDay() {
    const { rows } = await pool.query<{ day: string | null }>("SELECT max(trading_day) AS day FROM intent");
    return rows[0]?.day ?? null;
  },
  async ordersAfter(day, after, limit) {
    const { rows } = await pool.query<Dated<ExportedOrder, "plannedAt">>(ORDERS, [day, after, limit]);
    return rows.map((row) => ({ ...row, plannedAt: fromTimestamp(row.plannedAt) }));
  },
});
