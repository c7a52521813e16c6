import { accountId } from "@vriddhi/core/allocation/account-id";
import type { TradingBroker } from "@vriddhi/core/broker/trading-broker";
import type { LedgerFact } from "@vriddhi/core/ledger/ledger-event";
import type { Side } from "@vriddhi/core/order/order";
import { paise } from "@vriddhi/core/shared/money";
import { type IstMinute, istDate, istInstant } from "@vriddhi/core/time/ist";
import type { Database } from "../../platform/db/database.ts";
import { fromTimestamp, toTimestamp } from "../../platform/db/instant.ts";
import type { StoredBar } from "../../platform/db/schema/market-record.ts";
import type { TradingDayStore } from "./trading-day.store.ts";

const RUNS = `SELECT DISTINCT ON (broker) broker, account_id, started_at, stopped_at, capital_paise, approval_mode,
    day_approved_at
  FROM algo_run WHERE user_id = $1::uuid AND trading_day = $2::date ORDER BY broker, started_at DESC`;

const SIGNALS = `SELECT id, symbol, side, sentence, made_at FROM signal
  WHERE desk = $1 AND trading_day = $2::date AND made_at >= $3::timestamptz
    AND ($4::timestamptz IS NULL OR made_at < $4::timestamptz) ORDER BY made_at`;

const MARKS = `SELECT minute, written_at FROM bar_minute
  WHERE desk = $1 AND trading_day = $2::date ORDER BY minute`;

/** A stored minute holds all shares, for a fast takeover; this extracts one share from each. */
const BARS = `SELECT each.minute, bar FROM bar_minute each
  CROSS JOIN LATERAL (SELECT bar FROM jsonb_array_elements(each.bars) bar WHERE bar ->> 0 = $3 LIMIT 1) found
  WHERE each.desk = $1 AND each.trading_day = $2::date ORDER BY each.minute`;

const LIMIT = "SELECT loss_limit_paise FROM trading_wish WHERE user_id = $1::uuid";

const PAST = `SELECT l.trading_day, account.broker, l.fact,
    (SELECT count(*)::int FROM ledger f WHERE f.account_id = l.account_id AND f.trading_day = l.trading_day
       AND f.kind = 'position_flat') AS trades
  FROM trading_account account
  JOIN ledger l ON l.account_id = account.id AND l.kind = 'day_closed'
  WHERE account.user_id = $1::uuid AND ($2::date IS NULL OR l.trading_day >= $2::date)
  ORDER BY l.trading_day DESC, account.broker LIMIT $3`;

interface RunRow {
  readonly broker: TradingBroker;
  readonly account_id: string;
  readonly started_at: Date;
  readonly stopped_at: Date | null;
  readonly capital_paise: string;
  readonly approval_mode: "auto" | "manual";
  readonly day_approved_at: Date | null;
}

interface SignalRow {
  readonly id: string;
  readonly symbol: string;
  readonly side: Side;
  readonly sentence: string;
  readonly made_at: Date;
}

interface PastRow {
  readonly trading_day: string;
  readonly broker: TradingBroker;
  readonly fact: Extract<LedgerFact, { readonly kind: "day_closed" }>;
  readonly trades: number;
}

export const createTradingDayStore = ({ pool }: Database): TradingDayStore => ({
  async listRuns(userId, day) {
    const { rows } = await pool.query<RunRow>(RUNS, [userId, day]);
    return rows.map((row) => ({
      broker: row.broker,
      accountId: accountId(row.account_id),
      startedAt: fromTimestamp(row.started_at),
      stoppedAt: row.stopped_at === null ? null : fromTimestamp(row.stopped_at),
      capital: paise(Number(row.capital_paise)),
      approvalMode: row.approval_mode,
      dayApprovedAt: row.day_approved_at === null ? null : fromTimestamp(row.day_approved_at),
    }));
  },
  async listSignals(desk, day, { startedAt, stoppedAt }) {
    const until = stoppedAt === null ? null : toTimestamp(stoppedAt);
    const { rows } = await pool.query<SignalRow>(SIGNALS, [desk, day, toTimestamp(startedAt), until]);
    return rows.map(({ id, symbol, side, sentence, made_at }) => ({
      id,
      symbol,
      side,
      sentence,
      madeAt: fromTimestamp(made_at),
    }));
  },
  async listMarks(desk, day) {
    const { rows } = await pool.query<{ minute: number; written_at: Date }>(MARKS, [desk, day]);
    return rows.map(({ minute, written_at }) => ({
      // The minute had ended when it was written.
      marketAt: istInstant(day, (minute + 1) as IstMinute),
      humanAt: fromTimestamp(written_at),
    }));
  },
  async listBars(desk, day, isin) {
    const { rows } = await pool.query<{ minute: number; bar: StoredBar }>(BARS, [desk, day, isin]);
    return rows.map(({ minute, bar: [, open, high, low, close] }) => ({ minute, open, high, low, close }));
  },
  async lossLimitOf(userId) {
    const [row] = (await pool.query<{ loss_limit_paise: string | null }>(LIMIT, [userId])).rows;
    return row === undefined || row.loss_limit_paise === null ? null : paise(Number(row.loss_limit_paise));
  },
  async listPast(userId, from, most) {
    const { rows } = await pool.query<PastRow>(PAST, [userId, from, most]);
    return rows.map(({ trading_day, broker, fact, trades }) => ({
      day: istDate(trading_day),
      broker,
      gross: fact.gross,
      charges: fact.charges,
      net: fact.net,
      trades,
    }));
  },
});
