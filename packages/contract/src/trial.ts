import { z } from "zod";
import { endpoint } from "./endpoint.ts";

export const trialEndpoints = {
  startFreeTrial: endpoint({
    method: "POST",
    path: "/free-trial/{userId}",
    summary: "Start the caller's free trial; once per account, mailbox, verified number and broker account",
    access: "user",
    owner: "userId",
    limit: "payment",
    params: z.strictObject({ userId: z.uuid() }),
    reply: z.strictObject({ message: z.string(), end_date: z.iso.datetime() }),
    problems: ["trial_used", "already_subscribed"],
  }),
};
