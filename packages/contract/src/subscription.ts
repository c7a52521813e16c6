import { z } from "zod";
import { endpoint } from "./endpoint.ts";

/** One purchase's unbroken period and its capital limit, in rupees. */
export const periodReply = z.strictObject({
  plan: z.string(),
  capital_upper_band: z.number().describe("in rupees"),
  start_date: z.iso.datetime(),
  end_date: z.iso.datetime(),
});
export type PeriodReply = z.infer<typeof periodReply>;

/** A3.3; nulls if never subscribed. Dates and remaining time describe the unbroken cover of all purchases. */
export const subscriptionReply = z.strictObject({
  id: z.uuid().nullable(),
  user_id: z.uuid(),
  plan: z.string().nullable(),
  start_date: z.iso.datetime().nullable().describe("start of the unbroken cover"),
  end_date: z.iso.datetime().nullable().describe("end of all paid periods"),
  is_active: z.boolean(),
  payment_id: z.string().nullable(),
  has_subscription: z.boolean(),
  days_remaining: z.int().nonnegative(),
  hours_remaining: z.int().min(0).max(23),
  status: z.enum(["active", "expired", "pending", "inactive"]),
  capital_upper_band: z.number().nullable().describe("of the running period, in rupees; null while nothing runs"),
  running: periodReply.nullable().describe("the running period"),
  following: z.array(periodReply).describe("the following periods, in order and without a gap"),
  pending_payment: z
    .strictObject({
      plan: z.string(),
      capital_upper_band: z.number(),
      amount: z.number().describe("in rupees"),
      since: z.iso.datetime(),
    })
    .nullable()
    .describe("paid and not captured yet; shown until it is decided"),
});
export type SubscriptionReply = z.infer<typeof subscriptionReply>;

export const subscriptionEndpoints = {
  readSubscription: endpoint({
    method: "GET",
    path: "/algorithm/subscription",
    summary: "The caller's subscription at this market instant",
    access: "user",
    reply: subscriptionReply,
    problems: [],
  }),
  cancelSubscription: endpoint({
    method: "POST",
    path: "/billing/cancel",
    summary: "Cancel reminders; the paid period runs to its end",
    access: "user",
    reply: z.strictObject({ message: z.string(), reminders: z.boolean() }),
    problems: ["not_subscribed"],
  }),
  resumeSubscription: endpoint({
    method: "POST",
    path: "/billing/resume",
    summary: "Reminders again",
    access: "user",
    reply: z.strictObject({ message: z.string(), reminders: z.boolean() }),
    problems: ["not_subscribed"],
  }),
};
