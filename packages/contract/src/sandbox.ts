import { brokerNames } from "@vriddhi/core/broker/broker-name";
import { desks } from "@vriddhi/core/broker/desk";
import { recordOf } from "@vriddhi/core/shared/record-of";
import { z } from "zod";
import { endpoint } from "./endpoint.ts";

const to = z.strictObject({ to: z.string().max(254).optional() });

const clockReply = z.strictObject({
  now: z.iso.datetime({ offset: true }).describe("the simulated instant, in IST"),
  speed: z.number().min(0).describe("simulated seconds per second; 0 is frozen"),
  held: z.boolean().describe("waits for Play or the first run"),
  play_speed: z.number().min(0).describe("the speed that Play gives it"),
  paced: z.boolean().describe("something is on its way or a person is asked: no faster than speed 1"),
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
    .describe("which calls of a broker; left out, its order calls"),
  account: z.string().max(40).optional().describe("only calls of this broker client"),
  seconds: z.number().min(0).max(3_600).optional().describe("how long, how late or how far behind"),
  pid: z.int().min(2).optional().describe("which process is killed or stopped after an acceptance"),
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

/** The exchange's own words; amounts in paise. */
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

/** A desk's decision and what became of it over all accounts. */
const sandboxSignal = z.strictObject({
  id: z.string(),
  desk: z.enum(desks),
  symbol: z.string(),
  side: z.enum(["buy", "sell"]),
  price_paise: z.int(),
  stop_paise: z.int(),
  target_paise: z.int().nullable(),
  market_at: z.iso.datetime().describe("when it was made, on the market clock"),
  sentence: z.string(),
  entered: z.int().describe("accounts for which an order was made"),
  filled: z.int().describe("of them, those that bought or sold something"),
  skipped: z.array(z.strictObject({ reason: z.string(), count: z.int() })),
});

/** Beyond the year 9999 an instant has no text that the database reads; this leaves the clock room to run on. */
const CLOCK_END = Date.parse("2100-01-01T00:00:00Z");

/** The control API of the sandbox. */
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
          .describe("what it carried, without the content"),
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
        text: z.string().describe("what the service worker is given"),
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
    summary: "A browser that says yes to notifications: its subscription",
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
      admin: staffLogin.describe("the desk at /secret"),
      blogAdmin: staffLogin.describe("the blog's administration at /blog-admin/login"),
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
    summary: "Back to the seeded state",
    access: "sandbox",
    reply: z.strictObject({ message: z.string() }),
    problems: [],
  }),
  setFault: endpoint({
    method: "POST",
    path: "/sandbox/faults",
    summary: "Let a simulator misbehave for the next calls",
    access: "sandbox",
    body: z.strictObject({
      target: faultTarget,
      kind: faultKind,
      count: z.int().min(1).max(1_000).optional(),
      nth: z.int().min(1).max(100_000).optional().describe("after which acceptance a process is killed or stopped"),
      ...faultNarrowed,
    }),
    reply: faultsReply,
    problems: ["process_unknown"],
  }),
  listFaults: endpoint({
    method: "GET",
    path: "/sandbox/faults",
    summary: "The faults that still wait for their calls",
    access: "sandbox",
    reply: faultsReply,
    problems: [],
  }),
  clearFaults: endpoint({
    method: "DELETE",
    path: "/sandbox/faults",
    summary: "All simulators behave again",
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
    summary: "Today's signals of all desks, and what became of them",
    access: "sandbox",
    reply: z.array(sandboxSignal),
    problems: [],
  }),
  scriptPrices: endpoint({
    method: "POST",
    path: "/sandbox/exchange/prices",
    summary: "Lead a share along prices in rupees: spread evenly over the next minutes, or each at its instant",
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
    summary: "Open clients at a broker, one or fifty thousand",
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
