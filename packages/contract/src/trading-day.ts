import { tradingBrokers } from "@vriddhi/core/broker/trading-broker";
import { orderStatuses } from "@vriddhi/core/order/order-state";
import { z } from "zod";
import { endpoint } from "./endpoint.ts";

const paise = z.int().describe("paise");
const at = z.iso.datetime();
const side = z.enum(["buy", "sell"]);
const tag = z.string();

const run = z.strictObject({
  started_at: at,
  stopped_at: at.nullable(),
  capital_paise: paise,
  approval_mode: z.enum(["auto", "manual"]),
});

const signal = z.strictObject({
  id: z.string(),
  symbol: z.string(),
  side,
  sentence: z.string().describe("why the desk decided so"),
  made_at: at,
  outcome: z.enum(["order", "skipped", "pending"]),
  skip: z
    .strictObject({ reason: z.string(), sentence: z.string() })
    .nullable()
    .describe("why this account did not follow it"),
});

const position = z.strictObject({
  tag: tag.describe("of the position's entry"),
  symbol: z.string(),
  side: side.describe("buy: held, sell: sold short"),
  quantity: z.int(),
  average_paise: paise,
  stop_paise: paise.nullable(),
  target_paise: paise.nullable(),
  last_price_paise: paise.nullable().describe("null: no price was heard"),
  last_heard_at: at.nullable(),
  open_result_paise: paise.nullable().describe("before charges; null: the price is not known or too old"),
});

const order = z.strictObject({
  tag,
  leg: z.enum(["entry", "exit"]),
  side,
  symbol: z.string(),
  quantity: z.int(),
  filled: z.int(),
  average_price_paise: paise,
  status: z.enum(orderStatuses),
  reason: z.string().nullable(),
  cause: z.string(),
  broker_said: z.string().nullable(),
  planned_at: at,
});

const dayReply = z.strictObject({
  trading_day: z.iso.date(),
  broker: z.enum(tradingBrokers).nullable().describe("null: nothing runs or ran today"),
  run: run.nullable(),
  signals: z.array(signal),
  positions: z.array(position),
  orders: z.array(order),
  fills: z.array(z.strictObject({ tag, at, quantity: z.int(), price_paise: paise })),
  result: z.strictObject({
    realised_paise: paise.describe("of what is closed, before charges"),
    charges_paise: paise,
    net_paise: paise,
    is_exact: z.boolean().describe("false: a fill is known by its rounded average only, or was closed outside"),
  }),
  daily_stop: z.strictObject({
    limit_paise: paise.describe("the loss at which the day ends; 0 without a run"),
    loss_paise: paise.nullable().describe("realised and open, charges included; null: a price is not known"),
    is_hit: z.boolean(),
  }),
});

const pastDay = z.strictObject({
  trading_day: z.iso.date(),
  broker: z.enum(tradingBrokers),
  gross_paise: paise,
  charges_paise: paise,
  net_paise: paise,
  trades: z.int().describe("positions that were opened"),
});

export const tradingDayEndpoints = {
  readTradingDay: endpoint({
    method: "GET",
    path: "/algorithm/day",
    summary: "The caller's day: run, signals and why they were followed or not, positions, orders, result, daily stop",
    access: "user",
    query: z.strictObject({ broker: z.enum(tradingBrokers).optional() }),
    reply: dayReply,
    problems: [],
  }),
  listTradingDays: endpoint({
    method: "GET",
    path: "/algorithm/history",
    summary: "The results of the caller's past days, the newest first",
    access: "user",
    query: z.strictObject({ from: z.iso.date().optional() }),
    reply: z.strictObject({ days: z.array(pastDay) }),
    problems: [],
  }),
};
