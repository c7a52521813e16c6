import { z } from "zod";
import { endpoint } from "./endpoint.ts";

export const couponCodeField = z.string().trim().min(1).max(40);

export const couponEndpoints = {
  validateCoupon: endpoint({
    method: "POST",
    path: "/coupon/validate",
    summary: "The price multiplier of a coupon; 1 is no discount",
    access: "public",
    limit: "coupon",
    body: z.strictObject({ code: couponCodeField }),
    reply: z.strictObject({ discount: z.number().positive().max(1) }),
    problems: ["coupon_invalid", "coupon_used_up", "coupon_used_before"],
  }),
};
