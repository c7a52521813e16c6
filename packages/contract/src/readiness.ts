import { brokerNames } from "@vriddhi/core/broker/broker-name";
import { readinessReasons } from "@vriddhi/core/readiness/readiness-reason";
import { z } from "zod";
import { endpoint } from "./endpoint.ts";

const readinessReply = z.strictObject({
  trading_day: z.iso.date(),
  checked_at: z.iso.datetime().nullable(),
  brokers: z.array(
    z.strictObject({
      broker: z.enum(brokerNames),
      is_ready: z.boolean(),
      reason: z.enum(readinessReasons).nullable(),
      detail: z.string().nullable().describe("one sentence: what is missing and what to do"),
      broker_said: z.string().nullable().describe("the broker's text, if it refused the account's login"),
      action: z
        .strictObject({ label: z.string(), path: z.string().describe("an address within the site") })
        .nullable()
        .describe("the user's next action for the reason; null: none"),
      session_expires_at: z.iso.datetime().nullable(),
    }),
  ),
});

export const readinessEndpoints = {
  readBrokerReadiness: endpoint({
    method: "GET",
    path: "/brokers/readiness",
    summary: "Whether each linked account can trade today, and if not, why",
    access: "user",
    reply: readinessReply,
    problems: [],
  }),
};
