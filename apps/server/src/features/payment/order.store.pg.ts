import { paise } from "@vriddhi/core/shared/money";
import { and, asc, desc, eq, gte, inArray, isNotNull, isNull, lte, ne } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Database, Tx } from "../../platform/db/database.ts";
import { users } from "../../platform/db/schema/account.ts";
import { paymentEvents, paymentOrders } from "../../platform/db/schema/billing.ts";
import type { Order, OrderStore } from "./order.store.ts";

type Row = typeof paymentOrders.$inferSelect;

const toOrder = ({ bandPaise, amountPaise, nextCheckAt: _next, ...row }: Row): Order => ({
  ...row,
  band: paise(bandPaise),
  amount: paise(amountPaise),
});

const equals = (column: PgColumn, value: string | null) => (value === null ? isNull(column) : eq(column, value));

type NotifyOwner = (tx: Tx, userId: string) => Promise<void>;

async function changeState(
  tx: Tx,
  notifyOwner: NotifyOwner,
  { orderId, from, to }: { orderId: string; from: Row["state"]; to: Row["state"] },
): Promise<void> {
  const [changed] = await tx.db
    .update(paymentOrders)
    .set({ state: to })
    .where(and(eq(paymentOrders.id, orderId), eq(paymentOrders.state, from)))
    .returning({ userId: paymentOrders.userId });
  if (changed && changed.userId !== null) await notifyOwner(tx, changed.userId);
}

const withinTransactions: Pick<OrderStore, "holdPerson" | "findOpen" | "add" | "claim" | "paymentOf" | "find"> = {
  async holdPerson(tx, userId) {
    await tx.db.select({ id: users.id }).from(users).where(eq(users.id, userId)).for("no key update");
  },
  async findOpen(tx, { userId, kind, plan, band, amount, couponCode }, since) {
    const [row] = await tx.db
      .select()
      .from(paymentOrders)
      .where(
        and(
          equals(paymentOrders.userId, userId),
          eq(paymentOrders.kind, kind),
          eq(paymentOrders.plan, plan),
          eq(paymentOrders.bandPaise, band),
          eq(paymentOrders.amountPaise, amount),
          equals(paymentOrders.couponCode, couponCode),
          eq(paymentOrders.state, "open"),
          gte(paymentOrders.createdAt, since),
        ),
      )
      .orderBy(desc(paymentOrders.createdAt))
      .limit(1);
    return row ? toOrder(row) : null;
  },
  async add(tx, { band, amount, ...order }) {
    await tx.db.insert(paymentOrders).values({ ...order, bandPaise: band, amountPaise: amount, state: "open" });
  },
  async claim(tx, { orderId, paymentId, email, paidAt, settledAt }) {
    const claimed = await tx.db
      .update(paymentOrders)
      .set({ state: "paid", paymentId, buyerEmail: email, paidAt, settledAt, nextCheckAt: null })
      .where(and(eq(paymentOrders.id, orderId), ne(paymentOrders.state, "paid")))
      .returning({ id: paymentOrders.id });
    return claimed.length === 1;
  },
  async paymentOf(tx, orderId) {
    const [row] = await tx.db
      .select({ paymentId: paymentOrders.paymentId })
      .from(paymentOrders)
      .where(eq(paymentOrders.id, orderId));
    return row?.paymentId ?? null;
  },
  async find(tx, orderId) {
    const [row] = await tx.db.select().from(paymentOrders).where(eq(paymentOrders.id, orderId));
    return row ? toOrder(row) : null;
  },
};

export const createOrderStore = ({ db, transaction }: Database, notifyOwner: NotifyOwner): OrderStore => ({
  transaction,
  ...withinTransactions,
  async nameOrder(orderId, providerOrderId) {
    await db
      .update(paymentOrders)
      .set({ providerOrderId })
      .where(and(eq(paymentOrders.id, orderId), isNull(paymentOrders.providerOrderId)));
    const [row] = await db.select().from(paymentOrders).where(eq(paymentOrders.id, orderId));
    return row?.providerOrderId ?? providerOrderId;
  },
  async findByProviderId(providerOrderId) {
    const [row] = await db.select().from(paymentOrders).where(eq(paymentOrders.providerOrderId, providerOrderId));
    return row ? toOrder(row) : null;
  },
  async findByPaymentId(paymentId) {
    const [row] = await db.select().from(paymentOrders).where(eq(paymentOrders.paymentId, paymentId));
    return row ? toOrder(row) : null;
  },
  markWaiting: (orderId) => transaction((tx) => changeState(tx, notifyOwner, { orderId, from: "open", to: "waiting" })),
  markUndone: (orderId) => transaction((tx) => changeState(tx, notifyOwner, { orderId, from: "waiting", to: "open" })),
  async waitingOf(userId) {
    const isWaiting = and(eq(paymentOrders.userId, userId), eq(paymentOrders.state, "waiting"));
    const [row] = await db
      .select()
      .from(paymentOrders)
      .where(isWaiting)
      .orderBy(desc(paymentOrders.createdAt))
      .limit(1);
    return row ? toOrder(row) : null;
  },
  async listBought(userId) {
    const isBought = and(eq(paymentOrders.userId, userId), inArray(paymentOrders.state, ["waiting", "paid"]));
    const rows = await db.select().from(paymentOrders).where(isBought).orderBy(desc(paymentOrders.createdAt));
    return rows.map(toOrder);
  },
  async listUnsettled(now, most) {
    const isDue = and(
      ne(paymentOrders.state, "paid"),
      isNotNull(paymentOrders.providerOrderId),
      lte(paymentOrders.nextCheckAt, now),
    );
    const rows = await db.select().from(paymentOrders).where(isDue).orderBy(asc(paymentOrders.nextCheckAt)).limit(most);
    return rows.map(toOrder);
  },
  async checkAgainAt(orderId, nextCheckAt) {
    await db.update(paymentOrders).set({ nextCheckAt }).where(eq(paymentOrders.id, orderId));
  },
  async hasEvent(eventId) {
    return (await db.select().from(paymentEvents).where(eq(paymentEvents.id, eventId))).length === 1;
  },
  async noteEvent(event) {
    await db.insert(paymentEvents).values(event).onConflictDoNothing();
  },
});
