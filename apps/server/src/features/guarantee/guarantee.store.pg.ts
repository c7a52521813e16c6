import { paise } from "@vriddhi/core/shared/money";
import { epochMs } from "@vriddhi/core/time/clock";
import { and, desc, eq, sql } from "drizzle-orm";
import type { Database } from "../../platform/db/database.ts";
import { fromTimestamp, toTimestamp } from "../../platform/db/instant.ts";
import { guaranteeResults, paymentOrders, refunds } from "../../platform/db/schema/billing.ts";
import type { EndedPurchase, GuaranteeResult, GuaranteeStore } from "./guarantee.store.ts";

/** Fills that became known after the decision reopen it. A day belongs to the part in which it ends. */
const HAS_TRADED = `EXISTS (
      SELECT 1 FROM trading_account account
      JOIN ledger l ON l.account_id = account.id AND l.kind IN ('fill', 'fill_seen')
      JOIN subscription_periods part ON part.order_id = o.id
      WHERE account.user_id = o.user_id AND account.broker <> 'paper'
        AND (l.trading_day + time '15:10') AT TIME ZONE 'Asia/Kolkata' >= part.starts_at
        AND (l.trading_day + time '15:10') AT TIME ZONE 'Asia/Kolkata' < part.ends_at)`;

const ENDED = `
  SELECT o.id, o.user_id, u.name, u.email, o.plan, o.amount_paise::float8 AS fee, o.payment_id, o.settled_at,
         json_agg(json_build_object('from', p.starts_at, 'to', p.ends_at) ORDER BY p.starts_at) AS spans
  FROM payment_orders o
  JOIN users u ON u.id = o.user_id AND u.deleted_at IS NULL
  JOIN subscription_periods p ON p.order_id = o.id
  WHERE o.kind = 'plan' AND o.state = 'paid'
    AND NOT EXISTS (SELECT 1 FROM guarantee_results g WHERE g.order_id = o.id AND (g.outcome <> 'no_result' OR NOT ${HAS_TRADED}))
    AND o.amount_paise > (
      SELECT coalesce(sum(r.amount_paise), 0) FROM refunds r
      WHERE r.payment_id = o.payment_id AND r.reason = 'operator' AND r.state <> 'failed')
  GROUP BY o.id, u.id
  HAVING max(p.ends_at) <= $1
  ORDER BY max(p.ends_at)
  LIMIT $2`;

interface EndedRow {
  readonly id: string;
  readonly user_id: string;
  readonly name: string;
  readonly email: string;
  readonly plan: string;
  readonly fee: number;
  readonly payment_id: string;
  readonly settled_at: Date;
  readonly spans: readonly { readonly from: string; readonly to: string }[];
}

const toEnded = (row: EndedRow): EndedPurchase => ({
  orderId: row.id,
  userId: row.user_id,
  name: row.name,
  email: row.email,
  plan: row.plan,
  fee: paise(row.fee),
  paymentId: row.payment_id,
  settledAt: fromTimestamp(row.settled_at),
  spans: row.spans.map(({ from, to }) => ({ from: fromTimestamp(from), to: fromTimestamp(to) })),
});

type Row = typeof guaranteeResults.$inferSelect;

const toResult = ({ grossPaise, feePaise, evidence, ...row }: Row): GuaranteeResult => ({
  ...row,
  gross: grossPaise === null ? null : paise(grossPaise),
  fee: paise(feePaise),
  evidence: evidence.map(({ from, to, grossPaise: gross }) => ({
    from: epochMs(from),
    to: epochMs(to),
    gross: gross === null ? null : paise(gross),
  })),
});

export const createGuaranteeStore = ({ db, pool, transaction }: Database): GuaranteeStore => ({
  transaction,
  async listEnded(now, most) {
    const { rows } = await pool.query<EndedRow>(ENDED, [toTimestamp(now), most]);
    return rows.map(toEnded);
  },
  async add(tx, { gross, fee, evidence, ...result }) {
    const row = {
      ...result,
      grossPaise: gross,
      feePaise: fee,
      evidence: evidence.map(({ from, to, gross: part }) => ({ from, to, grossPaise: part })),
    };
    const { id: _id, ...judged } = row;
    const added = await tx.db
      .insert(guaranteeResults)
      .values(row)
      .onConflictDoUpdate({
        target: guaranteeResults.orderId,
        set: judged,
        setWhere: sql`${guaranteeResults.outcome} = 'no_result' AND excluded.outcome <> 'no_result'`,
      })
      .returning({ id: guaranteeResults.id });
    return added.length === 1;
  },
  async listOf(userId) {
    const rows = await db
      .select({ result: guaranteeResults, state: refunds.state })
      .from(guaranteeResults)
      .innerJoin(paymentOrders, eq(paymentOrders.id, guaranteeResults.orderId))
      .leftJoin(refunds, and(eq(refunds.paymentId, paymentOrders.paymentId), eq(refunds.reason, "guarantee")))
      .where(eq(guaranteeResults.userId, userId))
      .orderBy(desc(guaranteeResults.periodEnd));
    return rows.map(({ result, state }) => ({ ...toResult(result), refundStatus: state }));
  },
});
