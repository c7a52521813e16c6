import { strategyFeedOf } from "@vriddhi/core/broker/strategy-feed";
import { tradingBrokers } from "@vriddhi/core/broker/trading-broker";
import type { Side } from "@vriddhi/core/order/order";
import type { Database } from "../../platform/db/database.ts";
import type { RunningAccount, ShortlistStore } from "./shortlist.store.ts";

// A block with an empty account id is the operator's block of all accounts.
const RUNNING = `SELECT broker,
    EXISTS (SELECT FROM order_block WHERE account_id IN ('', run.account_id)) AS "isBlocked"
  FROM algo_run run WHERE user_id = $1 AND trading_day = $2 AND stopped_at IS NULL
  ORDER BY array_position($3::text[], broker)`;

const SHOWN = `SELECT pick.symbol, pick.isin, pick.rank, pick.score, pick.reason,
    (SELECT (bar ->> 4)::int FROM jsonb_array_elements(last.bars) bar WHERE bar ->> 0 = pick.isin) AS price,
    (SELECT made.side FROM signal made
      WHERE made.desk = $1 AND made.trading_day = $2 AND made.isin = pick.isin LIMIT 1) AS side
  FROM shortlist_pick pick LEFT JOIN LATERAL (
    SELECT bars FROM bar_minute WHERE desk = $1 AND trading_day = $2 ORDER BY minute DESC LIMIT 1
  ) last ON true
  WHERE pick.desk = $1 AND pick.trading_day = $2 ORDER BY pick.rank LIMIT $3`;

const DESK_FACTS = `SELECT
    EXISTS (SELECT 1 FROM shortlist_pick WHERE desk = $1 AND trading_day = $2) AS "isListed",
    EXISTS (SELECT 1 FROM signal WHERE desk = $1 AND trading_day = $2) AS "hasSignal",
    (SELECT silence FROM desk_day WHERE desk = $1 AND trading_day = $2) AS silence`;

interface ShownRow {
  readonly symbol: string;
  readonly isin: string;
  readonly rank: number;
  readonly score: number;
  readonly reason: string;
  readonly price: number | null;
  readonly side: Side | null;
}

type DeskFacts = Awaited<ReturnType<ShortlistStore["deskFacts"]>>;

export const createShortlistStore = ({ pool }: Database): ShortlistStore => ({
  async runningAt(userId, day) {
    const { rows } = await pool.query<RunningAccount>(RUNNING, [userId, day, tradingBrokers]);
    return rows;
  },
  async deskFacts(broker, day) {
    const { rows } = await pool.query<DeskFacts>(DESK_FACTS, [strategyFeedOf(broker), day]);
    return rows[0] ?? { isListed: false, hasSignal: false, silence: null };
  },
  async shownAt(broker, day, count) {
    const { rows } = await pool.query<ShownRow>(SHOWN, [strategyFeedOf(broker), day, count]);
    return rows.map(({ symbol, isin, rank, score, reason, price, side }) => {
      return { symbol, isin, rank, score, reason, lastPrice: price, side };
    });
  },
});
