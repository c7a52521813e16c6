import { discount } from "@vriddhi/core/billing/coupon";
import type { EpochMs } from "@vriddhi/core/time/clock";
import { and, count, eq, gt, isNotNull, or } from "drizzle-orm";
import type { NodePgDatabase } from "drizzle-orm/node-postgres";
import type { Database } from "../../platform/db/database.ts";
import { coupons, couponUses } from "../../platform/db/schema/billing.ts";
import type { CouponStore } from "./coupon.store.ts";

async function takenOf(db: NodePgDatabase, code: string, now: EpochMs): Promise<number> {
  const stillCounts = or(isNotNull(couponUses.usedAt), gt(couponUses.heldUntil, now));
  const [row] = await db
    .select({ taken: count() })
    .from(couponUses)
    .where(and(eq(couponUses.code, code), stillCounts));
  return row?.taken ?? 0;
}

export const createCouponStore = ({ db }: Database): CouponStore => ({
  async find(code, now) {
    const [row] = await db.select().from(coupons).where(eq(coupons.code, code));
    if (!row) return null;
    return { coupon: { ...row, discount: discount(row.discount) }, taken: await takenOf(db, code, now) };
  },
  async hold(tx, code, now) {
    const [row] = await tx.db.select().from(coupons).where(eq(coupons.code, code)).for("update");
    if (!row) return null;
    return { coupon: { ...row, discount: discount(row.discount) }, taken: await takenOf(tx.db, code, now) };
  },
  async take(tx, use) {
    await tx.db.insert(couponUses).values(use);
  },
  async markUsed(tx, orderId, usedAt) {
    await tx.db.update(couponUses).set({ usedAt }).where(eq(couponUses.orderId, orderId));
  },
});
