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
  sentence: z.string().describe("the strategy's reason"),
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
  isin: z.string(),
  side: side.describe("buy: a long position, sell: a short one"),
  quantity: z.int(),
  average_paise: paise,
  stop_paise: paise.nullable(),
  target_paise: paise.nullable(),
  last_price_paise: paise.nullable().describe("null: no price was received"),
  last_heard_at: at.nullable(),
  price_age_ms: z.int().nullable().describe("age of the price when this was answered"),
  open_result_paise: paise.nullable().describe("before charges; null: the price is unknown or too old"),
});

const order = z.strictObject({
  tag,
  leg: z.enum(["entry", "exit"]),
  side,
  symbol: z.string(),
  isin: z.string(),
  quantity: z.int(),
  limit_paise: paise,
  trigger_paise: paise.nullable().describe("of a stop that rests at the broker"),
  filled: z.int(),
  average_price_paise: paise,
  status: z.enum(orderStatuses),
  reason: z.string().nullable(),
  cause: z.string(),
  broker_said: z.string().nullable(),
  planned_at: at,
  ended_at: at.nullable().describe("when it became final; null: it is not known to have ended"),
});

/** Each part as on the contract note. */
const charges = z.strictObject({
  brokerage_paise: paise,
  transaction_tax_paise: paise,
  exchange_paise: paise.describe("with the protection fund"),
  regulator_paise: paise,
  stamp_duty_paise: paise,
  gst_paise: paise,
});

export const dayNoteKinds = [
  "position_closing",
  "position_naked",
  "position_stuck",
  "position_handed_over",
  "position_flat",
  "closed_outside",
  "closed_by_broker",
  "daily_stop_hit",
  "blocked",
  "unblocked",
  "session_lost",
  "broker_differs",
  "day_closed",
] as const;

const note = z.strictObject({
  at,
  kind: z.enum(dayNoteKinds),
  cause: z.string().nullable().describe("the reason, where the kind does not imply it"),
  position: tag.nullable().describe("the tag of the position's entry"),
});

/** One of the user's accounts today; the other fields of the reply describe a single account. */
const accountStanding = z.strictObject({
  broker: z.enum(tradingBrokers),
  is_running: z.boolean(),
  is_open: z.boolean().describe("holds an open position of ours, or an order that could still trade"),
  positions: z.int().nonnegative().describe("number of open positions"),
  has_traded: z.boolean(),
  now_paise: paise.nullable().describe("after charges, if open positions were closed now; null: a price is unknown"),
});

/** Instants are on the market clock, to match the day's prices. */
const dayReply = z.strictObject({
  trading_day: z.iso.date(),
  broker: z.enum(tradingBrokers).nullable().describe("null: nothing runs or ran today"),
  brokers: z.array(z.enum(tradingBrokers)).describe("broker of the run today"),
  accounts: z.array(accountStanding).describe("all accounts, including those that this day does not describe"),
  run: run.nullable(),
  is_open: z.boolean().describe("we hold an open position, or an order could still trade"),
  signals: z.array(signal),
  positions: z.array(position),
  orders: z.array(order),
  fills: z.array(z.strictObject({ tag, at, quantity: z.int(), price_paise: paise })),
  result: z.strictObject({
    realised_paise: paise.describe("of closed positions, before charges"),
    charges_paise: paise,
    net_paise: paise,
    charges,
    is_exact: z.boolean().describe("false: a fill is known only by its rounded average, or was closed outside"),
    now_paise: paise.nullable().describe("after charges, if open positions were closed now; null: a price is unknown"),
  }),
  notes: z.array(note),
  daily_stop: z.strictObject({
    limit_paise: paise.describe("the loss at which the day ends; 0 without a run"),
    rule_paise: paise.describe("the same without the user's own limit"),
    loss_paise: paise.nullable().describe("realised and open, charges included; null: a price is unknown"),
    is_hit: z.boolean(),
  }),
});

const pastDay = z.strictObject({
  trading_day: z.iso.date(),
  broker: z.enum(tradingBrokers),
  gross_paise: paise,
  charges_paise: paise,
  net_paise: paise,
  trades: z.int().describe("number of opened positions"),
});

const bar = z.strictObject({
  minute: z.int().describe("of the day in India"),
  open_paise: paise,
  high_paise: paise,
  low_paise: paise,
  close_paise: paise,
});

export const tradingDayEndpoints = {
  listDayBars: endpoint({
    method: "GET",
    path: "/algorithm/bars",
    summary: "Today's minutes of one share, as received by the strategy that the caller's run follows",
    access: "user",
    query: z.strictObject({
      isin: z.string().regex(/^[A-Z0-9]{12}$/, "An ISIN has 12 letters and digits"),
      broker: z.enum(tradingBrokers).optional(),
    }),
    reply: z.strictObject({
      range_minutes: z.int().describe("from the opening on: the opening range"),
      bars: z.array(bar),
    }),
    problems: [],
  }),
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
    summary: "The results of the caller's past days, newest first",
    access: "user",
    query: z.strictObject({ from: z.iso.date().optional() }),
    reply: z.strictObject({ days: z.array(pastDay) }),
    problems: [],
  }),
};
