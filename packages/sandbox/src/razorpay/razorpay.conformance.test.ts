import { spawn } from "node:child_process";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { text } from "node:stream/consumers";
import { createSeededRandom } from "@vriddhi/core/shared/random";
import { createVirtualClock, type VirtualClock } from "@vriddhi/testing/virtual-clock";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createFaults } from "../faults/faults.ts";
import type { CheckoutAnswer } from "./gateway.ts";
import { type RazorpaySimulator, startRazorpay } from "./start-razorpay.ts";

const KEYS = { keyId: "rzp_test_Conformance001", keySecret: "conformance-secret" };
const WEBHOOK_SECRET = "conformance-webhook-secret";

let clock: VirtualClock;
let razorpay: RazorpaySimulator;
let listener: Server;
let received: { body: string; signature: string }[];

beforeEach(async () => {
  clock = createVirtualClock();
  received = [];
  listener = createServer(async (incoming, outgoing) => {
    received.push({ body: await text(incoming), signature: String(incoming.headers["x-razorpay-signature"]) });
    outgoing.writeHead(200).end();
  });
  await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve));
  const webhookUrl = `http://127.0.0.1:${(listener.address() as AddressInfo).port}/hook`;
  razorpay = await startRazorpay({
    ...KEYS,
    webhookSecret: WEBHOOK_SECRET,
    webhookUrl: () => webhookUrl,
    clock,
    faults: createFaults(),
    random: createSeededRandom(3),
  });
});

afterEach(async () => {
  await razorpay.stop();
  await new Promise((resolve) => listener.close(resolve));
});

interface Answer {
  // biome-ignore lint/suspicious/noExplicitAny: the vendor's client returns untyped replies
  readonly value?: any;
  readonly thrown?: { readonly statusCode: number; readonly error: { readonly description: string } };
}

async function official(calls: readonly (readonly [string, ...unknown[]])[], keys = KEYS): Promise<readonly Answer[]> {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, "official-client.ts")], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const plan = calls.map(([name, ...args]) => ({ path: name.split("."), args }));
  child.stdin.end(JSON.stringify({ baseUrl: razorpay.baseUrl, ...keys, calls: plan }));
  return JSON.parse(await text(child.stdout)) as Answer[];
}

const order = { amount: 49_900, currency: "INR", receipt: "sub_1", notes: { user_id: "412" } };

async function paid(outcome: "success" | "authorised" = "success"): Promise<CheckoutAnswer> {
  const [made] = await official([["orders.create", order]]);
  const answer = await razorpay.pay({ orderId: made?.value.id, outcome, email: "asha@example.in" });
  if ("error" in answer) throw new Error(answer.error.description);
  return answer;
}

describe("Razorpay's own client against the simulator", () => {
  it("creates, fetches, lists and edits orders", async () => {
    const [made, all, byReceipt] = await official([
      ["orders.create", { amount: 49_900, receipt: "sub_1", notes: { user_id: "412" } }],
      ["orders.all"],
      ["orders.all", { receipt: "sub_1" }],
    ]);
    const { id } = made?.value ?? {};
    const [fetched, edited, payments] = await official([
      ["orders.fetch", id],
      ["orders.edit", id, { notes: { plan: "pro" } }],
      ["orders.fetchPayments", id],
    ]);

    expect(made?.value).toEqual({
      id: expect.stringMatching(/^order_[A-Za-z0-9]{14}$/),
      entity: "order",
      amount: 49_900,
      amount_paid: 0,
      amount_due: 49_900,
      currency: "INR",
      receipt: "sub_1",
      offer_id: null,
      status: "created",
      attempts: 0,
      notes: { user_id: "412" },
      created_at: Math.floor(clock.now() / 1_000),
    });
    expect(fetched?.value).toEqual(made?.value);
    expect(all?.value).toEqual({ entity: "collection", count: 1, items: [made?.value] });
    expect(byReceipt?.value).toEqual(all?.value);
    expect(edited?.value.notes).toEqual({ plan: "pro" });
    expect(payments?.value).toEqual({ entity: "collection", count: 0, items: [] });
  });

  it("follows a payment until it is paid, signed, fetched and reported by verifiable webhooks", async () => {
    const answer = await paid();
    await razorpay.webhooks.idle();
    const pair = { order_id: answer.razorpay_order_id, payment_id: answer.razorpay_payment_id };
    const [payment, ofOrder, all, signed, foreign, ...webhooks] = await official([
      ["payments.fetch", pair.payment_id],
      ["orders.fetchPayments", pair.order_id],
      ["payments.all"],
      ["validatePaymentVerification", pair, answer.razorpay_signature, KEYS.keySecret],
      ["validatePaymentVerification", pair, answer.razorpay_signature, "other"],
      ...received.map(
        ({ body, signature }) => ["Razorpay.validateWebhookSignature", body, signature, WEBHOOK_SECRET] as const,
      ),
    ]);

    expect(payment?.value).toMatchObject({
      status: "captured",
      captured: true,
      amount: 49_900,
      order_id: pair.order_id,
      fee: 1_178,
      tax: 180,
      email: "asha@example.in",
      refund_status: null,
      amount_refunded: 0,
    });
    expect(ofOrder?.value.items).toEqual([payment?.value]);
    expect(all?.value.items).toEqual([payment?.value]);
    expect([signed?.value, foreign?.value]).toEqual([true, false]);
    expect(webhooks.map(({ value }) => value)).toEqual([true, true, true]);
  });

  it("captures what is authorised only, once and in full", async () => {
    const { razorpay_payment_id: id } = await paid("authorised");
    const [less, whole, again] = await official([
      ["payments.capture", id, 100, "INR"],
      ["payments.capture", id, 49_900, "INR"],
      ["payments.capture", id, 49_900, "INR"],
    ]);

    expect(less?.thrown).toMatchObject({ statusCode: 400, error: { code: "BAD_REQUEST_ERROR" } });
    expect(whole?.value).toMatchObject({ id, status: "captured" });
    expect(again?.thrown?.error.description).toBe("This payment has already been captured");
  });

  it("refunds in part, in whole, and once per idempotency key", async () => {
    const { razorpay_payment_id: id } = await paid();
    const post = ["api.rq.post", `/v1/payments/${id}/refund`, { amount: 20_000 }] as const;
    const headers = { headers: { "X-Refund-Idempotency": "refund-key-0001" } };
    const [part, keyed, repeated, tooMuch, rest, nothing] = await official([
      ["payments.refund", id, { amount: 10_000, notes: { why: "test" } }],
      [...post, headers],
      [...post, headers],
      ["payments.refund", id, { amount: 20_000 }],
      ["payments.refund", id],
      ["payments.refund", id],
    ]);
    const [list, one, viaRefunds, payment] = await official([
      ["payments.fetchMultipleRefund", id],
      ["payments.fetchRefund", id, part?.value.id],
      ["refunds.all", { payment_id: id }],
      ["payments.fetch", id],
    ]);

    expect(part?.value).toMatchObject({ entity: "refund", amount: 10_000, payment_id: id, status: "pending" });
    expect(keyed?.value.amount).toBe(20_000);
    expect(repeated?.value.id).toBe(keyed?.value.id);
    expect(tooMuch?.thrown?.statusCode).toBe(400);
    expect(rest?.value.amount).toBe(19_900);
    expect(nothing?.thrown?.error.description).toBe("The payment has been fully refunded already");
    expect(list?.value.count).toBe(3);
    expect(viaRefunds?.value.count).toBe(3);
    expect(one?.value).toEqual(part?.value);
    expect(payment?.value).toMatchObject({ status: "refunded", refund_status: "full", amount_refunded: 49_900 });
  });

  it("gets refusals in the expected error format", async () => {
    const [unknown, invalid, small] = await official([
      ["orders.fetch", "order_AAAAAAAAAAAAAA"],
      ["payments.fetch", "nonsense"],
      ["orders.create", { ...order, amount: 99 }],
    ]);
    const [stranger] = await official([["orders.all"]], { ...KEYS, keySecret: "wrong" });

    expect(unknown?.thrown).toMatchObject({
      statusCode: 400,
      error: { description: "The id provided does not exist" },
    });
    expect(invalid?.thrown).toMatchObject({ statusCode: 400, error: { description: "nonsense is not a valid id" } });
    expect(small?.thrown).toMatchObject({
      statusCode: 400,
      error: { code: "BAD_REQUEST_ERROR", description: "The amount must be at least INR 1.00", field: "amount" },
    });
    expect(stranger?.thrown).toMatchObject({ statusCode: 401, error: { description: "Authentication failed" } });
  });
});
