import { type Discount, judgeCoupon, normaliseCouponCode } from "@vriddhi/core/billing/coupon";
import { err, ok, type Result } from "@vriddhi/core/shared/result";
import { type HumanClock, later, MINUTE_MS } from "@vriddhi/core/time/clock";
import type { Tx } from "../../platform/db/database.ts";
import type { CouponStanding, CouponStore } from "./coupon.store.ts";

/** So long an unpaid order keeps a use from others. One that is paid later is honoured all the same. */
const COUPON_HOLD_MS = 30 * MINUTE_MS;

export type CouponRefusal = "coupon_invalid" | "coupon_used_up";

export interface CouponService {
  /** A7.11 */
  validate(typed: string): Promise<Result<Discount, CouponRefusal>>;
  /** What it would do, also when all its uses are taken: an order that holds one already may be asked for again. */
  discountOf(typed: string): Promise<Result<Discount, "coupon_invalid">>;
  /** Takes one use for this order, in the transaction that makes the order. */
  reserve(tx: Tx, typed: string, orderId: string): Promise<Result<void, CouponRefusal>>;
  redeem(tx: Tx, orderId: string): Promise<void>;
}

export function createCouponService(store: CouponStore, clock: HumanClock): CouponService {
  function judge(standing: CouponStanding | null, taken = standing?.taken ?? 0): Result<CouponStanding, CouponRefusal> {
    const verdict = judgeCoupon(standing?.coupon ?? null, taken, clock.now());
    if (!standing || verdict === "unknown") return err("coupon_invalid");
    return verdict === "used_up" ? err("coupon_used_up") : ok(standing);
  }
  return {
    async validate(typed) {
      const judged = judge(await store.find(normaliseCouponCode(typed), clock.now()));
      return judged.ok ? ok(judged.value.coupon.discount) : judged;
    },
    async discountOf(typed) {
      const judged = judge(await store.find(normaliseCouponCode(typed), clock.now()), 0);
      return judged.ok ? ok(judged.value.coupon.discount) : err("coupon_invalid");
    },
    async reserve(tx, typed, orderId) {
      const judged = judge(await store.hold(tx, normaliseCouponCode(typed), clock.now()));
      if (!judged.ok) return judged;
      const heldUntil = later(clock.now(), COUPON_HOLD_MS);
      await store.take(tx, { orderId, code: judged.value.coupon.code, heldUntil });
      return ok(undefined);
    },
    redeem: (tx, orderId) => store.markUsed(tx, orderId, clock.now()),
  };
}
