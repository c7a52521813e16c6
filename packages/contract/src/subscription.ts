import { z } from "zod";
import { endpoint } from "./endpoint.ts";

/** A3.3. Somebody who never subscribed gets the same shape with nulls and `has_subscription: false`. */
export const subscriptionReply = z.strictObject({
  id: z.uuid().nullable(),
  user_id: z.uuid(),
  plan: z.string().nullable(),
  start_date: z.iso.datetime().nullable(),
  end_date: z.iso.datetime().nullable(),
  is_active: z.boolean(),
  payment_id: z.string().nullable(),
  has_subscription: z.boolean(),
  days_remaining: z.int().nonnegative(),
  hours_remaining: z.int().min(0).max(23),
  status: z.enum(["active", "expired", "pending", "inactive"]),
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
};
