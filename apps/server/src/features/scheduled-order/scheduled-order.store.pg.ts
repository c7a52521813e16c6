import { paise } from "@vriddhi/core/shared/money";
import { istDate } from "@vriddhi/core/time/ist";
import { and, asc, eq, gt, or } from "drizzle-orm";
import type { Database } from "../../platform/db/database.ts";
import { scheduledOrders } from "../../platform/db/schema/desk.ts";
import type { ScheduledOrder, ScheduledOrderStore } from "./scheduled-order.store.ts";

/** All of them, due or not: a clock that is moved stops at each that the process knows of. */
export const ORDERS_PENDING = "EXISTS (SELECT FROM scheduled_order WHERE state = 'pending')";

const toOrder = (row: typeof scheduledOrders.$inferSelect): ScheduledOrder => ({
  id: row.id,
  byUserId: row.byUserId,
  isin: row.isin,
  symbol: row.symbol,
  side: row.side,
  totalQuantity: row.totalQuantity,
  limit: row.limitPaise === null ? null : paise(row.limitPaise),
  dueAt: row.dueAt,
  day: istDate(row.tradingDay),
  state: row.state,
  endedAt: row.endedAt,
});

export const createScheduledOrderStore = ({ db, transaction }: Database): ScheduledOrderStore => ({
  transaction,
  async add(tx, order, createdAt) {
    const { limit, day, ...rest } = order;
    await tx.db.insert(scheduledOrders).values({
      ...rest,
      orderType: limit === null ? "market" : "limit",
      limitPaise: limit,
      tradingDay: day,
      state: "pending",
      createdAt,
    });
  },
  async end(tx, id, { state, at, placementId, note }) {
    const ended = await tx.db
      .update(scheduledOrders)
      .set({ state, endedAt: at, placementId: placementId ?? null, note: note ?? null })
      .where(and(eq(scheduledOrders.id, id), eq(scheduledOrders.state, "pending")))
      .returning({ id: scheduledOrders.id });
    return ended.length === 1;
  },
  async setPlacement(tx, id, placementId) {
    await tx.db.update(scheduledOrders).set({ placementId }).where(eq(scheduledOrders.id, id));
  },
  async find(id) {
    const [row] = await db.select().from(scheduledOrders).where(eq(scheduledOrders.id, id));
    return row === undefined ? null : toOrder(row);
  },
  async listPending() {
    const rows = await db
      .select()
      .from(scheduledOrders)
      .where(eq(scheduledOrders.state, "pending"))
      .orderBy(asc(scheduledOrders.dueAt), asc(scheduledOrders.id));
    return rows.map(toOrder);
  },
  async listShown(day, placedSince) {
    const missedToday = and(eq(scheduledOrders.state, "missed"), eq(scheduledOrders.tradingDay, day));
    const placedNow = and(eq(scheduledOrders.state, "placed"), gt(scheduledOrders.endedAt, placedSince));
    const rows = await db
      .select()
      .from(scheduledOrders)
      .where(or(eq(scheduledOrders.state, "pending"), missedToday, placedNow))
      .orderBy(asc(scheduledOrders.dueAt), asc(scheduledOrders.id));
    return rows.map(toOrder);
  },
});
