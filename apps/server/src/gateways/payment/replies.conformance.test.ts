import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { paise } from "@vriddhi/core/shared/money";
import { err, ok } from "@vriddhi/core/shared/result";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Secret } from "../../platform/config/secret.ts";
import { createLogger } from "../../platform/log/logger.ts";
import type { PaymentGateway } from "./payment-gateway.ts";
import { createRazorpayGateway } from "./razorpay.ts";

/** Replies that the simulator does not produce. */
let next: { status: number; body: string; headers: Record<string, string> };
let asked: { method: string; path: string; headers: NodeJS.Dict<string | string[]> }[];
let server: Server;
let gateway: PaymentGateway;

beforeEach(async () => {
  asked = [];
  server = createServer((request, response) => {
    asked.push({ method: request.method ?? "", path: request.url ?? "", headers: request.headers });
    response.writeHead(next.status, next.headers).end(next.body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  gateway = createRazorpayGateway({
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/proxy/`,
    keyId: "rzp_live_a",
    keySecret: new Secret("s"),
    webhookSecrets: [new Secret("w")],
    log: createLogger("silent"),
  });
});

afterEach(async () => {
  await gateway.close();
  await new Promise((resolve) => server.close(resolve));
});

const answer = (status: number, body: unknown, headers: Record<string, string> = {}) => {
  next = { status, body: typeof body === "string" ? body : JSON.stringify(body), headers };
};
const order = { id: "order_1", amount: 100, currency: "INR", receipt: null, status: "paid", notes: [], created_at: 1 };
const newOrder = { amountPaise: paise(100), receipt: "r", notes: {} };
const no = (code: string, description: string) => ({ error: { code, description, extra: 1 } });

describe("a reply to createOrder", () => {
  it("may carry unknown fields and an empty list for no notes", async () => {
    answer(200, { ...order, surprise: { deep: true } });
    expect(await gateway.createOrder(newOrder)).toEqual(
      ok({ id: "order_1", amountPaise: 100, currency: "INR", receipt: null, status: "paid", notes: {} }),
    );
    expect(asked[0]).toMatchObject({ method: "POST", path: "/proxy/v1/orders" });
    expect(asked[0]?.headers["authorization"]).toBe(`Basic ${Buffer.from("rzp_live_a:s").toString("base64")}`);
  });

  it.each([
    ["a page instead of JSON", 200, "<h1>Welcome</h1>"],
    ["a success of another shape", 200, { status: "ok" }],
    ["half an amount", 200, { ...order, amount: 100.5 }],
    ["another currency", 200, { ...order, currency: "USD" }],
    ["a redirect", 302, ""],
    ["a refusal without an envelope", 400, "<h1>Bad Request</h1>"],
    ["a conflict", 409, no("BAD_REQUEST_ERROR", "Another request is in progress")],
    ["a broken gateway", 502, no("GATEWAY_ERROR", "The bank is down")],
    ["a broken server", 500, no("SERVER_ERROR", "Try later")],
  ])("leaves the outcome unknown when it is %s", async (_what, status, body) => {
    answer(status, body);
    expect(await gateway.createOrder(newOrder)).toMatchObject(err({ kind: "outcome_unknown" }));
  });

  it.each([400, 401, 403, 422])("is a refusal when it is a %i with an error object", async (status) => {
    answer(status, no("BAD_REQUEST_ERROR", "Your account is not active"));
    expect(await gateway.createOrder(newOrder)).toEqual(
      err({ kind: "refused", code: "BAD_REQUEST_ERROR", description: "Your account is not active" }),
    );
  });

  it.each([
    ["7", 7_000],
    ["86400", 60_000],
    ["soon", 1_000],
    ["-1", 1_000],
  ])("demands after a 429 with Retry-After %s a wait of %i ms", async (text, retryAfterMs) => {
    answer(429, "", { "retry-after": text });
    expect(await gateway.createOrder(newOrder)).toEqual(err({ kind: "throttled", retryAfterMs }));
  });
});

it("a refund sends its key in the provider's idempotency header", async () => {
  answer(200, { id: "rfnd_1", payment_id: "pay_1", amount: 100, status: "processed" });
  await gateway.refund({ paymentId: "pay_1", amountPaise: paise(100), key: "refund-key-1", notes: {} });
  expect(asked[0]?.path).toBe("/proxy/v1/payments/pay_1/refund");
  expect(asked[0]?.headers["x-refund-idempotency"]).toBe("refund-key-1");
});

it("an id is escaped within its part of the URL", async () => {
  answer(400, no("BAD_REQUEST_ERROR", "The id provided does not exist"));
  expect(await gateway.findPayment("../orders?x=1#y")).toEqual(err({ kind: "not_found" }));
  expect(asked[0]?.path).toBe("/proxy/v1/payments/..%2Forders%3Fx%3D1%23y");
});

it("a payment without an email is accepted", async () => {
  answer(200, { id: "pay_1", amount: 100, currency: "INR", status: "captured", email: "", created_at: 1_700_000_000 });
  expect(await gateway.findPayment("pay_1")).toMatchObject(
    ok({ email: null, contact: null, orderId: null, refundedPaise: 0, createdAt: 1_700_000_000_000 }),
  );
});
