import type { Messages } from "../../platform/http/handler.ts";

export const deskCouponMessages: Messages<"coupon_exists"> = {
  coupon_exists: "There is a coupon with this code already.",
};

export const deskCouponTexts = {
  created: (code: string) => `${code} can be used from now on.`,
  ended: (code: string) => `${code} has ended.`,
  waiting: "Waiting for a second admin",
  asked: (code: string, percent: number) => `Create the coupon ${code} with ${percent}% off.`,
} as const;
