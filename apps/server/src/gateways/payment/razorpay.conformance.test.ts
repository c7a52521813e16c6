import { createHmac } from "node:crypto";
import { paise } from "@vriddhi/core/shared/money";
import { createSeededRandom } from "@vriddhi/core/shared/random";
import { err, ok, type Result } from "@vriddhi/core/shared/result";
import { DAY_MS } from "@vriddhi/core/time/clock";
import { createFaults, type FaultKind, type Faults } from "@vriddhi/sandbox/faults/faults";
import { type RazorpaySimulator, startRazorpay } from "@vriddhi/sandbox/razorpay/start-razorpay";
import { createVirtualClock, type VirtualClock } from "@vriddhi/testing/virtual-clock";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Secret } from "../../platform/config/secret.ts";
import { createLogger } from "../../platform/log/logger.ts";
import type { GatewayFault, PaymentGateway } from "./payment-gateway.ts";
import { createRazorpayGateway } from "./razorpay.ts";

const KEYS = { keyId: "rzp_test_Adapter0000001", keySecret: "adapter-key-secret" };
const WEBHOOK_SECRET = "adapter-webhook-secret";
const newOrder = { amountPaise: paise(149_900), receipt: "rcpt-01", notes: { user_id: "412" } };
const PERSON = { email: "asha@example.in", contact: "+919876543210" };

let clock: VirtualClock;
let faults: Faults;
let razorpay: RazorpaySimulator;
let gateway: PaymentGateway;
let lines: string[];

/** Upper bound that only a hang reaches. */
const PATIENCE_MS = 60_000;

const open = (keySecret = KEYS.keySecret, baseUrl = razorpay.baseUrl, replyWithinMs = PATIENCE_MS) =>
  createRazorpayGateway({
    baseUrl,
    keyId: KEYS.keyId,
    keySecret: new Secret(keySecret),
    webhookSecrets: [new Secret(WEBHOOK_SECRET), new Secret("the-old-one")],
    log: createLogger("debug", (line) => void lines.push(line)),
    replyWithinMs,
  });

beforeEach(async () => {
  clock = createVirtualClock();
  faults = createFaults();
  const random = createSeededRandom(5);
  razorpay = await startRazorpay({
    ...KEYS,
    webhookSecret: WEBHOOK_SECRET,
    webhookUrl: () => null,
    clock,
    faults,
    random,
  });
  lines = [];
  gateway = open();
});

afterEach(async () => {
  await gateway.close();
  await razorpay.stop();
});

function opened<T>(result: Result<T, GatewayFault>): T {
  if (!result.ok) throw new Error(result.error.kind);
  return result.value;
}

async function pay(outcome: "success" | "authorised" | "failure" = "success") {
  const order = opened(await gateway.createOrder(newOrder));
  const answer = await razorpay.pay({ orderId: order.id, outcome, ...PERSON });
  const paymentId = "error" in answer ? (answer.error.metadata["payment_id"] ?? "") : answer.razorpay_payment_id;
  return { order, answer, paymentId };
}

const refundOf = (paymentId: string, amount = newOrder.amountPaise, key = "refund-key-01") =>
  gateway.refund({ paymentId, amountPaise: paise(amount), key, notes: { reason: "guarantee" } });

describe("a payment order", () => {
  it("is created with its receipt and notes, and is found by the receipt", async () => {
    const order = opened(await gateway.createOrder(newOrder));

    expect(order).toEqual({ id: expect.any(String), currency: "INR", status: "created", ...newOrder });
    expect(await gateway.findOrderByReceipt("rcpt-01")).toEqual(ok(order));
    expect(await gateway.findOrderByReceipt("rcpt-0")).toEqual(ok(null));
  });

  it("is the oldest one when a receipt was used twice", async () => {
    const first = opened(await gateway.createOrder(newOrder));
    clock.advance(5_000);
    opened(await gateway.createOrder(newOrder));

    expect(opened(await gateway.findOrderByReceipt("rcpt-01"))?.id).toBe(first.id);
  });

  it("has an unknown outcome when its reply is lost, and the receipt finds it", async () => {
    faults.set("razorpay", "drop-after-accept");

    expect(await gateway.createOrder(newOrder)).toMatchObject(err({ kind: "outcome_unknown" }));
    expect(opened(await gateway.findOrderByReceipt("rcpt-01"))).toMatchObject(newOrder);
  });

  it("is refused below one rupee with the provider's message", async () => {
    expect(await gateway.createOrder({ ...newOrder, amountPaise: paise(99) })).toEqual(
      err({ kind: "refused", code: "BAD_REQUEST_ERROR", description: "The amount must be at least INR 1.00" }),
    );
  });
});

describe("a payment", () => {
  it("is read with its order, amount, state, user and instant", async () => {
    const { order, paymentId } = await pay();

    const payment = {
      id: paymentId,
      orderId: order.id,
      amountPaise: newOrder.amountPaise,
      currency: "INR",
      status: "captured",
      ...PERSON,
      refundedPaise: 0,
      createdAt: clock.now(),
      errorDescription: null,
    };
    expect(await gateway.findPayment(paymentId)).toEqual(ok(payment));
    expect(await gateway.paymentsOfOrder(order.id)).toEqual(ok([payment]));
  });

  it("carries the reason when it failed", async () => {
    const { paymentId } = await pay("failure");
    const payment = opened(await gateway.findPayment(paymentId));

    expect(payment.status).toBe("failed");
    expect(payment.errorDescription).toContain("declined");
  });

  it("is captured with exactly its amount when it is only authorised", async () => {
    const { paymentId } = await pay("authorised");

    expect(await gateway.capture(paymentId, paise(100))).toMatchObject(err({ kind: "refused" }));
    expect(opened(await gateway.capture(paymentId, newOrder.amountPaise)).status).toBe("captured");
    expect(await gateway.capture(paymentId, newOrder.amountPaise)).toMatchObject(err({ kind: "refused" }));
  });

  it.each(["pay_AAAAAAAAAAAAAA", "pay_/../x"])(
    "with the id %j is not found, and the id reaches no other endpoint",
    async (id) => {
      expect(await gateway.findPayment(id)).toEqual(err({ kind: "not_found" }));
    },
  );
});

describe("a refund", () => {
  it("happens once for one key, however often it is requested", async () => {
    const { paymentId } = await pay();
    const first = opened(await refundOf(paymentId));
    const tries = await Promise.all(Array.from({ length: 5 }, () => refundOf(paymentId)));

    expect(first).toEqual({ id: expect.any(String), paymentId, amountPaise: newOrder.amountPaise, status: "pending" });
    expect(tries.map((each) => opened(each).id)).toEqual(tries.map(() => first.id));
    expect(opened(await gateway.refundsOf(paymentId))).toHaveLength(1);
    expect(opened(await gateway.findPayment(paymentId))).toMatchObject({
      status: "refunded",
      refundedPaise: newOrder.amountPaise,
    });
  });

  it("completes once by its key after its reply was lost", async () => {
    const { paymentId } = await pay();
    faults.set("razorpay", "drop-after-accept");

    expect(await refundOf(paymentId)).toMatchObject(err({ kind: "outcome_unknown" }));
    expect((await refundOf(paymentId)).ok).toBe(true);
    expect(opened(await gateway.refundsOf(paymentId))).toHaveLength(1);
  });

  it("is refused above the amount that is left", async () => {
    const { paymentId } = await pay();
    opened(await refundOf(paymentId, paise(100_000), "refund-key-a1"));

    expect(await refundOf(paymentId, paise(50_000), "refund-key-a2")).toMatchObject(err({ kind: "refused" }));
    expect((await refundOf(paymentId, paise(49_900), "refund-key-a3")).ok).toBe(true);
  });

  it("is refused six months after the payment", async () => {
    const { paymentId } = await pay();
    clock.advance(185 * DAY_MS);

    expect(await refundOf(paymentId)).toEqual(
      err({
        kind: "refused",
        code: "BAD_REQUEST_ERROR",
        description: "Refund is not allowed on payments older than 6 months",
      }),
    );
  });
});

const reads: readonly [string, (id: string) => Promise<Result<unknown, GatewayFault>>][] = [
  ["findOrderByReceipt", () => gateway.findOrderByReceipt("rcpt-01")],
  ["paymentsOfOrder", () => gateway.paymentsOfOrder("order_AAAAAAAAAAAAAA")],
  ["findPayment", (id) => gateway.findPayment(id)],
  ["refundsOf", (id) => gateway.refundsOf(id)],
];
const changes: readonly [string, (id: string) => Promise<Result<unknown, GatewayFault>>][] = [
  ["createOrder", () => gateway.createOrder(newOrder)],
  ["capture", (id) => gateway.capture(id, newOrder.amountPaise)],
  ["refund", (id) => refundOf(id)],
];
/** The timeout is short, because no reply follows these faults. */
async function provoke(kind: FaultKind): Promise<void> {
  faults.set("razorpay", kind);
  if (kind !== "timeout") return;
  await gateway.close();
  gateway = open(KEYS.keySecret, razorpay.baseUrl, 250);
}

const NO_ANSWER: readonly FaultKind[] = ["timeout", "http500", "drop-before-accept", "drop-after-accept"];

describe.each(reads)("%s, which changes nothing,", (_name, call) => {
  it.each(NO_ANSWER)("is unavailable after %s", async (kind) => {
    await provoke(kind);
    expect(await call("pay_AAAAAAAAAAAAAA")).toMatchObject(err({ kind: "unavailable" }));
  });
});

describe.each(changes)("%s, which changes something,", (_name, call) => {
  it.each(NO_ANSWER)("has an unknown outcome after %s, never a refusal", async (kind) => {
    const { paymentId } = await pay("authorised");
    await provoke(kind);
    expect(await call(paymentId)).toMatchObject(err({ kind: "outcome_unknown" }));
  });

  it("is unavailable when no server listens, because it was never sent", async () => {
    const { paymentId } = await pay("authorised");
    await razorpay.stop();
    expect(await call(paymentId)).toEqual(err({ kind: "unavailable", reason: "ECONNREFUSED" }));
  });
});

describe.each([...reads, ...changes])("%s", (_name, call) => {
  it("waits as long as a throttling reply demands", async () => {
    faults.set("razorpay", "throttle");
    expect(await call("pay_AAAAAAAAAAAAAA")).toEqual(err({ kind: "throttled", retryAfterMs: 1_000 }));
  });

  it("is refused when the provider refuses", async () => {
    faults.set("razorpay", "reject");
    expect(await call("pay_AAAAAAAAAAAAAA")).toMatchObject(err({ kind: "refused", code: "BAD_REQUEST_ERROR" }));
  });
});

it("every call is refused with a wrong API key", async () => {
  const stranger = open("wrong");
  expect(await stranger.createOrder(newOrder)).toMatchObject(
    err({ kind: "refused", description: "Authentication failed" }),
  );
  await stranger.close();
});

describe("the signature check", () => {
  const sign = (secret: string, text: string) => createHmac("sha256", secret).update(text).digest("hex");

  it("accepts a checkout's signature for its own order and payment only", async () => {
    const { answer } = await pay();
    if ("error" in answer) throw new Error("not paid");
    const { razorpay_order_id: orderId, razorpay_payment_id: paymentId, razorpay_signature: signature } = answer;

    expect(gateway.isCheckoutSignature({ orderId, paymentId, signature })).toBe(true);
    expect(gateway.isCheckoutSignature({ orderId: "order_other", paymentId, signature })).toBe(false);
    expect(gateway.isCheckoutSignature({ orderId, paymentId: "pay_other", signature })).toBe(false);
    expect(gateway.isCheckoutSignature({ orderId: paymentId, paymentId: orderId, signature })).toBe(false);
  });

  it.each(["", "00", "zz".repeat(32), "00".repeat(32), "00".repeat(33), "é".repeat(64)])(
    "rejects the malformed signature %j",
    (signature) => {
      expect(gateway.isCheckoutSignature({ orderId: "o", paymentId: "p", signature })).toBe(false);
      expect(gateway.isWebhookSignature(Buffer.from("{}"), signature)).toBe(false);
    },
  );

  it("accepts a webhook's signature of its exact bytes by the current or previous secret", () => {
    const body = Buffer.from('{"event":"order.paid","name":"अशा"}');

    expect(gateway.isWebhookSignature(body, sign(WEBHOOK_SECRET, body.toString()))).toBe(true);
    expect(gateway.isWebhookSignature(body, sign("the-old-one", body.toString()))).toBe(true);
    expect(gateway.isWebhookSignature(body, sign(KEYS.keySecret, body.toString()))).toBe(false);
    expect(gateway.isWebhookSignature(Buffer.from(`${body} `), sign(WEBHOOK_SECRET, body.toString()))).toBe(false);
  });
});

it("the payment gateway logs and returns no secrets or personal data under any fault", async () => {
  const { paymentId } = await pay();
  const faultsSeen: unknown[] = [];
  for (const [, call] of [...reads, ...changes])
    for (const kind of [...NO_ANSWER, "throttle", "reject"] as const) {
      await provoke(kind);
      faultsSeen.push(await call(paymentId));
    }
  const seen = lines.join("") + JSON.stringify(faultsSeen);
  const credentials = Buffer.from(`${KEYS.keyId}:${KEYS.keySecret}`).toString("base64");

  expect(seen).toContain("payment: provider did not answer");
  expect(seen).toContain("payment: provider refused");
  for (const hidden of [KEYS.keySecret, WEBHOOK_SECRET, credentials, PERSON.email, "9876543210", paymentId])
    expect(seen).not.toContain(hidden);
});
