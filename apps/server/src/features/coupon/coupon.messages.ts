import type { Messages } from "../../platform/http/handler.ts";

export const couponMessages: Messages<"coupon_invalid" | "coupon_used_up"> = {
  // A8.8
  coupon_invalid: "Invalid coupon code",
  coupon_used_up: "This coupon has been used up.",
};
