import type { GuaranteeOutcome } from "@vriddhi/core/billing/guarantee";
import { paise } from "@vriddhi/core/shared/money";
import { epochMs } from "@vriddhi/core/time/clock";
import type { Database } from "../../platform/db/database.ts";
import { fromTimestamp, toTimestamp } from "../../platform/db/instant.ts";
import type { DeskGuaranteeStore, GuaranteeCase, Payout, RefundState } from "./desk-guarantee.store.ts";

const CASES = `SELECT g.id, g.user_id, u.name AS username, g.plan, g.period_start, g.period_end,
    g.gross_paise::float8 AS gross, g.fee_paise::float8 AS fee, g.outcome, g.judged_at, g.evidence,
    g.granted_at, g.granted_reason, giver.name AS granted_by, r.state AS refund_state
  FROM guarantee_results g
  JOIN payment_orders o ON o.id = g.order_id
  LEFT JOIN refunds r ON r.payment_id = o.payment_id AND r.reason = 'guarantee'
  LEFT JOIN users u ON u.id = g.user_id AND u.deleted_at IS NULL
  LEFT JOIN users giver ON giver.id = g.granted_by`;

const PAGE = `WHERE ($1::text IS NULL OR g.outcome = $1)
    AND ($2::uuid IS NULL OR (g.judged_at, g.id) < (SELECT b.judged_at, b.id FROM guarantee_results b WHERE b.id = $2))
  ORDER BY g.judged_at DESC, g.id DESC LIMIT $3`;

const HOLD = `SELECT g.user_id, g.order_id, o.payment_id, g.plan, g.period_start, g.period_end, g.fee_paise::float8 AS fee,
    g.outcome, o.settled_at, u.name, u.email
  FROM guarantee_results g
  JOIN payment_orders o ON o.id = g.order_id
  LEFT JOIN users u ON u.id = g.user_id AND u.deleted_at IS NULL
  WHERE g.id = $1 AND o.payment_id IS NOT NULL FOR UPDATE OF g`;

const PAYOUTS = `SELECT r.id, o.user_id, u.name AS username, r.amount_paise::float8 AS amount, r.reason, r.note,
    r.payment_id, CASE WHEN r.reason = 'guarantee' THEN g.id END AS guarantee_id, r.state, r.created_at, r.changed_at,
    EXISTS (SELECT FROM waiting_act w WHERE w.kind = 'payout' AND w.state = 'waiting' AND w.expires_at > $1::timestamptz
      AND w.wish ->> 'payoutId' = r.id::text) AS is_waiting
  FROM refunds r
  JOIN payment_orders o ON o.id = r.order_id
  LEFT JOIN guarantee_results g ON g.order_id = o.id
  LEFT JOIN users u ON u.id = o.user_id AND u.deleted_at IS NULL
  WHERE r.state IN ('payout', 'paid_out')`;

interface CaseRow {
  readonly id: string;
  readonly user_id: string;
  readonly username: string | null;
  readonly plan: string;
  readonly period_start: Date;
  readonly period_end: Date;
  readonly gross: number | null;
  readonly fee: number;
  readonly outcome: GuaranteeOutcome;
  readonly judged_at: Date;
  readonly evidence: readonly { from: number; to: number; grossPaise: number | null }[];
  readonly granted_at: Date | null;
  readonly granted_reason: string | null;
  readonly granted_by: string | null;
  readonly refund_state: RefundState | null;
}

const toCase = (row: CaseRow): GuaranteeCase => ({
  id: row.id,
  userId: row.user_id,
  username: row.username,
  plan: row.plan,
  periodStart: fromTimestamp(row.period_start),
  periodEnd: fromTimestamp(row.period_end),
  gross: row.gross === null ? null : paise(row.gross),
  fee: paise(row.fee),
  outcome: row.outcome,
  judgedAt: fromTimestamp(row.judged_at),
  refundState: row.refund_state,
  evidence: row.evidence.map(({ from, to, grossPaise }) => ({
    from: epochMs(from),
    to: epochMs(to),
    gross: grossPaise === null ? null : paise(grossPaise),
  })),
  granted: row.granted_at && {
    at: fromTimestamp(row.granted_at),
    by: row.granted_by,
    reason: row.granted_reason ?? "",
  },
});

interface HeldRow {
  readonly user_id: string;
  readonly order_id: string;
  readonly payment_id: string;
  readonly plan: string;
  readonly period_start: Date;
  readonly period_end: Date;
  readonly fee: number;
  readonly outcome: GuaranteeOutcome;
  readonly settled_at: Date;
  readonly name: string | null;
  readonly email: string | null;
}

interface PayoutRow {
  readonly id: string;
  readonly user_id: string | null;
  readonly username: string | null;
  readonly amount: number;
  readonly reason: Payout["cause"];
  readonly note: string;
  readonly payment_id: string;
  readonly guarantee_id: string | null;
  readonly state: Payout["state"];
  readonly is_waiting: boolean;
  readonly created_at: Date;
  readonly changed_at: Date;
}

const toPayout = (row: PayoutRow): Payout => ({
  id: row.id,
  userId: row.user_id,
  username: row.username,
  amount: paise(row.amount),
  cause: row.reason,
  note: row.note,
  paymentId: row.payment_id,
  guaranteeId: row.guarantee_id,
  state: row.state,
  isWaiting: row.is_waiting,
  createdAt: fromTimestamp(row.created_at),
  changedAt: fromTimestamp(row.changed_at),
});

type Payouts = Pick<DeskGuaranteeStore, "countOpenPayouts" | "listPayouts" | "findPayout" | "ownerOf">;

const createPayouts = ({ pool }: Database): Payouts => ({
  async countOpenPayouts() {
    const { rows } = await pool.query<{ open: number }>(
      "SELECT count(*)::int AS open FROM refunds WHERE state = 'payout'",
    );
    return rows[0]?.open ?? 0;
  },
  async listPayouts(limit, now) {
    const { rows } = await pool.query<PayoutRow>(
      `${PAYOUTS} ORDER BY r.state = 'payout' DESC, CASE WHEN r.state = 'payout' THEN r.created_at END, r.changed_at DESC LIMIT $2`,
      [toTimestamp(now), limit],
    );
    return rows.map(toPayout);
  },
  async findPayout(id, now) {
    const { rows } = await pool.query<PayoutRow>(`${PAYOUTS} AND r.id = $2`, [toTimestamp(now), id]);
    return rows[0] === undefined ? null : toPayout(rows[0]);
  },
  async ownerOf({ client }, orderId) {
    const { rows } = await client.query<{ userId: string; name: string; email: string }>(
      `SELECT u.id AS "userId", u.name, u.email FROM payment_orders o
       JOIN users u ON u.id = o.user_id AND u.deleted_at IS NULL WHERE o.id = $1`,
      [orderId],
    );
    return rows[0] ?? null;
  },
});

export const createDeskGuaranteeStore = (database: Database, reader: Database): DeskGuaranteeStore => ({
  transaction: database.transaction,
  async list({ outcome, before, limit }) {
    return (await reader.pool.query<CaseRow>(`${CASES} ${PAGE}`, [outcome, before, limit])).rows.map(toCase);
  },
  async find(id) {
    const [row] = (await reader.pool.query<CaseRow>(`${CASES} WHERE g.id = $1`, [id])).rows;
    return row === undefined ? null : toCase(row);
  },
  async hold({ client }, id) {
    const [row] = (await client.query<HeldRow>(HOLD, [id])).rows;
    if (row === undefined) return null;
    return {
      userId: row.user_id,
      orderId: row.order_id,
      paymentId: row.payment_id,
      plan: row.plan,
      period: { from: fromTimestamp(row.period_start), to: fromTimestamp(row.period_end) },
      fee: paise(row.fee),
      outcome: row.outcome,
      paidAt: fromTimestamp(row.settled_at),
      to: row.name === null || row.email === null ? null : { name: row.name, address: row.email },
    };
  },
  async grant({ client }, id, { outcome, at, by, reason }) {
    await client.query(
      `UPDATE guarantee_results SET outcome = $2, granted_at = $3, granted_by = $4, granted_reason = $5 WHERE id = $1`,
      [id, outcome, toTimestamp(at), by, reason],
    );
  },
  ...createPayouts(reader),
});
