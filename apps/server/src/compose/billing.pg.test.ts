import { afterAll, beforeAll, expect, it } from "vitest";
import { cheapHasher, startTestProduct, type TestProduct, type TestSession } from "../testing/product.ts";
import { demoUsers } from "./sandbox/seed.ts";

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

it("[A7.12] [A7.13] the product sells a plan with a seeded coupon, shows it in the profile at once and mails the invoice", async () => {
  const buyer = await product.makeUser();
  const here = await product.signIn(buyer);
  const coupon = await product.send("POST", "/coupon/validate", { body: { code: "welcome10" } });
  expect(coupon.json()).toEqual({ discount: 0.9 });
  const { id } = await order(here, 899, { coupon_code: "WELCOME10" });
  const verified = await product.send("POST", "/payment/verify", { as: here, body: await pay(id) });
  expect(verified.json()).toMatchObject({ status: "active" });
  expect((await product.send("GET", "/auth/profile", { as: here })).json().plan).toBe("MONTHLY");
  const carried = async () => {
    const mails: { subject: string; attachments: object[] }[] = (
      await product.send("GET", `/sandbox/mail?to=${buyer.email}`)
    ).json();
    return mails.find(({ subject }) => subject.includes("subscription"))?.attachments;
  };
  await expect
    .poll(carried, HANGS)
    .toEqual([{ name: expect.stringMatching(/^INV-.*\.pdf$/), type: "application/pdf", bytes: expect.any(Number) }]);
});

it("the payment provider's webhook completes a purchase whose browser was closed", async () => {
  const here = await product.signIn(await product.makeUser());
  await pay((await order(here, 999)).id);
  await expect.poll(() => subscription(here), HANGS).toMatchObject({ status: "active", days_remaining: 30 });
});

it("[B2.25] the demo account has a purchase with an invoice that can be opened", async () => {
  const [demo] = demoUsers;
  const here = await product.signIn(demo);
  const { purchases } = (await product.send("GET", "/billing/history", { as: here })).json();
  expect(purchases).toMatchObject([{ plan: "ANNUALLY", amount: 49_999, status: "paid", max_capital: 500_000 }]);
  const pdf = await product.send("GET", `/billing/invoices/${purchases[0].documents[0].id}/pdf`, { as: here });
  expect(pdf.rawPayload.subarray(0, 5).toString()).toBe("%PDF-");
});

const runs = (userId: string, plan: string, from: string, to: string) =>
  product.query(
    "INSERT INTO subscription_periods (id, user_id, plan, band_paise, starts_at, ends_at) VALUES (gen_random_uuid(), $1, $2, 5000000, $3, $4)",
    [userId, plan, from, to],
  );
const endsOn25th = (userId: string) => runs(userId, "MONTHLY", "2026-10-26T08:40+05:30", "2026-11-25T08:40+05:30");
const subjectsTo = async (email: string) => {
  const mails: { subject: string }[] = (await product.send("GET", `/sandbox/mail?to=${email}`)).json();
  return mails.map(({ subject }) => subject).sort();
};
const alertsOf = async (as: TestSession): Promise<string[]> => {
  const { notices } = (await product.send("GET", "/notifications", { as })).json();
  return notices
    .filter(({ kind }: { kind: string }) => kind === "subscription")
    .map(({ title }: { title: string }) => title);
};

it("sends renewal reminders on their days and chosen channels when the sandbox's clock jumps over them and a Sunday", async () => {
  const { id, email } = await product.makeUser();
  const quiet = await product.makeUser();
  const here = await product.signIn(quiet);
  const body = (await product.send("POST", "/sandbox/push/devices")).json();
  expect((await product.send("POST", "/notifications/push", { as: here, body })).statusCode).toBe(200);
  const switches = [
    { kind: "subscription", channel: "mail", is_on: false },
    { kind: "subscription", channel: "push", is_on: true },
  ];
  const saved = await product.send("PUT", "/notifications/preferences", { as: here, body: { switches } });
  expect(saved.statusCode).toBe(200);
  for (const userId of [id, quiet.id]) await endsOn25th(userId);
  const leap = await product.send("POST", "/sandbox/clock", { body: { now: "2026-11-22T12:00:00+05:30" } });
  expect(leap.statusCode).toBe(200);
  const reminders = ["Your Vriddhi subscription ends in 3 days", "Your Vriddhi subscription ends in 7 days"];
  await expect.poll(() => subjectsTo(email), HANGS).toEqual(reminders);
  expect((await subjectsTo(quiet.email)).filter((subject) => /ends in/.test(subject))).toEqual([]);
  expect(await alertsOf(here)).toEqual(["Your subscription ends in 3 days", "Your subscription ends in 7 days"]);
  const queued = await product.query("SELECT 1 FROM notification_deliveries WHERE user_id = $1 AND channel = 'push'", [
    quiet.id,
  ]);
  expect(queued).toHaveLength(2);
});

it("[B2.25] a purchase is listed among the alerts, and its mail cannot be switched off", async () => {
  const buyer = await product.makeUser();
  const here = await product.signIn(buyer);
  const switches = [{ kind: "subscription", channel: "mail", is_on: false }];
  await product.send("PUT", "/notifications/preferences", { as: here, body: { switches } });
  await product.send("POST", "/payment/verify", { as: here, body: await pay((await order(here, 999)).id) });
  expect(await alertsOf(here)).toEqual(["Thank you, your subscription is active"]);
  await expect.poll(() => subjectsTo(buyer.email), HANGS).toContain("Your Vriddhi subscription is active");
});

it("sends a plan's and a trial's reminders on their days when the sandbox's clock jumps over more than a week", async () => {
  const [monthly, trial] = [await product.makeUser(), await product.makeUser()];
  await runs(monthly.id, "MONTHLY", "2026-11-03T08:40+05:30", "2026-12-03T08:40+05:30");
  await runs(trial.id, "FREE_TRIAL", "2026-11-22T09:00+05:30", "2026-11-29T09:00+05:30");
  const leap = await product.send("POST", "/sandbox/clock", { body: { now: "2026-12-05T12:00:00+05:30" } });
  expect(leap.statusCode).toBe(200);
  const nearAndPast = [
    "Your Vriddhi subscription ends in 3 days",
    "Your Vriddhi subscription ends tomorrow",
    "Your Vriddhi subscription has ended",
  ].sort();
  await expect.poll(() => subjectsTo(trial.email), HANGS).toEqual(nearAndPast);
  const all = [...nearAndPast, "Your Vriddhi subscription ends in 7 days"].sort();
  await expect.poll(() => subjectsTo(monthly.email), HANGS).toEqual(all);
});

it("mails the credit note of a refund made in the payment provider's own dashboard", async () => {
  const buyer = await product.makeUser();
  const here = await product.signIn(buyer);
  const { razorpay_payment_id: paymentId, ...proof } = (await pay((await order(here, 999)).id)) as Record<
    string,
    string
  >;
  await product.send("POST", "/payment/verify", { as: here, body: { ...proof, razorpay_payment_id: paymentId } });
  const { keyId, keySecret } = (await product.send("GET", "/sandbox/accounts")).json().razorpay;
  const authorization = `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString("base64")}`;
  const headers = { "content-type": "application/json", authorization };
  const refunded = await fetch(`${razorpayUrl}/v1/payments/${paymentId}/refund`, {
    method: "POST",
    headers,
    body: JSON.stringify({ speed: "optimum" }),
  });
  expect(refunded.status).toBe(200);
  const carried = async () => {
    const mails: { subject: string; attachments: object[] }[] = (
      await product.send("GET", `/sandbox/mail?to=${buyer.email}`)
    ).json();
    return mails.find(({ subject }) => subject.includes("refunded"))?.attachments;
  };
  await expect
    .poll(carried, HANGS)
    .toEqual([{ name: expect.stringMatching(/^CRN-.*\.pdf$/), type: "application/pdf", bytes: expect.any(Number) }]);
  expect(await alertsOf(here)).toContain("Your monthly plan (up to ₹50,000) is cancelled and refunded");
});
