import { brokerNames } from "@vriddhi/core/broker/broker-name";
import { readinessReasons } from "@vriddhi/core/readiness/readiness-reason";
import { marketStates } from "@vriddhi/core/time/market-state";
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
      broker_said: z.string().nullable().describe("the broker's own words, where it refused the account's login"),
      action: z
        .strictObject({ label: z.string(), path: z.string().describe("an address within the site") })
        .nullable()
        .describe("what the person can do about the reason now; null: nothing to do"),
      session_expires_at: z.iso.datetime().nullable(),
    }),
  ),
});

const marketClockReply = z.strictObject({
  now: z.iso.datetime().describe("on the market's clock"),
  speed: z.number().describe("market seconds per second; 1 unless the market is simulated"),
  state: z.enum(marketStates),
  day: z.iso.date().describe("today in India"),
  opens_at: z.iso.datetime().nullable().describe("today; null on a day without trading"),
  closes_at: z.iso.datetime().nullable(),
  next_day: z.iso.date().nullable().describe("the next trading day after today"),
  next_opens_at: z.iso.datetime().nullable(),
});

/** B7.13, the market's clock, and the state of every linked account before the day begins. */
export const readinessEndpoints = {
  readMarketClock: endpoint({
    method: "GET",
    path: "/market/clock",
    summary: "The market's time, whether it is open, and when it opens and closes",
    access: "user",
    reply: marketClockReply,
    problems: [],
  }),
  readAngelOneScheduler: endpoint({
    method: "GET",
    path: "/api/angelone/scheduler/status",
    summary: "The daily schedule: whether it runs and what comes next",
    access: "user",
    reply: z.strictObject({
      is_running: z.boolean(),
      next_action: z.string(),
      next_action_at: z.iso.datetime().nullable(),
    }),
    problems: [],
  }),
  readBrokerReadiness: endpoint({
    method: "GET",
    path: "/brokers/readiness",
    summary: "Whether each linked account can trade today, and if not, why",
    access: "user",
    reply: readinessReply,
    problems: [],
  }),
};
