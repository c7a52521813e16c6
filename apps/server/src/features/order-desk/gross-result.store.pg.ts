import { foldLedger } from "@vriddhi/core/ledger/ledger-fold";
import { profitOf } from "@vriddhi/core/ledger/profit";
import { type Paise, paise } from "@vriddhi/core/shared/money";
import type { EpochMs } from "@vriddhi/core/time/clock";
import type { Database } from "../../platform/db/database.ts";
import { toTimestamp } from "../../platform/db/instant.ts";
import { type EventRow, eventOf } from "./order-rows.ts";

/** A trading day belongs to the period in which it is over: by then everything of it is flat. */
const TRADES = `SELECT l.id, l.trading_day, l.account_id, l.at, l.fact FROM trading_account account
  JOIN ledger l ON l.account_id = account.id
  WHERE account.user_id = $1::uuid AND account.broker <> 'paper'
    AND l.kind IN ('fill', 'fill_seen', 'closed_outside', 'closed_by_broker')
    AND (l.trading_day + time '15:10') AT TIME ZONE 'Asia/Kolkata' >= $2::timestamptz
    AND (l.trading_day + time '15:10') AT TIME ZONE 'Asia/Kolkata' < $3::timestamptz
  ORDER BY l.id`;

const realisedOf = (events: readonly EventRow[]): number =>
  [...foldLedger(events.map(eventOf)).positions.values()].reduce((sum, each) => sum + profitOf(each).realised, 0);

/** Profit and loss of a person's accounts at brokers, from fills alone and before charges. Paper counts nowhere. */
export const createGrossResults = ({ pool }: Pick<Database, "pool">) => ({
  /** From `from` until just before `to`, on the market's clock; null: nothing was traded. */
  async grossResult(userId: string, from: EpochMs, to: EpochMs): Promise<Paise | null> {
    const { rows } = await pool.query<EventRow>(TRADES, [userId, toTimestamp(from), toTimestamp(to)]);
    if (rows.length === 0) return null;
    const days = Map.groupBy(rows, ({ account_id, trading_day }) => `${account_id} ${trading_day}`);
    return paise([...days.values()].reduce((sum, events) => sum + realisedOf(events), 0));
  },
});
