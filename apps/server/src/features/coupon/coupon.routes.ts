import { toMultiplier } from "@vriddhi/core/billing/coupon";
import { ok } from "@vriddhi/core/shared/result";
import type { Handlers } from "../../platform/http/handler.ts";
import type { CouponService } from "./coupon.service.ts";

export const couponHandlers = (service: CouponService): Handlers<"validateCoupon"> => ({
  async validateCoupon({ body, caller }) {
    const judged = await service.validate(body.code, caller?.userId ?? null);
    return judged.ok ? ok({ discount: toMultiplier(judged.value) }) : judged;
  },
});
