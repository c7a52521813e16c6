import { afterAll, beforeAll, expect, it } from "vitest";
import { cheapHasher, startTestProduct, type TestProduct, type TestSession } from "../testing/product.ts";
import { demoUsers } from "./sandbox/seed.ts";

/** Longer than anything takes that works. */
const HANGS = { timeout: 120_000 };

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
  await expect.poll(() => subscription(here), HANGS).toMatchObject({ status: "active", days_remaining: 30 });
});

it("[B2.25] shows the demo account a purchase with an invoice that can be opened", async () => {
  const [demo] = demoUsers;
  const here = await product.signIn(demo);
  const { purchases } = (await product.send("GET", "/billing/history", { as: here })).json();
  expect(purchases).toMatchObject([{ plan: "ANNUALLY", amount: 49_999, status: "paid", max_capital: 500_000 }]);
  const pdf = await product.send("GET", `/billing/invoices/${purchases[0].documents[0].id}/pdf`, { as: here });
  expect(pdf.rawPayload.subarray(0, 5).toString()).toBe("%PDF-");
});

it("reminds on the right days when the sandbox's clock leaps over them, a Sunday among them", async () => {
  const { id, email } = await product.makeUser();
  await product.query(
    "INSERT INTO subscription_periods (id, user_id, plan, band_paise, starts_at, ends_at) VALUES (gen_random_uuid(), $1, 'MONTHLY', 5000000, '2026-10-26T08:40+05:30', '2026-11-25T08:40+05:30')",
    [id],
  );
  const leap = await product.send("POST", "/sandbox/clock", { body: { now: "2026-11-22T12:00:00+05:30" } });
  expect(leap.statusCode).toBe(200);
  const reminders = async () => {
    const mails: { subject: string }[] = (await product.send("GET", `/sandbox/mail?to=${email}`)).json();
    return mails.map(({ subject }) => subject).sort();
  };
  await expect
    .poll(reminders, HANGS)
    .toEqual(["Your Vriddhi subscription ends in 3 days", "Your Vriddhi subscription ends in 7 days"]);
});
