import {
  type CouponVerdict,
  type Discount,
  judgeCoupon,
  NO_USES,
  normaliseCouponCode,
} from "@vriddhi/core/billing/coupon";
import { err, ok, type Result } from "@vriddhi/core/shared/result";
import { type HumanClock, later, MINUTE_MS } from "@vriddhi/core/time/clock";
import type { Tx } from "../../platform/db/database.ts";
import type { CouponState, CouponStore } from "./coupon.store.ts";

/** An unpaid order reserves a use this long. A later payment is honoured all the same. */
const COUPON_HOLD_MS = 30 * MINUTE_MS;

export type CouponRefusal = "coupon_invalid" | "coupon_used_up" | "coupon_used_before";

const refusals: Readonly<Record<Exclude<CouponVerdict, "fine">, CouponRefusal>> = {
  unknown: "coupon_invalid",
  used_up: "coupon_used_up",
  used_before: "coupon_used_before",
};

export interface CouponService {
  /** A signed-in user learns here that they used the code before; a visitor learns it at the order. */
  validate(typed: string, userId: string | null): Promise<Result<Discount, CouponRefusal>>;
  /** Its discount, even when all uses are taken: the order that holds one may be requested again. */
  discountOf(typed: string): Promise<Result<Discount, "coupon_invalid">>;
  /** Reserves one use, in the transaction that creates the order. */
  reserve(tx: Tx, typed: string, order: { id: string; userId: string | null }): Promise<Result<void, CouponRefusal>>;
  redeem(tx: Tx, orderId: string): Promise<void>;
}

export function createCouponService(store: CouponStore, clock: HumanClock): CouponService {
  function judge(state: CouponState | null, uses = state?.uses): Result<CouponState, CouponRefusal> {
    const verdict = judgeCoupon(state?.coupon ?? null, uses ?? NO_USES, clock.now());
    if (!state) return err("coupon_invalid");
    return verdict === "fine" ? ok(state) : err(refusals[verdict]);
  }
  return {
    async validate(typed, userId) {
      const judged = judge(await store.find(normaliseCouponCode(typed), userId, clock.now()));
      return judged.ok ? ok(judged.value.coupon.discount) : judged;
    },
    async discountOf(typed) {
      const judged = judge(await store.find(normaliseCouponCode(typed), null, clock.now()), NO_USES);
      return judged.ok ? ok(judged.value.coupon.discount) : err("coupon_invalid");
    },
    async reserve(tx, typed, { id: orderId, userId }) {
      const judged = judge(await store.hold(tx, normaliseCouponCode(typed), userId, clock.now()));
      if (!judged.ok) return judged;
      const heldUntil = later(clock.now(), COUPON_HOLD_MS);
      await store.take(tx, { orderId, code: judged.value.coupon.code, heldUntil });
      return ok(undefined);
    },
    redeem: (tx, orderId) => store.markUsed(tx, orderId, clock.now()),
  };
}
