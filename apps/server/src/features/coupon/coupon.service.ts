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
import type { CouponStanding, CouponStore } from "./coupon.store.ts";

/** So long an unpaid order keeps a use from others. One that is paid later is honoured all the same. */
const COUPON_HOLD_MS = 30 * MINUTE_MS;

export type CouponRefusal = "coupon_invalid" | "coupon_used_up" | "coupon_used_before";

const refusals: Readonly<Record<Exclude<CouponVerdict, "fine">, CouponRefusal>> = {
  unknown: "coupon_invalid",
  used_up: "coupon_used_up",
  used_before: "coupon_used_before",
};

export interface CouponService {
  /** A7.11. A visitor hears at the order that they have used it before; who is signed in hears it here. */
  validate(typed: string, userId: string | null): Promise<Result<Discount, CouponRefusal>>;
  /** What it would do, also when all its uses are taken: an order that holds one already may be asked for again. */
  discountOf(typed: string): Promise<Result<Discount, "coupon_invalid">>;
  /** Takes one use for this order, in the transaction that makes the order. */
  reserve(tx: Tx, typed: string, order: { id: string; userId: string | null }): Promise<Result<void, CouponRefusal>>;
  redeem(tx: Tx, orderId: string): Promise<void>;
}

export function createCouponService(store: CouponStore, clock: HumanClock): CouponService {
  function judge(standing: CouponStanding | null, uses = standing?.uses): Result<CouponStanding, CouponRefusal> {
    const verdict = judgeCoupon(standing?.coupon ?? null, uses ?? NO_USES, clock.now());
    if (!standing) return err("coupon_invalid");
    return verdict === "fine" ? ok(standing) : err(refusals[verdict]);
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
