import { accountId } from "@vriddhi/core/allocation/account-id";
import { type BrokerName, brokerNames } from "@vriddhi/core/broker/broker-name";
import { CAPITAL_MIN } from "@vriddhi/core/run/capital";
import { paise } from "@vriddhi/core/shared/money";
import { istDateOf } from "@vriddhi/core/time/ist";
import type { Database } from "../../platform/db/database.ts";
import { toTimestamp } from "../../platform/db/instant.ts";
import type { ActiveAccountStore } from "./active-account.store.ts";

/**
 * A session is open while its access lasts. $1 now (market clock), $2 the brokers in order, $3 the day, $4 the default
 * capital.
 */
const ACTIVE = `
  WITH linked AS (
    SELECT DISTINCT ON (l.user_id) l.user_id, l.broker, l.account_id
    FROM broker_links l
    WHERE l.session_until > $1::timestamptz AND l.account_id IS NOT NULL
    ORDER BY l.user_id, array_position($2::text[], l.broker)
  )
  SELECT u.id AS user_id, u.name, linked.broker, linked.account_id,
    least(period.band_paise,
      coalesce(run.capital_paise, own.capital_paise, general.capital_paise, setting.standing_capital_paise, $4::bigint)
    ) AS capital_paise
  FROM linked
  JOIN users u ON u.id = linked.user_id AND u.deleted_at IS NULL
  JOIN (
    SELECT p.user_id, max(p.band_paise) AS band_paise FROM subscription_periods p
    WHERE p.starts_at <= $1::timestamptz AND p.ends_at > $1::timestamptz GROUP BY p.user_id
  ) period ON period.user_id = u.id
  LEFT JOIN capital_choice own ON own.user_id = u.id AND own.scope = 'fyers' AND linked.broker = 'fyers'
  LEFT JOIN capital_choice general ON general.user_id = u.id AND general.scope = 'account'
  LEFT JOIN algo_setting setting ON setting.user_id = u.id AND setting.broker = linked.broker
  LEFT JOIN algo_run run
    ON run.user_id = u.id AND run.broker = linked.broker AND run.trading_day = $3::date AND run.stopped_at IS NULL
  WHERE coalesce(own.is_active, general.is_active, true)`;

interface Row {
  readonly user_id: string;
  readonly name: string;
  readonly broker: BrokerName;
  readonly account_id: string;
  readonly capital_paise: string;
}

export const createActiveAccountStore = ({ pool }: Database): ActiveAccountStore => ({
  async list(marketNow) {
    const values = [toTimestamp(marketNow), [...brokerNames], istDateOf(marketNow), CAPITAL_MIN];
    const { rows } = await pool.query<Row>({ name: "desk_active_accounts", text: ACTIVE, values });
    return rows.map((row) => ({
      userId: row.user_id,
      name: row.name,
      broker: row.broker,
      accountId: accountId(row.account_id),
      capital: paise(Number(row.capital_paise)),
    }));
  },
});
