import { deskOf } from "@vriddhi/core/broker/desk";
import { type TradingBroker, tradingBrokers } from "@vriddhi/core/broker/trading-broker";
import type { Side } from "@vriddhi/core/order/order";
import type { Database } from "../../platform/db/database.ts";
import type { ShortlistStore } from "./shortlist.store.ts";

/** Whoever runs at several brokers sees the desk of the first of them, in the order in which brokers are tried. */
const RUNNING = `SELECT broker FROM algo_run WHERE user_id = $1 AND trading_day = $2 AND stopped_at IS NULL
  ORDER BY array_position($3::text[], broker) LIMIT 1`;

const SHOWN = `SELECT pick.symbol, pick.isin, pick.rank, pick.score, pick.reason,
    (SELECT (bar ->> 4)::int FROM jsonb_array_elements(last.bars) bar WHERE bar ->> 0 = pick.isin) AS price,
    (SELECT made.side FROM signal made
      WHERE made.desk = $1 AND made.trading_day = $2 AND made.isin = pick.isin LIMIT 1) AS side
  FROM shortlist_pick pick LEFT JOIN LATERAL (
    SELECT bars FROM bar_minute WHERE desk = $1 AND trading_day = $2 ORDER BY minute DESC LIMIT 1
  ) last ON true
  WHERE pick.desk = $1 AND pick.trading_day = $2 ORDER BY pick.rank LIMIT $3`;

interface ShownRow {
  readonly symbol: string;
  readonly isin: string;
  readonly rank: number;
  readonly score: number;
  readonly reason: string;
  readonly price: number | null;
  readonly side: Side | null;
}

export const createShortlistStore = ({ pool }: Database): ShortlistStore => ({
  async shownTo(userId, day, count) {
    const running = await pool.query<{ broker: TradingBroker }>(RUNNING, [userId, day, tradingBrokers]);
    const [run] = running.rows;
    if (run === undefined) return [];
    const { rows } = await pool.query<ShownRow>(SHOWN, [deskOf(run.broker), day, count]);
    return rows.map(({ symbol, isin, rank, score, reason, price, side }) => {
      return { symbol, isin, rank, score, reason, lastPrice: price, side };
    });
  },
});
