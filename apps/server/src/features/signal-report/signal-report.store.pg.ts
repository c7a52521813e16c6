import type { TradingBroker } from "@vriddhi/core/broker/trading-broker";
import type { Side } from "@vriddhi/core/order/order";
import type { SkipReason } from "@vriddhi/core/risk/pre-trade";
import type { Database } from "../../platform/db/database.ts";
import { fromTimestamp, toTimestamp } from "../../platform/db/instant.ts";
import type { AccountOutcome, ReportedSignal, SignalReportStore, SignalSummary } from "./signal-report.store.ts";

const COLUMNS = "s.id, s.desk, s.trading_day, s.symbol, s.side, s.price_paise, s.made_at, s.valid_until, s.sentence";

const OUTCOMES = `WITH ran AS (
    SELECT DISTINCT ON (account_id) account_id, broker FROM algo_run
    WHERE trading_day = $2::date AND broker = ANY ($3::text[]) AND started_at <= $4::timestamptz
      AND (stopped_at IS NULL OR stopped_at > $4::timestamptz)
    ORDER BY account_id
  ),
  ordered AS (
    SELECT i.account_id, i.tag, i.status, i.state, account.broker FROM intent i
    JOIN trading_account account ON account.id = i.account_id
    WHERE i.trading_day = $2::date AND i.signal_id = $1 AND i.n = 0
  ),
  sent AS (
    SELECT w.tag, min(w.at) AS at FROM wire_record w
    WHERE w.trading_day = $2::date AND w.direction = 'request' AND w.call = 'place'
      AND w.tag IN (SELECT tag FROM ordered) GROUP BY w.tag
  ),
  skipped AS (
    SELECT l.account_id, l.fact->>'reason' AS reason FROM ledger l
    WHERE l.trading_day = $2::date AND l.kind = 'skipped' AND l.key = 'skipped:' || $1
  )
  SELECT coalesce(ran.account_id, ordered.account_id, skipped.account_id) AS account_id,
    coalesce(ran.broker, ordered.broker, account.broker) AS broker,
    CASE WHEN ordered.tag IS NOT NULL THEN 'order' WHEN skipped.reason IS NOT NULL THEN 'skipped' ELSE 'none' END AS outcome,
    coalesce(ordered.state->>'reason', skipped.reason) AS reason, ordered.status,
    (ordered.state->>'quantity')::int AS quantity, (ordered.state->>'filled')::int AS filled,
    (ordered.state->>'averagePrice')::int AS average_price, sent.at AS sent_at
  FROM ran FULL JOIN ordered ON ordered.account_id = ran.account_id
  FULL JOIN skipped ON skipped.account_id = coalesce(ran.account_id, ordered.account_id)
  LEFT JOIN sent ON sent.tag = ordered.tag
  LEFT JOIN trading_account account ON account.id = skipped.account_id
  ORDER BY 1`;

/** Adds a skip reason for accounts that ran at the signal and have neither an order nor a skip reason. */
const SKIP_MISSING = `INSERT INTO ledger (trading_day, account_id, at, kind, key, fact)
  SELECT DISTINCT $2::date, run.account_id, $5::timestamptz, 'skipped', 'skipped:' || $1,
    jsonb_build_object('kind', 'skipped', 'signalId', $1::text, 'reason', $6::text)
  FROM algo_run run
  WHERE run.trading_day = $2::date AND run.broker = ANY ($3::text[])
    AND run.started_at <= $4::timestamptz AND (run.stopped_at IS NULL OR run.stopped_at > $4::timestamptz)
    AND NOT EXISTS (
      SELECT FROM intent i
      WHERE i.account_id = run.account_id AND i.trading_day = $2::date AND i.signal_id = $1 AND i.n = 0)
  ON CONFLICT DO NOTHING`;

const TOO_LATE: SkipReason = "valid_until_passed";

interface SignalRow {
  readonly id: string;
  readonly desk: string;
  readonly trading_day: string;
  readonly symbol: string;
  readonly side: Side;
  readonly price_paise: string;
  readonly made_at: Date;
  readonly valid_until: Date;
  readonly sentence: string;
}

const toSignal = (row: SignalRow): ReportedSignal => ({
  id: row.id,
  strategy: row.desk,
  day: row.trading_day,
  symbol: row.symbol,
  side: row.side,
  pricePaise: Number(row.price_paise),
  madeAt: fromTimestamp(row.made_at),
  validUntil: fromTimestamp(row.valid_until),
  sentence: row.sentence,
});

interface OutcomeRow {
  readonly account_id: string;
  readonly broker: TradingBroker;
  readonly outcome: AccountOutcome["outcome"];
  readonly reason: string | null;
  readonly status: string | null;
  readonly quantity: number | null;
  readonly filled: number | null;
  readonly average_price: number | null;
  readonly sent_at: Date | null;
}

const toOutcome = (row: OutcomeRow): AccountOutcome => ({
  accountId: row.account_id,
  broker: row.broker,
  outcome: row.outcome,
  reason: row.reason,
  status: row.status,
  quantity: row.quantity,
  filled: row.filled,
  averagePrice: row.filled === null || row.filled === 0 ? null : row.average_price,
  sentAt: row.sent_at === null ? null : fromTimestamp(row.sent_at),
});

export const createSignalReportStore = ({ pool }: Database): SignalReportStore => ({
  async find(id) {
    const { rows } = await pool.query<SignalRow>(`SELECT ${COLUMNS} FROM signal s WHERE s.id = $1`, [id]);
    return rows[0] === undefined ? null : toSignal(rows[0]);
  },
  async listOutcomes({ id, day, madeAt }, brokers) {
    const { rows } = await pool.query<OutcomeRow>(OUTCOMES, [id, day, brokers, toTimestamp(madeAt)]);
    return rows.map(toOutcome);
  },
  async listUnsummarised(until) {
    const { rows } = await pool.query<SignalRow>(
      `SELECT ${COLUMNS} FROM signal s WHERE s.trading_day <= $1::date
         AND NOT EXISTS (SELECT FROM signal_summary kept WHERE kept.signal_id = s.id) ORDER BY s.made_at`,
      [until],
    );
    return rows.map(toSignal);
  },
  async skipMissing({ id, day, madeAt }, brokers, at) {
    await pool.query("SELECT make_order_partitions($1::date)", [day]);
    const values = [id, day, brokers, toTimestamp(madeAt), toTimestamp(at), TOO_LATE];
    return (await pool.query(SKIP_MISSING, values)).rowCount ?? 0;
  },
  async keepSummary(id, summary, at) {
    await pool.query(
      "INSERT INTO signal_summary (signal_id, summary, made_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
      [id, JSON.stringify(summary), toTimestamp(at)],
    );
  },
  async findSummary(id) {
    const { rows } = await pool.query<{ summary: SignalSummary }>(
      "SELECT summary FROM signal_summary WHERE signal_id = $1",
      [id],
    );
    return rows[0]?.summary ?? null;
  },
});
