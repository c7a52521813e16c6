import { randomBytes, randomUUID } from "node:crypto";
import type { EndpointDefinition } from "@vriddhi/contract/endpoint";
import { endpoints } from "@vriddhi/contract/endpoints";
import { bandAt, EBOOK, type PlanName, priceOf } from "@vriddhi/core/billing/plans";
import { PAISE_PER_RUPEE, type Paise, paise } from "@vriddhi/core/shared/money";
import { createSeededRandom } from "@vriddhi/core/shared/random";
import { type EpochMs, SECOND_MS } from "@vriddhi/core/time/clock";
import { createFaults, type Faults } from "@vriddhi/sandbox/faults/faults";
import { type RazorpaySimulator, startRazorpay } from "@vriddhi/sandbox/razorpay/start-razorpay";
import { createVirtualClock, VIRTUAL_START, type VirtualClock } from "@vriddhi/testing/virtual-clock";
import type { FastifyInstance } from "fastify";
import type pg from "pg";
import { type Billing, billingMessages, composeBilling } from "../compose/billing.ts";
import type { GrossResultReader } from "../features/guarantee/gross-result.ts";
import { createGrossResults } from "../features/order-store/gross-result.store.pg.ts";
import { createRazorpayGateway } from "../gateways/payment/razorpay.ts";
import { readConfig } from "../platform/config/config.ts";
import { Secret } from "../platform/config/secret.ts";
import { APP_ROLE, openDatabase, type Tx } from "../platform/db/database.ts";
import { strictWatch } from "../platform/db/transaction-watch.ts";
import { commonMessages } from "../platform/http/general.messages.ts";
import type { Caller, Handler, Messages } from "../platform/http/handler.ts";
import { createHttpApp } from "../platform/http/http-app.ts";
import { mount } from "../platform/http/mount.ts";
import { cookieRules } from "../platform/http/session-cookie.ts";
import { createLimiter } from "../platform/limits/limiter.ts";
import { createRecentSessions } from "../platform/limits/recent-sessions.ts";
import { createLogger, type Logger } from "../platform/log/logger.ts";
import { type Mail, type WrittenMail, writeMail } from "../platform/mail/mail.ts";
import { everyTime } from "./every-time.ts";
import { openOwnerPool, runSql } from "./sql.ts";
import { createTestDatabase } from "./test-database.ts";

const KEYS = { keyId: "rzp_test_DeskDeskDeskDe", keySecret: "desk-secret", webhookSecret: "desk-webhook-secret" };
/** Two machines with two cores each serve many calls one after the other. */
const CONNECTIONS = 20;

export interface Person {
  readonly id: string;
  readonly token: string;
}

export interface DeskReply {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: replies are read by tests that say what they expect
  readonly body: any;
}

export interface PaymentProofBody {
  readonly razorpay_payment_id: string;
  readonly razorpay_order_id: string;
  readonly razorpay_signature: string;
}

/** All of billing as the product composes it, on a real database, with a simulated provider and frozen clocks. */
export interface BillingFixture {
  readonly app: FastifyInstance;
  readonly billing: Billing;
  /** Computed from the ledger, in place of `gross`. */
  grossOfFills: GrossResultReader["grossResult"];
  readonly clock: VirtualClock;
  readonly market: VirtualClock;
  readonly faults: Faults;
  readonly razorpay: RazorpaySimulator;
  readonly mails: WrittenMail[];
  readonly log: readonly string[];
  readonly gross: Map<string, Paise | null>;
  makePerson(given?: { phone?: string }): Promise<Person>;
  call(method: "GET" | "POST" | "PUT", path: string, person: Person | null, body?: object): Promise<DeskReply>;
  order(person: Person, plan?: PlanName, level?: number, coupon?: string, amount?: number): Promise<DeskReply>;
  orderEbook(): Promise<DeskReply>;
  pay(orderId: string, outcome?: "success" | "authorised", email?: string): Promise<PaymentProofBody>;
  verify(person: Person | null, proof: object): Promise<DeskReply>;
  /** Orders, pays and verifies; no webhook arrives before the reply. */
  buy(person: Person, plan?: PlanName, level?: number, coupon?: string): Promise<PaymentProofBody>;
  moveTo(instant: EpochMs): Promise<void>;
  /** As `moveTo` over many days, like a jump of the sandbox's clock: it stops wherever billing asks for a stop. */
  leapTo(instant: EpochMs): Promise<void>;
  linked(userId: string): Promise<void>;
  refundAtDesk(person: Person, paymentId: string, amount: Paise): Promise<boolean>;
  /** As the owner of the schema. */
  query<Row extends pg.QueryResultRow>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  /** Empties users and purchases and resets the market clock; human time continues. */
  reset(): Promise<void>;
  close(): Promise<void>;
}

const ADD_PERSON =
  "INSERT INTO users (id, email, name, role, created_at, phone) VALUES ($1, $2, 'Meera Nair', 'user', now(), $3)";

const openGateway = (baseUrl: string, log: Logger, replyWithinMs: number) =>
  createRazorpayGateway({
    baseUrl,
    keyId: KEYS.keyId,
    log,
    replyWithinMs,
    keySecret: new Secret(KEYS.keySecret),
    webhookSecrets: [new Secret(KEYS.webhookSecret)],
  });

const TABLES =
  "trial_keys, users, billing_details, payment_orders, payment_events, coupons, coupon_uses, refunds, invoices, invoice_series, trial_uses, reminders_off, billing_notices, guarantee_results, subscription_periods, rate_limit";

const plainKeyFor = (purpose: string) => Buffer.from(purpose.padEnd(32, "-"));
const openAsProduct = (url: string, max: number) =>
  openDatabase(url, { max, role: APP_ROLE, watch: strictWatch, onError: () => {} });

export async function startBillingFixture({
  replyWithinMs = 500,
  connections = CONNECTIONS,
} = {}): Promise<BillingFixture> {
  const scratch = await createTestDatabase();
  const database = openAsProduct(scratch.url, connections);
  const [clock, market] = [createVirtualClock(), createVirtualClock()];
  const faults = createFaults();
  let webhookUrl: string | null = null;
  const random = createSeededRandom(7);
  const razorpay = await startRazorpay({ ...KEYS, webhookUrl: () => webhookUrl, clock, faults, random });
  const lines: string[] = [];
  const log = createLogger("debug", (line) => void lines.push(line));
  const gateway = openGateway(razorpay.baseUrl, log, replyWithinMs);
  const mails: WrittenMail[] = [];
  // The product's own role may not change legal records.
  const owner = openOwnerPool(scratch.url);
  const gross = new Map<string, Paise | null>();
  const config = readConfig({});
  const postMail = async (_tx: unknown, mail: Mail) => void mails.push(writeMail(mail, config.publicUrl));
  const billing = composeBilling({
    platform: { config, log, database, humanClock: clock, marketClock: market, postMail, keyFor: plainKeyFor },
    gateway,
    checkoutUrl: razorpay.checkoutUrl,
    notifySubscriber: (tx, { mail }) => postMail(tx, mail),
    ledger: { grossResult: async (userId) => gross.get(userId) ?? null },
  });
  const people = new Map<string, Caller>();
  const app = openEndpoints(billing.handlers, people, { clock, database, log, config });
  webhookUrl = new URL("/payment/webhook", await app.listen({ port: 0, host: "127.0.0.1" })).href;

  return {
    ...createCalls(app, razorpay),
    ...createMoves(billing, market),
    app,
    billing,
    clock,
    market,
    faults,
    razorpay,
    mails,
    log: lines,
    gross,
    grossOfFills: createGrossResults(database).grossResult,
    async makePerson({ phone } = {}) {
      const person = { id: randomUUID(), token: randomBytes(32).toString("base64url") };
      await database.pool.query(ADD_PERSON, [person.id, `${person.id}@example.com`, phone ?? null]);
      people.set(person.token, toCaller(person));
      return person;
    },
    query: async (text, values = []) => (await owner.query(text, [...values])).rows,
    refundAtDesk: (person, paymentId, amount) =>
      database.transaction((tx) => refundAtDesk(tx, billing, { person, paymentId, amount })),
    linked: (userId) => database.transaction((tx) => billing.noteLinkedAccounts(tx, userId)),
    async reset() {
      await evenIfBusy(() => runSql(scratch.url, `TRUNCATE ${TABLES} CASCADE`));
      for (const part of [people, gross, faults, razorpay]) part.clear();
      mails.length = 0;
      lines.length = 0;
      market.set(VIRTUAL_START);
    },
    async close() {
      await owner.end();
      await razorpay.stop();
      await gateway.close();
      // An aborted webhook may leave an unused connection, which no close waits for.
      app.server.closeAllConnections();
      await app.close();
      await database.close();
      await scratch.drop();
    },
  };
}

/** The same calls in the same order as the back office's service. */
async function refundAtDesk(
  tx: Tx,
  { refunds, subscriptions }: Billing,
  { person, paymentId, amount }: { readonly person: Person; readonly paymentId: string; readonly amount: Paise },
): Promise<boolean> {
  const { rows } = await tx.client.query<{ id: string; paid: number; refunded: number }>(
    `SELECT o.id, o.amount_paise::int AS paid, coalesce((SELECT sum(amount_paise) FROM refunds r WHERE r.order_id = o.id), 0)::int AS refunded
     FROM payment_orders o WHERE o.payment_id = $1 AND o.user_id = $2`,
    [paymentId, person.id],
  );
  const [order] = rows;
  if (order === undefined) return false;
  const requested = { orderId: order.id, paymentId, amount, reason: "operator", isPayout: false } as const;
  if (!(await refunds.request(tx, requested, paise(order.paid)))) return false;
  if (order.refunded + amount >= order.paid) await subscriptions.withdraw(tx, person.id, order.id);
  return true;
}

const DEADLOCK = "40P01";

/** A webhook in progress may hold locks on the emptied tables in another order. */
async function evenIfBusy(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (cause) {
    if ((cause as { code?: unknown }).code !== DEADLOCK) throw cause;
    await evenIfBusy(work);
  }
}

function createMoves(billing: Billing, market: VirtualClock): Pick<BillingFixture, "moveTo" | "leapTo"> {
  const moveTo = async (instant: EpochMs) => {
    market.set(instant);
    await billing.runDueBilling(instant);
  };
  return {
    moveTo,
    async leapTo(instant) {
      for (const stop of billing.dailyBilling.stopsBetween(market.now(), instant)) await moveTo(stop);
      await moveTo(instant);
    },
  };
}

function createCalls(
  app: FastifyInstance,
  razorpay: RazorpaySimulator,
): Pick<BillingFixture, "call" | "order" | "orderEbook" | "pay" | "verify" | "buy"> {
  const call: BillingFixture["call"] = async (method, url, person, payload) => {
    const headers = person ? { authorization: `Bearer ${person.token}` } : {};
    const body = payload === undefined ? {} : { payload };
    const reply = await app.inject({ method, url, headers, remoteAddress: newAddress(), ...body });
    const isJson = String(reply.headers["content-type"]).startsWith("application/json");
    return { status: reply.statusCode, body: isJson ? reply.json() : reply.rawPayload };
  };
  const order: BillingFixture["order"] = (person, plan = "MONTHLY", level = 1, coupon, amount) => {
    const price = amount ?? priceOf(level, plan) / PAISE_PER_RUPEE;
    const requested = { amount: price, currency: "INR", plan_name: plan, max_capital: bandAt(level).maxCapitalRupees };
    return call("POST", "/payment/create-order", person, coupon ? { ...requested, coupon_code: coupon } : requested);
  };
  const pay: BillingFixture["pay"] = async (orderId, outcome = "success", email = "buyer@example.com") => {
    const answer = await razorpay.pay({ orderId, outcome, email, contact: "+919876543210" });
    if ("error" in answer) throw new Error(answer.error.description);
    return answer;
  };
  const verify: BillingFixture["verify"] = (person, proof) =>
    call("POST", person ? "/payment/verify" : "/payment/guest/verify", person, proof);
  const orderEbook: BillingFixture["orderEbook"] = () =>
    call("POST", "/payment/guest/create-order", null, {
      amount: 79,
      currency: "INR",
      plan_name: EBOOK,
      max_capital: 0,
    });
  const buy: BillingFixture["buy"] = async (person, plan, level, coupon) => {
    razorpay.webhooks.setManner("withhold");
    const ordered = await order(person, plan, level, coupon);
    const proof = await pay(ordered.body.id);
    const verified = await verify(person, proof);
    if (verified.status !== 200) throw new Error(JSON.stringify([ordered, verified]));
    return proof;
  };
  return { call, order, orderEbook, pay, verify, buy };
}

function openEndpoints(
  handlers: Readonly<Record<string, unknown>>,
  people: ReadonlyMap<string, Caller>,
  given: {
    readonly clock: VirtualClock;
    readonly database: ReturnType<typeof openDatabase>;
    readonly log: ReturnType<typeof createLogger>;
    readonly config: ReturnType<typeof readConfig>;
  },
): FastifyInstance {
  const { clock, database, log, config } = given;
  const recentSessions = createRecentSessions(clock);
  const app = createHttpApp({ config, clock, log, recentSessions, generalLimit: { burst: 100_000, perMs: SECOND_MS } });
  const messages = { ...commonMessages, ...billingMessages } as Messages;
  const sessions = { find: async (token: string) => people.get(token) ?? null };
  const limiter = createLimiter(database, clock);
  const staff = { find: async () => null };
  const cookies = cookieRules(config.publicUrl);
  const deps = { sessions, staff, limiter, recentSessions, clock, messages, cookies, once: everyTime, log };
  for (const [name, endpoint] of Object.entries(endpoints as Readonly<Record<string, EndpointDefinition>>))
    if (name in handlers) mount(app, endpoint, handlers[name] as Handler<EndpointDefinition>, deps);
  return app;
}

const toCaller = ({ id, token }: Person): Caller => ({
  sessionId: token,
  userId: id,
  role: "user",
  name: "Meera Nair",
  email: `${id}@example.com`,
  dob: null,
  createdAt: VIRTUAL_START,
  provedAt: VIRTUAL_START,
  provedBy: "password",
  hasCommonPassword: false,
});

const newAddress = (): string => `10.${[...randomBytes(3)].join(".")}`;
