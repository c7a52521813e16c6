import { brokerNames } from "@vriddhi/core/broker/broker-name";
import { strategyFeeds } from "@vriddhi/core/broker/strategy-feed";
import { recordOf } from "@vriddhi/core/shared/record-of";
import { z } from "zod";
import { endpoint } from "./endpoint.ts";

const to = z.strictObject({ to: z.string().max(254).optional() });

const clockReply = z.strictObject({
  now: z.iso.datetime({ offset: true }).describe("the simulated instant, in IST"),
  speed: z.number().min(0).describe("simulated seconds per second; 0 is frozen"),
  held: z.boolean().describe("waits for Play or the first run"),
  play_speed: z.number().min(0).describe("the speed that Play gives it"),
  paced: z.boolean().describe("an order is in flight or an approval is open: speed 1 at most"),
  calendar: z.enum(["published", "invented"]).describe("where the simulated year's holidays come from"),
});

const faultTarget = z.enum(["sms", "mail", "google", "razorpay", "telegram", "push", ...brokerNames]);
const faultKind = z.enum([
  "timeout",
  "http500",
  "drop-after-accept",
  "drop-before-accept",
  "throttle",
  "reject",
  "expire-session",
  "partial-fill",
  "freeze-feed",
  "wrong-ip",
  "duplicate-push",
  "reorder-push",
  "pause",
  "late-accept",
  "position-lag",
  "book-lag",
  "odd-row",
  "modify-pending",
  "modify-refused",
  "modify-lost",
  "trigger-passed",
  "band-moved",
  "circuit-queue",
  "bad-tick",
  "square-off",
  "kill-after-accept",
  "stop-after-accept",
]);
const faultNarrowed = {
  on: z
    .enum(["orders", "reads", "login", "any"])
    .optional()
    .describe("affected calls of a broker; left out: its order calls"),
  account: z.string().max(40).optional().describe("only calls of this broker client"),
  seconds: z.number().min(0).max(3_600).optional().describe("duration, delay or lag"),
  pid: z.int().min(2).optional().describe("the process that is killed or stopped after an acceptance"),
};

const faultsReply = z.strictObject({
  faults: z.array(z.strictObject({ target: faultTarget, kind: faultKind, count: z.int(), ...faultNarrowed })),
});

const broker = z.enum(brokerNames);

const staffLogin = z.strictObject({ username: z.string(), password: z.string() });

const brokerAccount = z.strictObject({
  client_id: z.string(),
  name: z.string(),
  password: z.string(),
  pin: z.string(),
  totp_secret: z.string(),
  api_key: z.string(),
  api_secret: z.string(),
  redirect_url: z.string(),
});

const brokerPlace = z.strictObject({
  baseUrl: z.string(),
  wsUrl: z.string(),
  loginUrl: z.string(),
  accounts: z.array(brokerAccount),
});

/** The exchange's field names; amounts in paise. */
const exchangeOrder = z.strictObject({
  id: z.string(),
  broker_order_id: z.string().nullable(),
  account: z.string(),
  broker,
  symbol: z.string(),
  side: z.enum(["buy", "sell"]),
  product: z.enum(["intraday", "delivery"]),
  quantity: z.int(),
  filled_quantity: z.int(),
  limit_paise: z.int().nullable(),
  trigger_paise: z.int().nullable(),
  average_paise: z.int(),
  status: z.string(),
  reason: z.string().nullable(),
  tag: z.string().nullable(),
  placed_by: z.enum(["client", "broker"]),
  placed_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
  fills: z.array(z.strictObject({ id: z.string(), quantity: z.int(), price_paise: z.int(), at: z.iso.datetime() })),
});

const sandboxSignal = z.strictObject({
  id: z.string(),
  desk: z.enum(strategyFeeds),
  symbol: z.string(),
  side: z.enum(["buy", "sell"]),
  price_paise: z.int(),
  stop_paise: z.int(),
  target_paise: z.int().nullable(),
  market_at: z.iso.datetime().describe("when it was made, on the market clock"),
  sentence: z.string(),
  entered: z.int().describe("accounts with an order"),
  filled: z.int().describe("of them, those with a fill"),
  skipped: z.array(z.strictObject({ reason: z.string(), count: z.int() })),
});

/** Later instants have no text that the database reads; this leaves the clock room to run on. */
const CLOCK_END = Date.parse("2100-01-01T00:00:00Z");

export const sandboxEndpoints = {
  listMail: endpoint({
    method: "GET",
    path: "/sandbox/mail",
    summary: "Caught mail, newest first",
    access: "sandbox",
    query: to,
    reply: z.array(
      z.strictObject({
        id: z.string(),
        to: z.string(),
        subject: z.string(),
        text: z.string(),
        html: z.string(),
        attachments: z
          .array(z.strictObject({ name: z.string(), type: z.string(), bytes: z.int() }))
          .readonly()
          .default([])
          .describe("attachments, without the content"),
        at: z.iso.datetime(),
      }),
    ),
    problems: [],
  }),
  listSms: endpoint({
    method: "GET",
    path: "/sandbox/sms",
    summary: "Caught text messages, newest first",
    access: "sandbox",
    query: to,
    reply: z.array(z.strictObject({ id: z.string(), to: z.string(), text: z.string(), at: z.iso.datetime() })),
    problems: [],
  }),
  listTelegram: endpoint({
    method: "GET",
    path: "/sandbox/telegram",
    summary: "Caught Telegram messages, newest first",
    access: "sandbox",
    query: to,
    reply: z.array(z.strictObject({ id: z.string(), to: z.string(), text: z.string(), at: z.iso.datetime() })),
    problems: [],
  }),
  listPush: endpoint({
    method: "GET",
    path: "/sandbox/push",
    summary: "Caught push notifications as a browser decrypts them, newest first",
    access: "sandbox",
    query: to,
    reply: z.array(
      z.strictObject({
        id: z.string(),
        to: z.string().describe("the device"),
        text: z.string().describe("the payload of the service worker"),
        urgency: z.string(),
        ttlSeconds: z.int(),
        topic: z.string().nullable(),
        at: z.iso.datetime(),
      }),
    ),
    problems: [],
  }),
  makePushDevice: endpoint({
    method: "POST",
    path: "/sandbox/push/devices",
    summary: "The push subscription of a consenting browser",
    access: "sandbox",
    reply: z.strictObject({
      endpoint: z.string(),
      keys: z.strictObject({ p256dh: z.string(), auth: z.string() }),
    }),
    problems: [],
  }),
  readClock: endpoint({
    method: "GET",
    path: "/sandbox/clock",
    summary: "The simulated market clock",
    access: "sandbox",
    reply: clockReply,
    problems: [],
  }),
  setClock: endpoint({
    method: "POST",
    path: "/sandbox/clock",
    summary: "Move the market clock forward or change its speed",
    access: "sandbox",
    body: z.strictObject({
      now: z.iso
        .datetime({ offset: true })
        .refine((text) => Date.parse(text) < CLOCK_END, "The market clock ends with the year 2099")
        .optional(),
      speed: z.number().min(0).max(10_000).optional(),
    }),
    reply: clockReply,
    problems: ["clock_backwards"],
  }),
  readDemoAccounts: endpoint({
    method: "GET",
    path: "/sandbox/accounts",
    summary: "Demo logins and the simulators' addresses",
    access: "sandbox",
    reply: z.strictObject({
      users: z.array(z.strictObject({ email: z.string(), password: z.string(), name: z.string(), note: z.string() })),
      admin: staffLogin.describe("the back office at /secret"),
      blogAdmin: staffLogin.describe("blog administration at /blog-admin/login"),
      mail: z.strictObject({ smtpUrl: z.string() }),
      sms: z.strictObject({ baseUrl: z.string(), apiKey: z.string() }),
      google: z.strictObject({ issuer: z.string() }),
      razorpay: z.strictObject({
        baseUrl: z.string(),
        checkoutUrl: z.string(),
        keyId: z.string(),
        keySecret: z.string(),
        webhookSecret: z.string(),
      }),
      brokers: z.strictObject(recordOf(brokerNames, () => brokerPlace)),
    }),
    problems: [],
  }),
  resetSandbox: endpoint({
    method: "POST",
    path: "/sandbox/reset",
    summary: "Reset to the seeded state",
    access: "sandbox",
    reply: z.strictObject({ message: z.string() }),
    problems: [],
  }),
  setFault: endpoint({
    method: "POST",
    path: "/sandbox/faults",
    summary: "Inject a fault into the next calls of a simulator",
    access: "sandbox",
    body: z.strictObject({
      target: faultTarget,
      kind: faultKind,
      count: z.int().min(1).max(1_000).optional(),
      nth: z.int().min(1).max(100_000).optional().describe("kills or stops a process after this acceptance"),
      ...faultNarrowed,
    }),
    reply: faultsReply,
    problems: ["process_unknown"],
  }),
  listFaults: endpoint({
    method: "GET",
    path: "/sandbox/faults",
    summary: "Faults that still wait for their calls",
    access: "sandbox",
    reply: faultsReply,
    problems: [],
  }),
  clearFaults: endpoint({
    method: "DELETE",
    path: "/sandbox/faults",
    summary: "Remove all injected faults",
    access: "sandbox",
    reply: z.strictObject({ message: z.string() }),
    problems: [],
  }),
  listExchangeOrders: endpoint({
    method: "GET",
    path: "/sandbox/exchange/orders",
    summary: "Every order that reached the exchange, with its fills: the oracle for exactly-once",
    access: "sandbox",
    query: z.strictObject({
      tag: z.string().max(40).optional(),
      account: z.string().max(40).optional(),
      limit: z.coerce.number().int().min(1).max(100_000).optional().describe("only the newest ones"),
    }),
    reply: z.array(exchangeOrder),
    problems: [],
  }),
  listSandboxSignals: endpoint({
    method: "GET",
    path: "/sandbox/signals",
    summary: "Today's signals of all strategies, with their results",
    access: "sandbox",
    reply: z.array(sandboxSignal),
    problems: [],
  }),
  scriptPrices: endpoint({
    method: "POST",
    path: "/sandbox/exchange/prices",
    summary: "Drive a share along prices in rupees: spread evenly over the next minutes, or each at its instant",
    access: "sandbox",
    body: z.strictObject({
      symbol: z.string().min(1).max(40),
      path: z
        .array(
          z.union([
            z.number().positive().max(1_000_000),
            z.strictObject({ at: z.iso.datetime({ offset: true }), price: z.number().positive().max(1_000_000) }),
          ]),
        )
        .min(1)
        .max(1_000),
      step_seconds: z.int().min(1).max(3_600).default(60),
    }),
    reply: z.strictObject({ message: z.string() }),
    problems: ["symbol_unknown"],
  }),
  openBrokerAccounts: endpoint({
    method: "POST",
    path: "/sandbox/brokers/accounts",
    summary: "Open one to fifty thousand clients at a broker",
    access: "sandbox",
    body: z.strictObject({
      broker,
      count: z.int().min(1).max(50_000).default(1),
      prefix: z
        .string()
        .regex(/^[A-Z]{1,8}$/)
        .default("LOAD"),
      cash: z.int().min(0).max(1_000_000_000).default(100_000).describe("rupees each"),
    }),
    reply: z.strictObject({ opened: z.int(), accounts: z.array(brokerAccount).describe("the first hundred") }),
    problems: ["accounts_exist"],
  }),
};
