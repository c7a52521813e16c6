import { tradingBrokers } from "@vriddhi/core/broker/trading-broker";
import { orderStatuses } from "@vriddhi/core/order/order-state";
import { z } from "zod";
import { endpoint } from "./endpoint.ts";

const paise = z.int().describe("paise");

const pricing = z.strictObject({
  kind: z.enum(["limit", "stop_limit"]),
  limit_paise: paise,
  trigger_paise: paise.nullable(),
});

const fact = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]));

const traceReply = z.strictObject({
  order: z.strictObject({
    tag: z.string(),
    trading_day: z.iso.date(),
    broker: z.enum(tradingBrokers),
    account_id: z.string().describe("survives link and user; not the broker's client number"),
    position_id: z.string().describe("the tag of the position's entry"),
    leg: z.enum(["entry", "exit"]),
    number: z.int().describe("0 is the entry, exits count from 1"),
    side: z.enum(["buy", "sell"]),
    symbol: z.string(),
    isin: z.string(),
    cause: z.string(),
    quantity: z.int(),
    filled: z.int(),
    average_price_paise: paise,
    pricing,
    status: z.enum(orderStatuses),
    reason: z.string().nullable(),
    broker_order_id: z.string().nullable(),
    broker_said: z.string().nullable(),
    attempts: z.int(),
    planned_at: z.iso.datetime(),
  }),
  signal: z.strictObject({
    id: z.string(),
    authority: z.enum(["run", "operator"]).nullable(),
    stop_paise: paise.nullable(),
    target_paise: paise.nullable(),
    valid_until: z.iso.datetime().nullable().describe("null for an exit, which never expires"),
  }),
  commands: z.array(
    z.strictObject({
      number: z.int(),
      kind: z.enum(["modify", "cancel"]),
      quantity: z.int().nullable(),
      pricing: pricing.nullable(),
      sent_at: z.iso.datetime(),
      answer: z.string(),
      verdict: z.string(),
    }),
  ),
  wire: z
    .array(
      z.strictObject({
        at: z.iso.datetime(),
        direction: z.enum(["request", "answer"]),
        call: z.enum(["place", "modify", "cancel", "look_up"]),
        text: z.string().describe("request or answer, secrets masked"),
      }),
    )
    .describe("every request and answer"),
  ledger: z
    .array(z.strictObject({ at: z.iso.datetime(), kind: z.string(), fact }))
    .describe("events of the order and of its position"),
  fills: z.array(z.strictObject({ id: z.string(), at: z.iso.datetime(), quantity: z.int(), price_paise: paise })),
});

export const orderTraceEndpoints = {
  readOrderTrace: endpoint({
    method: "GET",
    path: "/orders/{tag}/trace",
    summary: "The full trace of one of the caller's orders: signal, requests and answers, commands, ledger, fills",
    access: "user",
    params: z.strictObject({ tag: z.string().regex(/^[A-Z0-9]{15}$/, "A tag has 15 letters and digits") }),
    reply: traceReply,
    problems: [],
  }),
};
