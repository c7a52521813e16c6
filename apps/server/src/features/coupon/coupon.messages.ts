import type { Messages } from "../../platform/http/handler.ts";

export const couponMessages: Messages<"coupon_invalid" | "coupon_used_up" | "coupon_used_before"> = {
  coupon_invalid: "Invalid coupon code",
  coupon_used_up: "This coupon has been used up.",
  coupon_used_before: "You have used this coupon already, or an unpaid order of yours holds it.",
};
