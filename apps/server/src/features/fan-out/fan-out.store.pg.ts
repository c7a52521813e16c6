import { accountId } from "@vriddhi/core/allocation/account-id";
import { isTradingBroker, type TradingBroker } from "@vriddhi/core/broker/trading-broker";
import type { ApprovalMode } from "@vriddhi/core/risk/approval";
import { type Paise, paise } from "@vriddhi/core/shared/money";
import { istDate } from "@vriddhi/core/time/ist";
import type { Database } from "../../platform/db/database.ts";
import { fromTimestamp, toTimestamp } from "../../platform/db/instant.ts";
import { publishMany } from "../../platform/events/publish.ts";
import { HUMAN_NOW, MARKET_DAY } from "../../platform/events/work-watch.ts";
import type { ActiveAccountRow, FanOutStore, StoredSignal } from "./fan-out.store.ts";

const SIGNALS = `SELECT id, desk, trading_day, isin, symbol, side, price_paise, stop_paise, target_paise,
    median_turnover_paise, all_capital_paise, rotation_paise, made_at, valid_until
  FROM signal WHERE trading_day = $1::date ORDER BY made_at`;

export const SIGNALS_VALID = `EXISTS (
  SELECT FROM signal WHERE trading_day = ${MARKET_DAY} AND valid_until > ${HUMAN_NOW})`;

/** Signals of the market's day, valid or not: an account may still lack its outcome. */
export const SIGNALS_OF_DAY = `EXISTS (SELECT FROM signal WHERE trading_day = ${MARKET_DAY})`;

export const RUNS_OF_DAY = `EXISTS (SELECT FROM algo_run WHERE trading_day = ${MARKET_DAY} AND stopped_at IS NULL)`;

const ACTIVE_ACCOUNTS = `SELECT run.account_id, run.user_id, run.broker, run.capital_paise, run.approval_mode,
    run.day_approved_at IS NOT NULL AS is_day_approved, run.started_at, run.stopped_at,
    CASE run.broker WHEN 'paper' THEN $3::timestamptz + interval '1 day' ELSE link.session_until END AS session_until,
    link.daily_trades_max,
    CASE run.broker WHEN 'paper' THEN paper.cash_paise ELSE funds.available_paise END AS available_paise,
    CASE run.broker WHEN 'paper' THEN run.capital_paise ELSE period.band_paise END AS band_paise,
    coalesce(preferences.never_trade, '{}') AS never_trade, preferences.loss_limit_paise
  FROM algo_run run
  LEFT JOIN trading_wish preferences ON preferences.user_id = run.user_id
  LEFT JOIN broker_links link ON link.id = run.link_id AND link.account_id = run.account_id
  LEFT JOIN paper_account paper ON run.broker = 'paper' AND paper.account_id = run.account_id
  LEFT JOIN account_readiness funds
    ON funds.link_id = run.link_id AND funds.trading_day = run.trading_day AND funds.funds = 'read'
  LEFT JOIN LATERAL (
    SELECT each.band_paise FROM subscription_periods each
    WHERE each.user_id = run.user_id AND each.starts_at <= $3::timestamptz AND each.ends_at > $3::timestamptz
    ORDER BY each.band_paise DESC LIMIT 1
  ) period ON true
  WHERE run.trading_day = $1::date AND run.broker = ANY ($2::text[])`;

const MISSING = `SELECT DISTINCT run.account_id FROM algo_run run
  WHERE run.trading_day = $1::date AND run.broker = ANY ($2::text[])
    AND run.started_at <= $3::timestamptz AND (run.stopped_at IS NULL OR run.stopped_at > $3::timestamptz)
    AND NOT EXISTS (
      SELECT FROM intent i
      WHERE i.account_id = run.account_id AND i.trading_day = $1::date AND i.signal_id = $4 AND i.n = 0)
    AND NOT EXISTS (
      SELECT FROM ledger l
      WHERE l.account_id = run.account_id AND l.trading_day = $1::date AND l.key = 'skipped:' || $4)`;

const FOREIGN = `SELECT account_id, broker_symbol, quantity FROM foreign_position
  WHERE trading_day = $1::date AND broker_symbol = ANY ($2::text[])`;

const PUT_FOREIGN = `INSERT INTO foreign_position (account_id, trading_day, broker_symbol, quantity)
  SELECT account_id, $1::date, broker_symbol, sum(quantity)::int
  FROM unnest($2::text[], $3::text[], $4::int[]) AS held(account_id, broker_symbol, quantity)
  GROUP BY account_id, broker_symbol
  ON CONFLICT (account_id, trading_day, broker_symbol) DO UPDATE SET quantity = EXCLUDED.quantity`;

interface SignalRow {
  readonly id: string;
  readonly desk: string;
  readonly trading_day: string;
  readonly isin: string;
  readonly symbol: string;
  readonly side: "buy" | "sell";
  readonly price_paise: string;
  readonly stop_paise: string;
  readonly target_paise: string | null;
  readonly median_turnover_paise: string;
  readonly all_capital_paise: string;
  readonly rotation_paise: string;
  readonly made_at: Date;
  readonly valid_until: Date;
}

/** PostgreSQL returns 64-bit numbers as text. */
const amount = (text: string): Paise => paise(Number(text));
const amountOrNull = (text: string | null): Paise | null => (text === null ? null : amount(text));

const toSignal = (row: SignalRow): StoredSignal => ({
  id: row.id,
  authority: "run",
  desk: row.desk,
  day: istDate(row.trading_day),
  isin: row.isin,
  symbol: row.symbol,
  side: row.side,
  price: amount(row.price_paise),
  stop: amount(row.stop_paise),
  target: amountOrNull(row.target_paise),
  medianTurnover: amount(row.median_turnover_paise),
  allCapital: amount(row.all_capital_paise),
  rotation: amount(row.rotation_paise),
  madeAt: fromTimestamp(row.made_at),
  validUntil: fromTimestamp(row.valid_until),
});

interface RunRow {
  readonly account_id: string;
  readonly user_id: string;
  readonly broker: string;
  readonly capital_paise: string;
  readonly approval_mode: ApprovalMode;
  readonly is_day_approved: boolean;
  readonly started_at: Date;
  readonly stopped_at: Date | null;
  readonly session_until: Date | null;
  readonly daily_trades_max: number | null;
  readonly available_paise: string | null;
  readonly band_paise: string | null;
  readonly never_trade: readonly string[];
  readonly loss_limit_paise: string | null;
}

const toActiveAccountRow = (row: RunRow & { readonly broker: TradingBroker }): ActiveAccountRow => ({
  accountId: accountId(row.account_id),
  userId: row.user_id,
  broker: row.broker,
  capital: amount(row.capital_paise),
  approvalMode: row.approval_mode,
  isDayApproved: row.is_day_approved,
  startedAt: fromTimestamp(row.started_at),
  stoppedAt: row.stopped_at === null ? null : fromTimestamp(row.stopped_at),
  sessionUntil: row.session_until === null ? null : fromTimestamp(row.session_until),
  entriesMax: row.daily_trades_max,
  funds: amountOrNull(row.available_paise),
  band: amountOrNull(row.band_paise),
  neverTrade: row.never_trade,
  lossLimit: amountOrNull(row.loss_limit_paise),
});

const isKnown = (row: RunRow): row is RunRow & { readonly broker: TradingBroker } => isTradingBroker(row.broker);

export const createFanOutStore = ({ pool, transaction }: Database): FanOutStore => ({
  async listSignals(day) {
    const { rows } = await pool.query<SignalRow>({ name: "fan_out_signals", text: SIGNALS, values: [day] });
    return rows.map(toSignal);
  },
  async readActiveAccounts(brokers, day, marketNow) {
    const values = [day, brokers, toTimestamp(marketNow)];
    const { rows } = await pool.query<RunRow>({ name: "fan_out_roster", text: ACTIVE_ACCOUNTS, values });
    return rows.filter(isKnown).map(toActiveAccountRow);
  },
  async listMissing({ id, day, madeAt }, brokers) {
    await pool.query("SELECT make_order_partitions($1::date)", [day]);
    const values = [day, brokers, toTimestamp(madeAt), id];
    const { rows } = await pool.query<{ account_id: string }>({ name: "fan_out_missing", text: MISSING, values });
    return rows.map(({ account_id }) => accountId(account_id));
  },
  async listForeign(brokerSymbols, day) {
    type Row = { account_id: string; broker_symbol: string; quantity: number };
    const { rows } = await pool.query<Row>(FOREIGN, [day, brokerSymbols]);
    return rows.map(({ account_id, broker_symbol, quantity }) => ({
      accountId: accountId(account_id),
      brokerSymbol: broker_symbol,
      quantity,
    }));
  },
  async putForeign(positions, day) {
    const columns = [
      positions.map((held) => held.accountId),
      positions.map(({ brokerSymbol }) => brokerSymbol),
      positions.map(({ quantity }) => quantity),
    ];
    await pool.query(PUT_FOREIGN, [day, ...columns]);
  },
  notifyPages: (userIds, at) => transaction((tx) => publishMany(tx, userIds, "orders", at)),
});
