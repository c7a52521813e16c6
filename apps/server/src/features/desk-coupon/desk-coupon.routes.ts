import { fromMultiplier, toMultiplier } from "@vriddhi/core/billing/coupon";
import { ok } from "@vriddhi/core/shared/result";
import { fromTimestamp, toTimestamp } from "../../platform/db/instant.ts";
import type { Handlers } from "../../platform/http/handler.ts";
import type { DeskCouponService } from "./desk-coupon.service.ts";
import type { CouponCount, DeskCouponStore } from "./desk-coupon.store.ts";

const toReply = ({ code, discount, endsAt, usesMax, usesPerPerson, used }: CouponCount) => ({
  code,
  discount: toMultiplier(discount),
  ends_at: endsAt === null ? null : toTimestamp(endsAt),
  uses_max: usesMax,
  uses_per_person: usesPerPerson,
  used,
});

export const deskCouponHandlers = (
  store: Pick<DeskCouponStore, "list">,
  service: DeskCouponService,
): Handlers<"listCoupons" | "createCoupon" | "endCoupon"> => ({
  async listCoupons() {
    return ok({ coupons: (await store.list()).map(toReply) });
  },
  async createCoupon({ caller, body, from }) {
    const coupon = {
      code: body.code,
      discount: fromMultiplier(body.discount),
      endsAt: body.ends_at === null ? null : fromTimestamp(body.ends_at),
      usesMax: body.uses_max,
      usesPerPerson: body.uses_per_person,
    };
    const done = await service.create(coupon, { userId: caller.userId, ip: from.ip });
    return done.ok ? ok({ message: done.value.message, waiting_id: done.value.waitingId }) : done;
  },
  async endCoupon({ caller, params, from }) {
    const done = await service.end(params.code, { userId: caller.userId, ip: from.ip });
    return done.ok ? ok({ message: done.value }) : done;
  },
});
