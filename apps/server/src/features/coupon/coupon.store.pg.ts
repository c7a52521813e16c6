import { type CouponUses, discount } from "@vriddhi/core/billing/coupon";
import type { EpochMs } from "@vriddhi/core/time/clock";
import { eq, type SQL, sql } from "drizzle-orm";
import type { NodePgDatabase } from "drizzle-orm/node-postgres";
import type { Database } from "../../platform/db/database.ts";
import { toTimestamp } from "../../platform/db/instant.ts";
import { coupons, couponUses, paymentOrders } from "../../platform/db/schema/billing.ts";
import type { CouponState, CouponStore } from "./coupon.store.ts";

async function usesOf(db: NodePgDatabase, code: string, userId: string | null, now: EpochMs): Promise<CouponUses> {
  const isPaid = sql`${couponUses.usedAt} IS NOT NULL`;
  const isOpen = sql`${couponUses.usedAt} IS NULL AND ${couponUses.heldUntil} > ${toTimestamp(now)}`;
  const isOwn = sql`${paymentOrders.userId} = ${userId}::uuid`;
  const countWhere = (condition: SQL) => sql<number>`(count(*) FILTER (WHERE ${condition}))::int`;
  const [row] = await db
    .select({
      all: countWhere(sql`(${isPaid}) OR (${isOpen})`),
      ownPaid: countWhere(sql`${isOwn} AND ${isPaid}`),
      ownOpen: countWhere(sql`${isOwn} AND ${isOpen}`),
    })
    .from(couponUses)
    .innerJoin(paymentOrders, eq(paymentOrders.id, couponUses.orderId))
    .where(eq(couponUses.code, code));
  return row ?? { all: 0, ownPaid: 0, ownOpen: 0 };
}

type CouponRow = typeof coupons.$inferSelect;

const toStanding = (row: CouponRow, uses: CouponUses): CouponState => ({
  coupon: { ...row, discount: discount(row.discount) },
  uses,
});

export const createCouponStore = ({ db }: Database): CouponStore => ({
  async find(code, userId, now) {
    const [row] = await db.select().from(coupons).where(eq(coupons.code, code));
    return row ? toStanding(row, await usesOf(db, code, userId, now)) : null;
  },
  async hold(tx, code, userId, now) {
    const [row] = await tx.db.select().from(coupons).where(eq(coupons.code, code)).for("update");
    return row ? toStanding(row, await usesOf(tx.db, code, userId, now)) : null;
  },
  async take(tx, use) {
    await tx.db.insert(couponUses).values(use);
  },
  async markUsed(tx, orderId, usedAt) {
    await tx.db.update(couponUses).set({ usedAt }).where(eq(couponUses.orderId, orderId));
  },
});
