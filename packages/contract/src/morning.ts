import { marketStates } from "@vriddhi/core/time/market-state";
import { z } from "zod";
import { endpoint } from "./endpoint.ts";

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

export const morningEndpoints = {
  readMarketClock: endpoint({
    method: "GET",
    path: "/market/clock",
    summary: "The market's time, whether it is open, and when it opens and closes",
    access: "public",
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
};
