import type { Database } from "../../platform/db/database.ts";
import type { Trace, TraceStore } from "./trace.store.ts";

/** One statement, so that everything is one snapshot. Ledger lines of the position belong to its orders. */
const FIND = `SELECT account.broker, to_jsonb(o) AS order,
    (SELECT coalesce(jsonb_agg(to_jsonb(c) ORDER BY c.n), '[]') FROM command c WHERE c.tag = o.tag) AS commands,
    (SELECT coalesce(jsonb_agg(to_jsonb(w) ORDER BY w.id), '[]') FROM wire_record w
      WHERE w.tag = o.tag AND w.trading_day = o.trading_day) AS wire,
    (SELECT coalesce(jsonb_agg(jsonb_build_object('at', l.at, 'fact', l.fact) ORDER BY l.id), '[]') FROM ledger l
      WHERE l.account_id = o.account_id AND l.trading_day = o.trading_day
        AND (l.tag = o.tag OR l.tag IS NULL AND l.fact ->> 'positionId' = o.position_id)) AS events
  FROM intent o JOIN trading_account account ON account.id = o.account_id
  WHERE o.tag = $1 AND account.user_id = $2 ORDER BY o.trading_day DESC LIMIT 1`;

export const createTraceStore = ({ pool }: Database): TraceStore => ({
  async find(userId, tag) {
    const { rows } = await pool.query<Trace>(FIND, [tag, userId]);
    return rows[0] ?? null;
  },
});
