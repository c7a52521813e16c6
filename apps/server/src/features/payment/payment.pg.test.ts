import { createHmac } from "node:crypto";
import { DAY_MS, later, MINUTE_MS } from "@vriddhi/core/time/clock";
import { VIRTUAL_START } from "@vriddhi/testing/virtual-clock";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { limits } from "../../platform/limits/limits.ts";
import { type BillingFixture, type Person, startBillingFixture } from "../../testing/billing-fixture.ts";
import { paymentMessages, paymentReplies } from "./payment.messages.ts";

let desk: BillingFixture;
let asha: Person;

beforeAll(async () => {
  desk = await startBillingFixture();
});
beforeEach(async () => {
  await desk.reset();
  await desk.query("INSERT INTO coupons VALUES ('WELCOME10', 9000), ('HALF', 5000)");
  asha = await desk.makePerson();
});
afterAll(() => desk.close());

const periodsOf = (person: Person) =>
  desk.query<{ plan: string; band: string; days: number }>(
    `SELECT plan, band_paise AS band, extract(epoch FROM ends_at - starts_at)::float8 / 86400 AS days
     FROM subscription_periods WHERE user_id = $1 ORDER BY starts_at`,
    [person.id],
  );
const countOf = async (table: string) =>
  (await desk.query<{ n: number }>(`SELECT count(*)::int AS n FROM ${table}`))[0]?.n;
const subscriptionOf = async (person: Person) => (await desk.call("GET", "/algorithm/subscription", person)).body;

describe("POST /payment/create-order", () => {
  it("[A7.12] [A3.5] a new order accepts rupees and returns paise, with the widget's key and script", async () => {
    const { status, body } = await desk.order(asha, "QUARTERLY", 2);
    expect(status).toBe(200);
    expect(body).toEqual({
      id: expect.stringMatching(/^order_/),
      amount: 699_900,
      currency: "INR",
      key_id: expect.stringMatching(/^rzp_test_/),
      checkout_url: desk.razorpay.checkoutUrl,
    });
  });

  it("[A5.11] [A9.8] an order's amount is multiplied by the coupon and rounded down", async () => {
    const { body } = await desk.order(asha, "MONTHLY", 1, "welcome10", 899);
    expect(body.amount).toBe(89_900);
    expect((await desk.order(asha, "MONTHLY", 5, "HALF", 9_999)).body.amount).toBe(999_900);
  });

  it.each([
    ["a rupee less", 998, undefined],
    ["a rupee more", 1_000, undefined],
    ["one rupee", 1, undefined],
    ["the discounted price without the coupon", 899, undefined],
    ["the full price with the coupon", 999, "WELCOME10"],
    ["another plan's price", 2_799, undefined],
  ])("[A7.12] an order refuses %s: the server owns the price", async (_case, amount, coupon) => {
    const { status, body } = await desk.order(asha, "MONTHLY", 1, coupon, amount);
    expect([status, body]).toEqual([400, { code: "amount_wrong", detail: paymentMessages.amount_wrong }]);
    expect(await countOf("payment_orders")).toBe(0);
    expect(await countOf("coupon_uses")).toBe(0);
  });

  it("an order refuses an unknown coupon with the coupon check's text", async () => {
    const { status, body } = await desk.order(asha, "MONTHLY", 1, "NOPE", 899);
    expect([status, body.detail]).toEqual([400, "Invalid coupon code"]);
  });

  it("returns the same order while it is unpaid and young, and a new one afterwards", async () => {
    const first = (await desk.order(asha)).body.id;
    expect((await desk.order(asha)).body.id).toBe(first);
    expect((await desk.order(asha, "MONTHLY", 2)).body.id).not.toBe(first);
    expect((await desk.order(await desk.makePerson())).body.id).not.toBe(first);
    desk.clock.advance(16 * MINUTE_MS);
    expect((await desk.order(asha)).body.id).not.toBe(first);
  });

  it("a hundred clicks make one order", async () => {
    const replies = await Promise.all(Array.from({ length: 100 }, () => desk.order(asha)));
    const answered = replies.filter(({ status }) => status === 200);
    expect(new Set(answered.map(({ body }) => body.id)).size).toBe(1);
    // The other clicks exceed the rate limit.
    expect(answered).toHaveLength(limits["payment:ip"].burst);
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(100 - answered.length);
    expect(await countOf("payment_orders")).toBe(1);
  });
});

describe("a provider that does not answer when an order is created", () => {
  it.each(["timeout", "http500", "drop-before-accept", "throttle", "reject"] as const)(
    "%s: 503 and no charge; the next try works",
    async (kind) => {
      desk.faults.set("razorpay", kind, 2);
      const refused = await desk.order(asha);
      expect([refused.status, refused.body.code]).toEqual([503, "payment_unavailable"]);
      desk.faults.clear();
      const { status, body } = await desk.order(asha);
      expect([status, body.amount]).toEqual([200, 99_900]);
      expect(await countOf("payment_orders")).toBe(1);
    },
  );

  it("looks up an order whose answer was lost by its receipt, and creates no second one", async () => {
    desk.faults.set("razorpay", "drop-after-accept", 1);
    const { status, body } = await desk.order(asha);
    expect(status).toBe(200);
    const proof = await desk.pay(body.id);
    expect((await desk.verify(asha, proof)).body.status).toBe("active");
  });
});

describe("POST /payment/verify", () => {
  it("[A7.13] [A8.9] a verified payment activates the plan at its band, once, and says so again when repeated", async () => {
    desk.razorpay.webhooks.setManner("withhold");
    const proof = await desk.pay((await desk.order(asha, "ANNUALLY", 5)).body.id);
    for (let tries = 0; tries < 3; tries += 1) {
      const { status, body } = await desk.verify(asha, { ...proof, something_new: "ignored" });
      expect([status, body]).toEqual([200, { status: "active", message: paymentReplies.active }]);
    }
    expect(await periodsOf(asha)).toEqual([{ plan: "ANNUALLY", band: "1000000000", days: 365 }]);
    expect(await subscriptionOf(asha)).toMatchObject({
      status: "active",
      plan: "ANNUALLY",
      days_remaining: 365,
      payment_id: proof.razorpay_payment_id,
    });
    expect(desk.mails.map(({ subject }) => subject)).toEqual(["Your Vriddhi subscription is active"]);
  });

  it("[A8.9] the verification refuses a wrong signature, a foreign payment and a swapped order", async () => {
    const cheap = (await desk.order(asha, "MONTHLY", 1)).body.id;
    const dear = (await desk.order(asha, "ANNUALLY", 5)).body.id;
    const proof = await desk.pay(cheap);
    const refused = { status: 400, body: { code: "payment_unproved", detail: "Payment verification failed" } };
    expect(await desk.verify(asha, { ...proof, razorpay_signature: "0".repeat(64) })).toEqual(refused);
    expect(await desk.verify(asha, { ...proof, razorpay_signature: "x" })).toEqual(refused);
    expect(await desk.verify(asha, { ...proof, razorpay_payment_id: "pay_somebodyelses" })).toEqual(refused);
    expect(await desk.verify(asha, { ...proof, razorpay_order_id: dear })).toEqual(refused);
  });

  it("the verification does not know an order of another user, nor one of a guest", async () => {
    desk.razorpay.webhooks.setManner("withhold");
    const kabir = await desk.makePerson();
    const proof = await desk.pay((await desk.order(asha)).body.id);
    const unknown = { status: 404, body: { code: "order_unknown", detail: paymentMessages.order_unknown } };
    expect(await desk.verify(kabir, proof)).toEqual(unknown);
    expect(await desk.verify(null, proof)).toEqual(unknown);
    expect(await desk.verify(asha, await desk.pay((await desk.orderEbook()).body.id))).toEqual(unknown);
    expect(await periodsOf(kabir)).toEqual([]);
    expect((await desk.verify(asha, proof)).status).toBe(200);
  });

  it("the verification shows an authorised payment as pending until it is captured", async () => {
    desk.razorpay.webhooks.setManner("withhold");
    const proof = await desk.pay((await desk.order(asha)).body.id, "authorised");
    expect(await desk.verify(asha, proof)).toEqual({
      status: 200,
      body: { status: "pending", message: "Payment received, being confirmed" },
    });
    expect(await subscriptionOf(asha)).toMatchObject({ status: "pending", plan: "MONTHLY", is_active: false });
    expect(await periodsOf(asha)).toEqual([]);

    desk.clock.advance(3 * MINUTE_MS);
    await desk.billing.runPaymentUpkeep();
    expect(await subscriptionOf(asha)).toMatchObject({ status: "active", plan: "MONTHLY", days_remaining: 30 });
    expect((await desk.verify(asha, proof)).body.status).toBe("active");
  });

  it.each(["timeout", "http500", "drop-before-accept", "drop-after-accept", "throttle"] as const)(
    "loses nothing when the provider does not answer: %s",
    async (kind) => {
      desk.razorpay.webhooks.setManner("withhold");
      const proof = await desk.pay((await desk.order(asha)).body.id);
      desk.faults.set("razorpay", kind);
      expect((await desk.verify(asha, proof)).body.status).toBe("pending");
      expect(await subscriptionOf(asha)).toMatchObject({ status: "pending" });
      desk.clock.advance(3 * MINUTE_MS);
      await desk.billing.runPaymentUpkeep();
      expect(await subscriptionOf(asha)).toMatchObject({ status: "active" });
      expect(await countOf("invoices")).toBe(1);
    },
  );
});

describe("POST /payment/webhook", () => {
  const eventsOf = () => desk.razorpay.webhooks.list();
  const post = (body: string, headers: Record<string, string>) =>
    desk.app.inject({
      method: "POST",
      url: "/payment/webhook",
      headers: { "content-type": "application/json", ...headers },
      payload: body,
    });

  it("the webhook activates the plan when the browser was closed after the payment", async () => {
    await desk.pay((await desk.order(asha)).body.id);
    await desk.razorpay.webhooks.idle();
    expect(await subscriptionOf(asha)).toMatchObject({ status: "active" });
    expect(eventsOf().every(({ deliveries }) => deliveries.join() === "200")).toBe(true);
  });

  it("the webhook refuses a missing or foreign signature, and a single changed byte", async () => {
    desk.razorpay.webhooks.setManner("withhold");
    await desk.pay((await desk.order(asha)).body.id);
    const event = eventsOf().find(({ event: name }) => name === "payment.captured");
    const { body = "", signature = "" } = event ?? {};
    const forgeries: readonly (readonly [string, Record<string, string>])[] = [
      [body, {}],
      [body, { "x-razorpay-signature": "" }],
      [body, { "x-razorpay-signature": "f".repeat(64) }],
      [body, { "x-razorpay-signature": signature.toUpperCase() }],
      [`${body} `, { "x-razorpay-signature": signature }],
      [body.replace("captured", "refunded"), { "x-razorpay-signature": signature }],
    ];
    for (const [text, headers] of forgeries) {
      const reply = await post(text, headers);
      expect([reply.statusCode, reply.json().code]).toEqual([400, "signature_wrong"]);
    }
    expect(await periodsOf(asha)).toEqual([]);
    expect((await post(body, { "x-razorpay-signature": signature })).statusCode).toBe(200);
    expect(await periodsOf(asha)).toHaveLength(1);
  });

  it("the webhook accepts repetitions under the same and a new id, and any order", async () => {
    desk.razorpay.webhooks.setManner("withhold");
    await desk.pay((await desk.order(asha)).body.id);
    await desk.razorpay.webhooks.release("reverse");
    for (const { body, signature, id } of eventsOf())
      for (const eventId of [id, id, `${id}-again`])
        expect(
          (await post(body, { "x-razorpay-signature": signature, "x-razorpay-event-id": eventId })).statusCode,
        ).toBe(200);
    expect(await periodsOf(asha)).toHaveLength(1);
    expect(await countOf("invoices")).toBe(1);
    expect(await subscriptionOf(asha)).toMatchObject({ status: "active" });
  });

  it("the webhook ignores foreign orders and unknown events", async () => {
    desk.razorpay.webhooks.setManner("withhold");
    await desk.pay((await desk.order(asha)).body.id);
    await desk.query("DELETE FROM payment_orders");
    await desk.razorpay.webhooks.release();
    expect(eventsOf().map(({ deliveries }) => deliveries.at(-1))).toEqual(eventsOf().map(() => 200));
    expect(await countOf("subscription_periods")).toBe(0);
  });

  it("the webhook refunds no more than was paid, whatever a signed event says, and never answers with an error", async () => {
    await desk.pay((await desk.order(asha)).body.id);
    await desk.razorpay.webhooks.idle();
    const [order] = await desk.query<{ payment_id: string; amount: number }>(
      "SELECT payment_id, amount_paise::int AS amount FROM payment_orders",
    );
    const send = (refundId: string, amount: number) => {
      const entity = { id: refundId, payment_id: order?.payment_id, amount, status: "processed" };
      const body = JSON.stringify({ event: "refund.processed", payload: { refund: { entity } } });
      const signature = createHmac("sha256", "desk-webhook-secret").update(body).digest("hex");
      return post(body, { "x-razorpay-signature": signature });
    };
    expect((await send("rfnd_absurd", Number.MAX_SAFE_INTEGER)).statusCode).toBe(200);
    expect((await send("rfnd_again", 100)).statusCode).toBe(200);
    expect((await send("rfnd_negative", -1)).statusCode).toBe(200);
    const refunded = await desk.query("SELECT provider_refund_id AS id, amount_paise::int AS amount FROM refunds");
    expect(refunded).toEqual([{ id: "rfnd_absurd", amount: order?.amount }]);
  });
});

describe("reconciliation", () => {
  it("the reconciliation finds a payment without a webhook, and stops after a week", async () => {
    desk.razorpay.webhooks.setManner("withhold");
    await desk.pay((await desk.order(asha)).body.id);
    await desk.billing.runPaymentUpkeep();
    expect(await subscriptionOf(asha)).toMatchObject({ status: "inactive" });
    desk.clock.advance(2 * MINUTE_MS);
    await desk.billing.runPaymentUpkeep();
    expect(await subscriptionOf(asha)).toMatchObject({ status: "active" });

    const kabir = await desk.makePerson();
    await desk.order(kabir);
    desk.clock.advance(8 * DAY_MS);
    await desk.billing.runPaymentUpkeep();
    expect(await desk.query("SELECT next_check_at FROM payment_orders WHERE user_id = $1", [kabir.id])).toEqual([
      { next_check_at: null },
    ]);
  });

  it("the reconciliation continues after an outage of the provider", async () => {
    desk.razorpay.webhooks.setManner("withhold");
    await desk.pay((await desk.order(asha)).body.id);
    desk.faults.set("razorpay", "http500", 1);
    desk.clock.advance(2 * MINUTE_MS);
    await desk.billing.runPaymentUpkeep();
    expect(await subscriptionOf(asha)).toMatchObject({ status: "inactive" });
    desk.clock.advance(3 * MINUTE_MS);
    await desk.billing.runPaymentUpkeep();
    expect(await subscriptionOf(asha)).toMatchObject({ status: "active" });
  });
});

describe("a second payment for the same order", () => {
  it("a second payment that the bank authorises late is refunded, once, and buys nothing", async () => {
    desk.razorpay.webhooks.setManner("withhold");
    const { id } = (await desk.order(asha)).body;
    await desk.razorpay.pay({ orderId: id, outcome: "failure" });
    const failed = desk.razorpay.webhooks.list().find(({ event }) => event === "payment.failed")?.body ?? "{}";
    const latePayment = JSON.parse(failed).payload.payment.entity;
    await desk.verify(asha, await desk.pay(id));
    const captured = { ...latePayment, status: "captured", captured: true };
    const body = JSON.stringify({ event: "payment.captured", payload: { payment: { entity: captured } } });
    const signature = createHmac("sha256", "desk-webhook-secret").update(body).digest("hex");
    for (let tries = 0; tries < 3; tries += 1) {
      const headers = { "x-razorpay-signature": signature, "x-razorpay-event-id": `late-${tries}` };
      const type = { "content-type": "application/json" };
      await desk.app.inject({
        method: "POST",
        url: "/payment/webhook",
        headers: { ...type, ...headers },
        payload: body,
      });
    }
    expect(await desk.query("SELECT reason, state, payment_id FROM refunds")).toEqual([
      { reason: "surplus", state: "due", payment_id: latePayment.id },
    ]);
    expect(await periodsOf(asha)).toHaveLength(1);
    expect(await countOf("invoices")).toBe(1);
  });
});

describe("purchased periods", () => {
  it("[A3.3] purchased periods append while active; a larger plan starts at once and the rest follows with its own band", async () => {
    await desk.buy(asha, "MONTHLY", 1);
    desk.market.set(later(VIRTUAL_START, 10 * DAY_MS));
    await desk.buy(asha, "MONTHLY", 1);
    expect(await subscriptionOf(asha)).toMatchObject({ days_remaining: 50, plan: "MONTHLY" });
    await desk.buy(asha, "QUARTERLY", 4);
    expect(await periodsOf(asha)).toEqual([
      { plan: "MONTHLY", band: "5000000", days: 10 },
      { plan: "QUARTERLY", band: "100000000", days: 90 },
      { plan: "MONTHLY", band: "5000000", days: 20 },
      { plan: "MONTHLY", band: "5000000", days: 30 },
    ]);
    expect(await subscriptionOf(asha)).toMatchObject({ days_remaining: 140, plan: "QUARTERLY" });
  });

  it("periods bought concurrently have no gap and no overlap", async () => {
    desk.razorpay.webhooks.setManner("withhold");
    const proofs = [];
    for (const plan of ["MONTHLY", "QUARTERLY", "ANNUALLY"] as const)
      proofs.push(await desk.pay((await desk.order(asha, plan)).body.id));
    await Promise.all(proofs.map((proof) => desk.verify(asha, proof)));
    expect(await subscriptionOf(asha)).toMatchObject({ days_remaining: 30 + 90 + 365 });
    const gaps = await desk.query(
      `SELECT 1 FROM (SELECT starts_at, lag(ends_at) OVER (ORDER BY starts_at) AS before FROM subscription_periods) p
       WHERE before <> starts_at`,
    );
    expect(gaps).toEqual([]);
  });
});
