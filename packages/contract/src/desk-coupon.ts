import { z } from "zod";
import { messageReply } from "./account-fields.ts";
import { endpoint } from "./endpoint.ts";
import { instantField } from "./instant-field.ts";

const at = z.iso.datetime();

const code = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z0-9][A-Z0-9_-]{2,39}$/, "A code has 3 to 40 letters, digits, - or _");

const coupon = z.strictObject({
  code: z.string(),
  discount: z.number().describe("price multiplier: 0.9 is ten per cent off"),
  ends_at: at.nullable(),
  uses_max: z.int().nullable(),
  uses_per_person: z.int().nullable(),
  used: z.int().describe("by paid orders"),
});

export const deskCouponEndpoints = {
  listCoupons: endpoint({
    method: "GET",
    path: "/api/admin/coupons",
    summary: "All coupons with their use counts",
    access: "support",
    reply: z.strictObject({ coupons: z.array(coupon) }),
    problems: [],
  }),
  createCoupon: endpoint({
    method: "POST",
    path: "/api/admin/coupons",
    summary: "Create a coupon; above half the price it waits for a second admin, if there are two",
    access: "admin",
    proof: "fresh",
    body: z.strictObject({
      code,
      discount: z.number().min(0.01).max(0.99),
      ends_at: instantField.nullable(),
      uses_max: z.int().min(1).max(1_000_000).nullable(),
      uses_per_person: z.int().min(1).max(1_000).nullable(),
    }),
    reply: z.strictObject({ message: z.string(), waiting_id: z.uuid().nullable() }),
    problems: ["coupon_exists"],
  }),
  endCoupon: endpoint({
    method: "POST",
    path: "/api/admin/coupons/{code}/end",
    summary: "End a coupon now; orders that hold it keep it",
    access: "admin",
    params: z.strictObject({ code }),
    reply: messageReply,
    problems: [],
  }),
};
