import type { TradingBroker } from "@vriddhi/core/broker/trading-broker";
import { tariffOf } from "@vriddhi/core/charges/tariff";
import { foldLedger } from "@vriddhi/core/ledger/ledger-fold";
import { profitOf, profitOfDay } from "@vriddhi/core/ledger/profit";
import type { ResultDay } from "@vriddhi/core/ledger/result-day";
import { type Paise, paise } from "@vriddhi/core/shared/money";
import type { EpochMs } from "@vriddhi/core/time/clock";
import type { Database } from "../../platform/db/database.ts";
import { toTimestamp } from "../../platform/db/instant.ts";
import { type EventRow, eventOf } from "./order-rows.ts";

/** A trading day belongs to the period in which it ends: all its positions are closed by then. */
const TRADES = `SELECT l.id, l.trading_day, l.account_id, l.at, l.fact, account.broker FROM trading_account account
  JOIN ledger l ON l.account_id = account.id
  WHERE account.user_id = $1::uuid AND account.broker <> 'paper'
    AND l.kind IN ('fill', 'fill_seen', 'closed_outside', 'closed_by_broker')
    AND (l.trading_day + time '15:10') AT TIME ZONE 'Asia/Kolkata' >= $2::timestamptz
    AND (l.trading_day + time '15:10') AT TIME ZONE 'Asia/Kolkata' < $3::timestamptz
  ORDER BY l.id`;

interface TradeRow extends EventRow {
  readonly broker: TradingBroker;
}

const byDay = (rows: readonly TradeRow[]) => [
  ...Map.groupBy(rows, ({ account_id, trading_day }) => `${trading_day} ${account_id}`).values(),
];

const isFill = ({ fact }: EventRow): boolean => fact.kind === "fill" || fact.kind === "fill_seen";

function dayOf(rows: readonly TradeRow[]): readonly ResultDay[] {
  const [first] = rows;
  if (first === undefined) return [];
  const { gross, charges, net, isExact } = profitOfDay(foldLedger(rows.map(eventOf)), tariffOf(first.broker));
  const { trading_day: tradingDay, account_id: accountId, broker } = first;
  const fills = rows.filter(isFill).length;
  return [{ tradingDay, accountId, broker, fills, gross, charges: charges.total, net, isExact }];
}

const realisedOf = (events: readonly EventRow[]): number =>
  [...foldLedger(events.map(eventOf)).positions.values()].reduce((sum, each) => sum + profitOf(each).realised, 0);

export const createGrossResults = ({ pool }: Pick<Database, "pool">) => {
  const read = async (userId: string, from: EpochMs, to: EpochMs) =>
    (await pool.query<TradeRow>(TRADES, [userId, toTimestamp(from), toTimestamp(to)])).rows;
  return {
    /** From `from` (inclusive) to `to` (exclusive), market clock; `null` without trades. */
    async grossResult(userId: string, from: EpochMs, to: EpochMs): Promise<Paise | null> {
      const rows = await read(userId, from, to);
      return rows.length === 0 ? null : paise(byDay(rows).reduce((sum, events) => sum + realisedOf(events), 0));
    },
    async resultDays(userId: string, from: EpochMs, to: EpochMs): Promise<readonly ResultDay[]> {
      const days = byDay(await read(userId, from, to)).flatMap(dayOf);
      return days.toSorted((a, b) => (`${a.tradingDay} ${a.accountId}` < `${b.tradingDay} ${b.accountId}` ? -1 : 1));
    },
  };
};
