import { type Paise, paise } from "@vriddhi/core/shared/money";
import { and, asc, eq, inArray, lt, lte, ne, or, type SQL, sum } from "drizzle-orm";
import type { Database, Tx } from "../../platform/db/database.ts";
import { refunds } from "../../platform/db/schema/billing.ts";
import type { Refund, RefundStore } from "./refund.store.ts";

const toRefund = ({ amountPaise, ...row }: typeof refunds.$inferSelect): Refund => ({
  ...row,
  amount: paise(amountPaise),
});

async function totalOf(tx: Tx, paymentId: string, isCounted?: SQL): Promise<Paise> {
  const isOf = and(eq(refunds.paymentId, paymentId), ne(refunds.state, "failed"), isCounted);
  const [row] = await tx.db
    .select({ total: sum(refunds.amountPaise) })
    .from(refunds)
    .where(isOf);
  return paise(Number(row?.total ?? 0));
}

export const createRefundStore = ({ db, transaction }: Database): RefundStore => ({
  transaction,
  async add(tx, { amount, ...refund }) {
    const added = await tx.db
      .insert(refunds)
      .values({ ...refund, amountPaise: amount })
      .onConflictDoNothing()
      .returning({ id: refunds.id });
    return added.length === 1;
  },
  async change(tx, { id, from, to, at, providerRefundId, note }) {
    const changed = await tx.db
      .update(refunds)
      .set({
        state: to,
        changedAt: at,
        ...(providerRefundId === undefined ? {} : { providerRefundId }),
        ...(note === undefined ? {} : { note }),
      })
      .where(and(eq(refunds.id, id), inArray(refunds.state, [...from])))
      .returning({ id: refunds.id });
    return changed.length === 1;
  },
  async find(id) {
    const [row] = await db.select().from(refunds).where(eq(refunds.id, id));
    return row ? toRefund(row) : null;
  },
  async findByProviderId(providerRefundId) {
    const [row] = await db.select().from(refunds).where(eq(refunds.providerRefundId, providerRefundId));
    return row ? toRefund(row) : null;
  },
  async listIn(states, most) {
    const isIn = inArray(refunds.state, [...states]);
    return (await db.select().from(refunds).where(isIn).orderBy(asc(refunds.changedAt)).limit(most)).map(toRefund);
  },
  async listOfOrders(orderIds) {
    if (orderIds.length === 0) return [];
    return (
      await db
        .select()
        .from(refunds)
        .where(inArray(refunds.orderId, [...orderIds]))
    ).map(toRefund);
  },
  refundedOf: (tx, paymentId) => totalOf(tx, paymentId),
  refundedIncluding(tx, { id, paymentId, createdAt }) {
    const isAsOld = and(eq(refunds.createdAt, createdAt), lte(refunds.id, id));
    return totalOf(tx, paymentId, or(lt(refunds.createdAt, createdAt), isAsOld));
  },
});
