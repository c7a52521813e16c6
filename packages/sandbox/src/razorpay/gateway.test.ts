import { createSeededRandom } from "@vriddhi/core/shared/random";
import { DAY_MS, type EpochMs, epochMs, later, MINUTE_MS, SECOND_MS } from "@vriddhi/core/time/clock";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRazorpay } from "./gateway.ts";
import type { Outcome } from "./payments.ts";
import type { OrderEntity, PaymentEntity, RefundEntity } from "./razorpay-wire.ts";

const KEYS = { keyId: "rzp_test_Gateway0000001", keySecret: "gateway-secret" };
const START = epochMs(Date.parse("2026-08-31T10:00:00Z"));
const AUTHORIZATION = `Basic ${Buffer.from(`${KEYS.keyId}:${KEYS.keySecret}`).toString("base64")}`;
const person = { email: "a@example.in", contact: "", vpa: "success@razorpay", description: null };

function createDesk(options: { isCapturedByDefault?: boolean } = {}) {
  const gateway = createRazorpay({ keys: KEYS, random: createSeededRandom(9), ...options });
  function call(method: string, address: string, body: unknown = "", now = START, headers = {}) {
    const url = new URL(address, "http://razorpay.test");
    const text = typeof body === "string" ? body : JSON.stringify(body);
    const request = { method, path: url.pathname, query: url.searchParams, body: text };
    const reply = gateway.handle({ ...request, headers: { authorization: AUTHORIZATION, ...headers } }, now);
    return { status: reply.status, body: reply.body as Record<string, never> };
  }
  const create = (more: object = {}) =>
    call("POST", "/v1/orders", { amount: 10_000, currency: "INR", ...more }).body as unknown as OrderEntity;
  function attempt(orderId: string, outcome: Outcome, now = START, more: object = {}): PaymentEntity {
    const made = gateway.attempt({ orderId, outcome, ...person, ...more }, now);
    if (!made.ok) throw new Error(made.error.error.description);
    return made.value;
  }
  const paymentNow = (id: string, now = START) =>
    call("GET", `/v1/payments/${id}`, "", now).body as unknown as PaymentEntity;
  const orderNow = (id: string) => call("GET", `/v1/orders/${id}`).body as unknown as OrderEntity;
  const refund = (id: string, body: object = {}, now = START, headers = {}) =>
    call("POST", `/v1/payments/${id}/refund`, body, now, headers);
  const events = () => gateway.takeEvents().map(({ name }) => name);
  return { gateway, call, create, attempt, paymentNow, orderNow, refund, events };
}

const sumOf = (list: unknown) =>
  (list as { items: RefundEntity[] }).items
    .filter(({ status }) => status !== "failed")
    .reduce((total, { amount }) => total + amount, 0);

const whyNot = ({ status, body }: { status: number; body: Record<string, unknown> }) => [
  status,
  (body["error"] as { description: string }).description,
];

describe("an order", () => {
  it.each([
    [{ amount: 99 }, "The amount must be at least INR 1.00"],
    [{ amount: 100.5 }, "The amount must be an integer."],
    [{ amount: undefined }, "The amount field is required."],
    [{ currency: undefined }, "The currency field is required."],
    [{ currency: "USD" }, "Currency is not supported"],
    [{ receipt: "r".repeat(41) }, "The receipt may not be greater than 40 characters."],
    [
      { notes: Object.fromEntries(Array.from({ length: 16 }, (_, index) => [`n${index}`, "x"])) },
      "Number of fields in notes should be less than or equal to 15",
    ],
    [{ notes: { a: "x".repeat(257) } }, "A note may not be greater than 256 characters."],
    [{ surprise: 1 }, "surprise is/are not required and should not be sent"],
  ])("is refused with %j", (more, words) => {
    const { call } = createDesk();
    expect(whyNot(call("POST", "/v1/orders", { amount: 10_000, currency: "INR", ...more }))).toEqual([400, words]);
  });

  it("accepts the longest receipt, fifteen notes and one rupee", () => {
    const notes = Object.fromEntries(Array.from({ length: 15 }, (_, index) => [`n${index}`, "x".repeat(256)]));
    const { call } = createDesk();
    const reply = call("POST", "/v1/orders", { amount: 100, currency: "INR", receipt: "r".repeat(40), notes });
    expect(reply.status).toBe(200);
  });

  it("has an empty list where it has no notes", () => {
    expect(createDesk().create().notes).toEqual([]);
  });

  it("goes from created by attempted to paid and stays paid after a refund", () => {
    const { create, attempt, orderNow, refund } = createDesk();
    const { id, status } = create();
    attempt(id, "failure");
    const tried = orderNow(id);
    const payment = attempt(id, "success");
    refund(payment.id);

    expect([status, tried.status, tried.attempts]).toEqual(["created", "attempted", 1]);
    expect(orderNow(id)).toMatchObject({ status: "paid", attempts: 2, amount_paid: 10_000, amount_due: 0 });
  });

  it("refuses a second payment once it is paid or authorised", () => {
    const { gateway, create, attempt } = createDesk();
    for (const outcome of ["success", "authorised"] as const) {
      const { id } = create();
      attempt(id, outcome);
      expect(gateway.attempt({ orderId: id, outcome: "success", ...person }, START).ok).toBe(false);
    }
  });

  it("is listed by page, newest first, and by time", () => {
    const { call, gateway } = createDesk();
    const make = (receipt: string, now: EpochMs) =>
      call("POST", "/v1/orders", { amount: 100, currency: "INR", receipt }, now);
    for (let index = 0; index < 12; index += 1) make(`r${index}`, later(START, index * SECOND_MS));
    const receipts = (query: string) =>
      (call("GET", `/v1/orders?${query}`).body as unknown as { items: OrderEntity[] }).items.map((one) => one.receipt);

    expect(receipts("")).toHaveLength(10);
    expect(receipts("count=2")).toEqual(["r11", "r10"]);
    expect(receipts("count=2&skip=10")).toEqual(["r1", "r0"]);
    expect(receipts(`from=${START / SECOND_MS + 3}&to=${START / SECOND_MS + 4}`)).toEqual(["r4", "r3"]);
    expect(receipts("receipt=r7")).toEqual(["r7"]);
    expect(call("GET", "/v1/orders?count=101").status).toBe(400);
    gateway.clear();
    expect(receipts("")).toEqual([]);
  });
});

describe("the credentials", () => {
  it.each(["", AUTHORIZATION.toLowerCase(), AUTHORIZATION.replace("Basic", "basic"), `${AUTHORIZATION}x`])(
    "are refused: %j",
    (authorization) => {
      const { call } = createDesk();
      expect(whyNot(call("GET", "/v1/orders", "", START, { authorization }))).toEqual([401, "Authentication failed"]);
    },
  );
});

describe("a payment", () => {
  it("reports its events in order", () => {
    const { create, attempt, events } = createDesk();
    attempt(create().id, "success");
    expect(events()).toEqual(["payment.authorized", "payment.captured", "order.paid"]);
    attempt(create().id, "failure");
    expect(events()).toEqual(["payment.failed"]);
  });

  it.each([
    [{}, true, "captured"],
    [{}, false, "authorized"],
    [{ payment_capture: 1 }, false, "captured"],
    [{ payment_capture: 0 }, true, "authorized"],
    [{ payment: { capture: "automatic" } }, false, "captured"],
    [{ payment: { capture: "manual" } }, true, "authorized"],
  ])("of an order with %j is, where the account's default is %s, %s", (more, isCapturedByDefault, status) => {
    const { create, attempt } = createDesk({ isCapturedByDefault });
    expect(attempt(create(more).id, "success").status).toBe(status);
  });

  it("fails with the UPI id that always fails", () => {
    const { create, attempt } = createDesk();
    expect(attempt(create().id, "success", START, { vpa: "failure@razorpay" }).status).toBe("failed");
  });

  it("that failed may be authorised late, and stays uncaptured when another payment has paid the order", () => {
    const { gateway, create, attempt, events } = createDesk();
    const { id } = create();
    const failed = attempt(id, "failure");
    attempt(id, "success");
    events();
    const late = gateway.settle(failed.id, "success", START);

    expect(late).toMatchObject({ ok: true, value: { status: "authorized", error_code: null } });
    expect(events()).toEqual(["payment.authorized"]);
  });

  it("is refunded when it is not captured in time", () => {
    const { create, attempt, paymentNow } = createDesk();
    const soon = { payment: { capture: "manual", capture_options: { manual_expiry_period: 30 } } };
    const { id } = attempt(create(soon).id, "success");

    expect(paymentNow(id, later(START, 30 * MINUTE_MS - 1)).status).toBe("authorized");
    expect(paymentNow(id, later(START, 30 * MINUTE_MS)).status).toBe("refunded");
  });
});

describe("a refund", () => {
  it("is pending first and processed later; if the bank fails it, the amount is available again", () => {
    const { gateway, create, attempt, refund, call, paymentNow, events } = createDesk();
    const { id } = attempt(create().id, "success");
    const one = refund(id, { amount: 4_000 }).body as unknown as RefundEntity;
    const two = refund(id, { amount: 1_000 }).body as unknown as RefundEntity;
    events();
    gateway.failRefund(two.id, START);
    const after = later(START, 3 * SECOND_MS);

    expect([one.status, one.acquirer_data]).toEqual(["pending", { arn: null }]);
    expect(call("GET", `/v1/refunds/${one.id}`, "", after).body).toMatchObject({ status: "processed" });
    expect(call("GET", `/v1/refunds/${two.id}`, "", after).body).toMatchObject({ status: "failed" });
    expect(paymentNow(id)).toMatchObject({ amount_refunded: 4_000, refund_status: "partial", status: "captured" });
    expect(events()).toEqual(["refund.failed", "refund.processed"]);
  });

  it("is processed at once with the speed optimum", () => {
    const { create, attempt, refund } = createDesk();
    const { id } = attempt(create().id, "success");
    expect(refund(id, { speed: "optimum" }).body).toMatchObject({ status: "processed", speed_processed: "instant" });
  });

  it("is accepted for six calendar months and refused after", () => {
    const { create, attempt, refund } = createDesk();
    const { id } = attempt(create().id, "success");
    // the last of August plus six months is the third of March, as February has no 31st
    const limit = epochMs(Date.parse("2027-03-03T10:00:00Z"));

    expect(whyNot(refund(id, { amount: 100 }, later(limit, 1)))).toEqual([
      400,
      "Refund is not allowed on payments older than 6 months",
    ]);
    expect(refund(id, { amount: 100 }, limit).status).toBe(200);
  });

  it("of an uncaptured payment is refused", () => {
    const { create, attempt, refund } = createDesk();
    expect(refund(attempt(create().id, "authorised").id).status).toBe(400);
  });

  it("with an idempotency key returns the same refund for the same body, and refuses another body or a short key", () => {
    const { create, attempt, refund } = createDesk();
    const { id } = attempt(create().id, "success");
    const key = { "x-refund-idempotency": "key-0000001" };
    const first = refund(id, { amount: 500 }, START, key);

    expect(refund(id, { amount: 500 }, later(START, DAY_MS), key).body["id"]).toBe(first.body["id"]);
    expect(whyNot(refund(id, { amount: 600 }, START, key))[0]).toBe(400);
    expect(whyNot(refund(id, { amount: 500 }, START, { "x-refund-idempotency": "short" }))[0]).toBe(400);
  });

  it("never exceeds the payment, whatever is requested", () => {
    const asked = fc.record({
      amount: fc.option(fc.integer({ min: 100, max: 12_000 }), { nil: undefined }),
      isFailed: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(asked, { maxLength: 12 }), (requests) => {
        const { gateway, create, attempt, refund, paymentNow, call } = createDesk();
        const { id } = attempt(create().id, "success");
        for (const { isFailed, ...request } of requests) {
          const { body } = refund(id, request);
          if (isFailed) gateway.failRefund(String(body["id"]), START);
        }
        const sum = sumOf(call("GET", `/v1/payments/${id}/refunds?count=100`).body);
        const payment = paymentNow(id);
        expect(sum).toBeLessThanOrEqual(10_000);
        expect(payment.amount_refunded).toBe(sum);
        expect(payment.status).toBe(sum === 10_000 ? "refunded" : "captured");
      }),
    );
  });
});

it("gives the same answers from the same seed", () => {
  const run = () => {
    const { create, attempt, refund } = createDesk();
    const order = create();
    const payment = attempt(order.id, "success");
    return JSON.stringify([order, payment, refund(payment.id)]);
  };
  expect(run()).toBe(run());
});
