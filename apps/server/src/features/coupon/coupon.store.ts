import type { Coupon, CouponUses } from "@vriddhi/core/billing/coupon";
import type { EpochMs } from "@vriddhi/core/time/clock";
import type { Tx } from "../../platform/db/database.ts";

export interface CouponState {
  readonly coupon: Coupon;
  readonly uses: CouponUses;
}

export interface CouponStore {
  /** `userId` is the caller; `null` for a visitor. */
  find(code: string, userId: string | null, now: EpochMs): Promise<CouponState | null>;
  /** The same, and locks the coupon's uses until the transaction ends. */
  hold(tx: Tx, code: string, userId: string | null, now: EpochMs): Promise<CouponState | null>;
  take(tx: Tx, use: { orderId: string; code: string; heldUntil: EpochMs }): Promise<void>;
  markUsed(tx: Tx, orderId: string, at: EpochMs): Promise<void>;
}
