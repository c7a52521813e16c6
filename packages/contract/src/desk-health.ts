import { z } from "zod";
import { endpoint } from "./endpoint.ts";

const at = z.iso.datetime();

export const deskHealthEndpoints = {
  readDeskHealth: endpoint({
    method: "GET",
    path: "/api/admin/health",
    summary: "System health: feeds, queues, orders, logins, the morning",
    access: "support",
    reply: z.strictObject({
      at,
      feeds: z.array(
        z.strictObject({
          desk: z.string(),
          last_tick_at: at.nullable().describe("on the market's clock"),
          age_s: z.number().nullable(),
        }),
      ),
      queues: z.array(z.strictObject({ name: z.string(), waiting: z.int(), oldest_s: z.number() })),
      orders: z.strictObject({
        trading_day: z.iso.date().nullable().describe("the newest trading day with orders"),
        sent: z.int(),
        p50_ms: z.number().nullable().describe("from request to answer"),
        p99_ms: z.number().nullable(),
        unknown: z.int(),
        stuck: z.int(),
      }),
      failed_logins: z.int().describe("of the last hour"),
      mornings: z.strictObject({
        trading_day: z.iso.date().nullable(),
        ready: z.int(),
        reasons: z.array(z.strictObject({ reason: z.string(), accounts: z.int() })),
      }),
      scheduler_beat_at: at.nullable(),
      buckets_covered: z.int().describe("accounts whose host was lost: exits and cancellations only"),
      buckets_without_worker: z.int().describe("accounts for which no worker can send an order now"),
    }),
    problems: [],
  }),
};
