import { randomUUID } from "node:crypto";
import type { AccountId } from "@vriddhi/core/allocation/account-id";
import { type Paise, paise, rupees } from "@vriddhi/core/shared/money";
import { DAY_MS, type EpochMs, SECOND_MS } from "@vriddhi/core/time/clock";
import { type IstDate, istDateOf } from "@vriddhi/core/time/ist";
import type { Database } from "../platform/db/database.ts";
import { toTimestamp } from "../platform/db/instant.ts";

export interface Runner {
  readonly account: AccountId;
  readonly userId: string;
  readonly linkId: string;
  readonly broker: string;
}

export interface RunTerms {
  readonly capital?: Paise;
  readonly approvalMode?: "auto" | "manual";
  readonly isDayApproved?: boolean;
  readonly startedAt?: EpochMs;
}

export async function startRun({ pool }: Database, runner: Runner, now: EpochMs, terms: RunTerms = {}): Promise<void> {
  const { account, userId, linkId, broker } = runner;
  const { capital = rupees(100_000), approvalMode = "auto", isDayApproved = true } = terms;
  const startedAt = terms.startedAt ?? ((now - 60 * SECOND_MS) as EpochMs);
  // The plan first: a run is visible as soon as it is stored.
  await pool.query(
    `INSERT INTO subscription_periods (id, user_id, plan, starts_at, ends_at, band_paise) VALUES ($1, $2, 'MONTHLY', $3, $4, $5)`,
    [
      ...[randomUUID(), userId],
      ...[toTimestamp((now - DAY_MS) as EpochMs), toTimestamp((now + 30 * DAY_MS) as EpochMs), rupees(1_000_000)],
    ],
  );
  await pool.query(
    `INSERT INTO algo_run (id, user_id, broker, link_id, account_id, trading_day, capital_paise, approval_mode,
       is_background, day_approved_at, started_at, started_by, seen_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, true, $9, $10, 'person', $10)`,
    [
      ...[randomUUID(), userId, broker, linkId, account, istDateOf(now), capital, approvalMode],
      ...[isDayApproved ? toTimestamp(now) : null, toTimestamp(startedAt)],
    ],
  );
}

export interface SignalTerms {
  readonly desk: "fyers" | "angelone";
  readonly seq?: number;
  /** Left out: the day of `now`, where both clocks agree. */
  readonly day?: IstDate;
  readonly isin: string;
  readonly symbol: string;
  readonly price: Paise;
  readonly stop: Paise;
  readonly target: Paise | null;
  readonly validForMs?: number;
}

export async function makeSignal({ pool }: Database, now: EpochMs, terms: SignalTerms): Promise<string> {
  const { desk, seq = 1, isin, symbol, price, stop, target, validForMs = 20 * SECOND_MS } = terms;
  const day = terms.day ?? istDateOf(now);
  const id = `${desk}-${day}-${seq}`;
  const brokers = desk === "fyers" ? ["fyers"] : ["angelone", "zerodha"];
  await pool.query(
    `INSERT INTO signal (id, desk, trading_day, seq, epoch, isin, symbol, side, price_paise, stop_paise, target_paise,
       median_turnover_paise, all_capital_paise, rotation_paise, made_at, valid_until, market_at, sentence, record)
     SELECT $1, $2, $3, $4, 1, $5, $6, 'buy', $7, $8, $9, $10, coalesce(sum(capital_paise), 0), 0, $11, $12, $11,
       'The share broke out of its opening range.', '{}'::jsonb
     FROM algo_run WHERE trading_day = $3 AND broker = ANY ($13) AND stopped_at IS NULL`,
    [
      ...[id, desk, day, seq, isin, symbol, price, stop, target, rupees(1_000_000_000)],
      ...[toTimestamp(now), toTimestamp((now + validForMs) as EpochMs), brokers],
    ],
  );
  return id;
}

export async function listShare(
  { pool }: Database,
  now: EpochMs,
  broker: string,
  share: { isin: string; symbol: string; brokerSymbol: string; token: string; tickSize: number },
): Promise<void> {
  const { isin, symbol, brokerSymbol, token, tickSize } = share;
  await pool.query(
    `INSERT INTO instruments (broker, isin, symbol, broker_symbol, token, tick_paise, lot_size, seen_on, is_renamed)
     VALUES ($1, $2, $3, $4, $5, $6, 1, $7, false) ON CONFLICT DO NOTHING`,
    [broker, isin, symbol, brokerSymbol, token, tickSize, istDateOf(now)],
  );
}

/** Outcomes of a signal, one line per row, so that a duplicate shows. */
export async function outcomesOf({ pool }: Database, signalId: string) {
  const { rows } = await pool.query<{ account_id: string; outcome: string }>(
    `SELECT account_id, 'intent' AS outcome FROM intent WHERE signal_id = $1 AND n = 0
     UNION ALL SELECT account_id, fact->>'reason' FROM ledger WHERE key = 'skipped:' || $1 ORDER BY 1`,
    [signalId],
  );
  return rows;
}

export const stepped = (price: number, tick = 10): Paise => paise(Math.round(price / tick) * tick);
