import { createHmac } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { createSeededRandom } from "@vriddhi/core/shared/random";
import { DAY_MS, SECOND_MS } from "@vriddhi/core/time/clock";
import { createVirtualClock, type VirtualClock } from "@vriddhi/testing/virtual-clock";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createFaults, type FaultKind, type Faults } from "../faults/faults.ts";
import { type RazorpaySimulator, startRazorpay } from "./start-razorpay.ts";

const KEYS = { keyId: "rzp_test_Webhooks000001", keySecret: "webhooks-key-secret" };
const WEBHOOK_SECRET = "webhooks-secret";
const auth = { authorization: `Basic ${Buffer.from(`${KEYS.keyId}:${KEYS.keySecret}`).toString("base64")}` };

interface Received {
  readonly id: string;
  readonly event: string;
  readonly body: string;
  readonly signature: string;
}

let clock: VirtualClock;
let faults: Faults;
let razorpay: RazorpaySimulator;
let listener: Server;
let received: Received[];
/** The listener's answers in order; then 200. */
let answers: number[];
/** The simulator's waits end at once and advance the clock. */
let waits: number[];

beforeEach(async () => {
  clock = createVirtualClock();
  faults = createFaults();
  [received, answers, waits] = [[], [], []];
  listener = createServer(async (incoming, outgoing) => {
    const body = await text(incoming);
    const { headers } = incoming;
    received.push({
      id: String(headers["x-razorpay-event-id"]),
      event: (JSON.parse(body) as { event: string }).event,
      body,
      signature: String(headers["x-razorpay-signature"]),
    });
    outgoing.writeHead(answers.shift() ?? 200).end();
  });
  await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve));
  const webhookUrl = `http://127.0.0.1:${(listener.address() as AddressInfo).port}/hook`;
  razorpay = await startRazorpay({
    ...KEYS,
    webhookSecret: WEBHOOK_SECRET,
    webhookUrl: () => webhookUrl,
    clock,
    faults,
    random: createSeededRandom(4),
    wait: async (durationMs, signal) => {
      signal.throwIfAborted();
      waits.push(durationMs);
      clock.advance(durationMs);
    },
  });
});

afterEach(async () => {
  await razorpay.stop();
  await new Promise((resolve) => listener.close(resolve));
});

async function send(method: string, address: string, body?: object) {
  const response = await fetch(razorpay.baseUrl + address, {
    method,
    headers: { ...auth, "content-type": "application/json" },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

const makeOrder = async () =>
  String((await send("POST", "/v1/orders", { amount: 10_000, currency: "INR" })).body["id"]);

async function pay(outcome: "success" | "failure" | "authorised" = "success") {
  const answer = await razorpay.pay({ orderId: await makeOrder(), outcome });
  await razorpay.webhooks.idle();
  return answer;
}

const names = () => received.map(({ event }) => event);
const PAID = ["payment.authorized", "payment.captured", "order.paid"];

describe("a webhook", () => {
  it("is signed over its bytes and contains the payment's state at that time", async () => {
    await pay();

    expect(names()).toEqual(PAID);
    for (const { body, signature } of received)
      expect(signature).toBe(createHmac("sha256", WEBHOOK_SECRET).update(body).digest("hex"));
    const [authorized, , paid] = received.map(({ body }) => JSON.parse(body));
    expect(authorized).toMatchObject({
      entity: "event",
      account_id: expect.stringMatching(/^acc_\w{14}$/),
      contains: ["payment"],
      payload: { payment: { entity: { status: "authorized", captured: false } } },
    });
    expect(paid).toMatchObject({
      contains: ["payment", "order"],
      payload: { payment: { entity: { status: "captured" } }, order: { entity: { status: "paid" } } },
    });
  });

  it("is retried under the same id with growing pauses until it is accepted", async () => {
    answers = [500, 404, 302];
    await pay("failure");
    await vi.waitFor(() => expect(received).toHaveLength(4), { timeout: 60_000 });

    expect(new Set(received.map(({ id }) => id)).size).toBe(1);
    expect(new Set(received.map(({ signature }) => signature)).size).toBe(1);
    expect(waits).toEqual([SECOND_MS, 2 * SECOND_MS, 4 * SECOND_MS]);
    await vi.waitFor(() => expect(razorpay.webhooks.list()[0]?.deliveries).toEqual([500, 404, 302, 200]), {
      timeout: 60_000,
    });
  });

  it("is given up after a day", async () => {
    answers = Array.from({ length: 100 }, () => 500);
    await pay("failure");
    await vi.waitFor(() => expect(waits.reduce((sum, each) => sum + each, 0)).toBeGreaterThan(DAY_MS), {
      timeout: 60_000,
    });
    const tries = received.length;

    await new Promise((resolve) => setImmediate(resolve));
    expect(received).toHaveLength(tries);
    expect(tries).toBeGreaterThan(20);
  });

  it("is duplicated on request, under one id", async () => {
    razorpay.webhooks.setManner("duplicate");
    await pay();

    expect(names().toSorted()).toEqual([...PAID, ...PAID].toSorted());
    expect(new Set(received.map(({ id }) => id)).size).toBe(3);
  });

  it("is reversed on request", async () => {
    razorpay.webhooks.setManner("reverse");
    await pay();
    expect(names()).toEqual(PAID.toReversed());
  });

  it("is withheld on request until it is released, and can be replayed", async () => {
    razorpay.webhooks.setManner("withhold");
    await pay();
    expect(received).toEqual([]);

    await razorpay.webhooks.release("reverse");
    expect(names()).toEqual(PAID.toReversed());
    await razorpay.webhooks.replay(received[0]?.id ?? "");
    expect(received[3]).toEqual(received[0]);
    expect(await razorpay.webhooks.replay("evt_none")).toBe(false);
  });

  it("reports refunds: created, then processed", async () => {
    const answer = await pay();
    if ("error" in answer) throw new Error("not paid");
    await send("POST", `/v1/payments/${answer.razorpay_payment_id}/refund`, {});
    await vi.waitFor(() => expect(names().slice(3)).toEqual(["refund.created", "refund.processed"]), {
      timeout: 60_000,
    });
  });
});

describe("the control API of the Razorpay simulator", () => {
  it("pays, settles and steers webhooks over HTTP, for tests beside the product", async () => {
    const orderId = await makeOrder();
    await send("POST", "/control/webhooks", { manner: "withhold" });
    const failed = await send("POST", "/control/payments", { order_id: orderId, outcome: "failure" });
    const { metadata } = failed.body["error"] as { metadata: Record<string, string> };
    const settled = await send("POST", `/control/payments/${metadata["payment_id"]}/settle`, { outcome: "success" });
    const released = await send("POST", "/control/webhooks/all/release", {});

    expect(settled.body).toMatchObject({ status: "captured", order_id: orderId });
    expect(names()).toEqual(["payment.failed", ...PAID]);
    expect(released.body).toMatchObject({ manner: "withhold", events: { length: 4 } });
    expect((await send("GET", "/control/webhooks")).body).toEqual(released.body);
  });

  it("refuses unknown controls, and requests that a page of another origin could send", async () => {
    expect((await send("POST", "/control/webhooks", { manner: "loud" })).status).toBe(400);
    expect((await send("POST", "/control/payments", { order_id: "x" })).status).toBe(400);
    expect((await send("POST", "/control/nothing", {})).status).toBe(404);
    const form = await fetch(`${razorpay.baseUrl}/control/payments`, { method: "POST", body: "outcome=success" });
    expect(form.status).toBe(405);
  });
});

describe("the browser resources", () => {
  const get = (address: string) => fetch(razorpay.baseUrl + address);

  it("are the script, and a payment dialog that only the opening page may frame", async () => {
    const script = await fetch(razorpay.checkoutUrl);
    const sheet = await get("/v1/checkout/sheet?parent=http%3A%2F%2Flocalhost%3A3000");
    const stray = await get("/v1/checkout/sheet?parent=javascript%3Aalert(1)");

    expect(script.headers.get("content-type")).toContain("text/javascript");
    expect(await script.text()).toContain("window.Razorpay");
    expect(sheet.headers.get("content-security-policy")).toContain("frame-ancestors http://localhost:3000");
    expect(stray.headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
    expect(await sheet.text()).toContain("SIMULATED PAYMENT");
  });

  it("need no secret, and refuse a payment for another key", async () => {
    const orderId = await makeOrder();
    const order = await get(`/v1/checkout/order?key_id=${KEYS.keyId}&order_id=${orderId}`);
    const stranger = { key_id: "rzp_test_other", order_id: orderId, outcome: "success" };

    expect(await order.json()).toEqual({ amount: 10_000, currency: "INR", status: "created" });
    expect((await send("POST", "/v1/checkout/pay", stranger)).status).toBe(401);
    expect((await send("POST", "/v1/checkout/pay", { ...stranger, key_id: KEYS.keyId })).body).toMatchObject({
      razorpay_order_id: orderId,
    });
  });

  it("wait for a slow bank, which pays even if the caller has gone", async () => {
    const orderId = await makeOrder();
    const answer = await razorpay.pay({ orderId, outcome: "slow" });

    expect(waits).toContain(4 * SECOND_MS);
    expect(answer).toMatchObject({ razorpay_order_id: orderId, razorpay_signature: expect.any(String) });
  });
});

describe("a Razorpay with a fault", () => {
  const fetchWith = (kind: FaultKind) => {
    faults.set("razorpay", kind);
    return fetch(`${razorpay.baseUrl}/v1/orders`, {
      method: "POST",
      headers: auth,
      body: '{"amount":100,"currency":"INR"}',
      ...(kind === "timeout" ? { signal: AbortSignal.timeout(200) } : {}),
    });
  };
  const count = async () => (await send("GET", "/v1/orders")).body["count"];

  it("timeout, drop-before-accept: no answer and no order", async () => {
    await expect(fetchWith("timeout")).rejects.toMatchObject({ name: "TimeoutError" });
    await expect(fetchWith("drop-before-accept")).rejects.toThrow("fetch failed");
    expect(await count()).toBe(0);
  });

  it("drop-after-accept: no answer and an order", async () => {
    await expect(fetchWith("drop-after-accept")).rejects.toThrow("fetch failed");
    expect(await count()).toBe(1);
  });

  it.each([
    ["http500", 500, "SERVER_ERROR"],
    ["throttle", 429, "BAD_REQUEST_ERROR"],
    ["reject", 400, "BAD_REQUEST_ERROR"],
  ] as const)("%s: %i in the envelope and no order", async (kind, status, code) => {
    const response = await fetchWith(kind);
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ error: { code } });
    expect(await count()).toBe(0);
  });

  it("leaves the browser resources usable", async () => {
    faults.set("razorpay", "http500");
    expect((await fetch(razorpay.checkoutUrl)).status).toBe(200);
    expect(faults.list()).toHaveLength(1);
  });
});
