import { discount } from "@vriddhi/core/billing/coupon";
import { asc, eq, sql } from "drizzle-orm";
import type { Database } from "../../platform/db/database.ts";
import { coupons, couponUses } from "../../platform/db/schema/billing.ts";
import type { DeskCouponStore } from "./desk-coupon.store.ts";

export const createDeskCouponStore = ({ db, transaction }: Database): DeskCouponStore => ({
  transaction,
  async list() {
    const rows = await db
      .select({
        coupon: coupons,
        used: sql<number>`(count(${couponUses.orderId}) FILTER (WHERE ${couponUses.usedAt} IS NOT NULL))::int`,
      })
      .from(coupons)
      .leftJoin(couponUses, eq(couponUses.code, coupons.code))
      .groupBy(coupons.code)
      .orderBy(asc(coupons.code));
    return rows.map(({ coupon, used }) => ({ ...coupon, discount: discount(coupon.discount), used }));
  },
  async exists(code) {
    return (await db.select().from(coupons).where(eq(coupons.code, code))).length === 1;
  },
  async add(tx, coupon) {
    const added = await tx.db.insert(coupons).values(coupon).onConflictDoNothing().returning({ code: coupons.code });
    return added.length === 1;
  },
  async end(tx, code, at) {
    const [row] = await tx.db.select().from(coupons).where(eq(coupons.code, code)).for("update");
    if (row === undefined) return undefined;
    const isOver = row.endsAt !== null && row.endsAt <= at;
    if (!isOver) await tx.db.update(coupons).set({ endsAt: at }).where(eq(coupons.code, code));
    return row.endsAt;
  },
});
