import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { cheapHasher, startTestProduct, type TestProduct, type TestSession } from "../testing/product.ts";
import { demoUsers } from "./sandbox/seed.ts";

let product: TestProduct;
let razorpayUrl: string;
beforeAll(async () => {
  product = await startTestProduct({ overrides: { hasher: cheapHasher } });
  razorpayUrl = (await product.send("GET", "/sandbox/accounts")).json().razorpay.baseUrl;
});
afterAll(() => product.close());

async function pay(orderId: string): Promise<object> {
  const body = JSON.stringify({ order_id: orderId, outcome: "success", email: "asha@example.com" });
  const headers = { "content-type": "application/json" };
  return (await (await fetch(`${razorpayUrl}/control/payments`, { method: "POST", headers, body })).json()) as object;
}
const order = async (as: TestSession, amount: number, extra = {}) =>
  (
    await product.send("POST", "/payment/create-order", {
      as,
      body: { amount, currency: "INR", plan_name: "MONTHLY", max_capital: 50_000, ...extra },
    })
  ).json();
const subscription = async (as: TestSession) => (await product.send("GET", "/algorithm/subscription", { as })).json();

it("[A7.12] [A7.13] the whole product sells a plan with a seeded coupon, and the profile knows it at once", async () => {
  const here = await product.signIn(await product.makeUser());
  const coupon = await product.send("POST", "/coupon/validate", { body: { code: "welcome10" } });
  expect(coupon.json()).toEqual({ discount: 0.9 });
  const { id } = await order(here, 899, { coupon_code: "WELCOME10" });
  const verified = await product.send("POST", "/payment/verify", { as: here, body: await pay(id) });
  expect(verified.json()).toMatchObject({ status: "active" });
  expect((await product.send("GET", "/auth/profile", { as: here })).json().plan).toBe("MONTHLY");
});

it("hears from the provider's webhook, though the browser was closed", async () => {
  const here = await product.signIn(await product.makeUser());
  await pay((await order(here, 999)).id);
  for (let tries = 0; tries < 100 && !(await subscription(here)).is_active; tries += 1) await sleep(50);
  expect(await subscription(here)).toMatchObject({ status: "active", days_remaining: 30 });
});

it("[B2.25] shows the demo account a purchase with an invoice that can be opened", async () => {
  const [demo] = demoUsers;
  const here = await product.signIn(demo);
  const { purchases } = (await product.send("GET", "/billing/history", { as: here })).json();
  expect(purchases).toMatchObject([{ plan: "ANNUALLY", amount: 49_999, status: "paid", max_capital: 500_000 }]);
  const pdf = await product.send("GET", `/billing/invoices/${purchases[0].documents[0].id}/pdf`, { as: here });
  expect(pdf.rawPayload.subarray(0, 5).toString()).toBe("%PDF-");
});
