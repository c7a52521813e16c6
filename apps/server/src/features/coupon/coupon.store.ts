import type { Coupon } from "@vriddhi/core/billing/coupon";
import type { EpochMs } from "@vriddhi/core/time/clock";
import type { Tx } from "../../platform/db/database.ts";

export interface CouponStanding {
  readonly coupon: Coupon;
  /** Orders that are paid with it, and those that still may be. */
  readonly taken: number;
}

export interface CouponStore {
  find(code: string, now: EpochMs): Promise<CouponStanding | null>;
  /** The same, and nobody else takes one of its uses before this transaction ends. */
  hold(tx: Tx, code: string, now: EpochMs): Promise<CouponStanding | null>;
  take(tx: Tx, use: { orderId: string; code: string; heldUntil: EpochMs }): Promise<void>;
  markUsed(tx: Tx, orderId: string, at: EpochMs): Promise<void>;
}
