import type { Coupon, CouponUses } from "@vriddhi/core/billing/coupon";
import type { EpochMs } from "@vriddhi/core/time/clock";
import type { Tx } from "../../platform/db/database.ts";

export interface CouponStanding {
  readonly coupon: Coupon;
  readonly uses: CouponUses;
}

export interface CouponStore {
  /** `userId` is who asks; null: nobody that we know. */
  find(code: string, userId: string | null, now: EpochMs): Promise<CouponStanding | null>;
  /** The same, and nobody else takes one of its uses before this transaction ends. */
  hold(tx: Tx, code: string, userId: string | null, now: EpochMs): Promise<CouponStanding | null>;
  take(tx: Tx, use: { orderId: string; code: string; heldUntil: EpochMs }): Promise<void>;
  markUsed(tx: Tx, orderId: string, at: EpochMs): Promise<void>;
}
