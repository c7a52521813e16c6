import { MINUTE_MS } from "@vriddhi/core/time/clock";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type BillingFixture, type Person, startBillingFixture } from "../../testing/billing-fixture.ts";

const SUBJECT = "Your second payment to Vriddhi is being returned";
const KEYS = "rzp_test_DeskDeskDeskDe:desk-secret";
const GUEST = "guest@example.com";

let desk: BillingFixture;
let asha: Person;

beforeAll(async () => {
  desk = await startBillingFixture();
});
beforeEach(async () => {
  await desk.reset();
  asha = await desk.makePerson();
  desk.razorpay.webhooks.setManner("withhold");
});
afterAll(() => desk.close());

const eventsOf = (name: string) => desk.razorpay.webhooks.list().filter(({ event }) => event === name);

/** Pays twice: the first payment fails, the second succeeds; `takeLate` lets the bank authorise the first. */
async function payTwice(orderId: string, email = "buyer@example.com") {
  await desk.razorpay.pay({ orderId, outcome: "failure", email });
  const failed: { id: string } = JSON.parse(eventsOf("payment.failed")[0]?.body ?? "{}").payload.payment.entity;
  const proof = await desk.pay(orderId, "success", email);
  return { lateId: failed.id, proof, takeLate: () => take(failed.id) };
}

const post = (path: string, body: object, authorization = "") =>
  fetch(`${desk.razorpay.baseUrl}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization },
    body: JSON.stringify(body),
  });

async function take(paymentId: string): Promise<void> {
  const settled = await post(`/control/payments/${paymentId}/settle`, { outcome: "success" });
  const { amount, currency } = (await settled.json()) as { amount: number; currency: string };
  const authorization = `Basic ${Buffer.from(KEYS).toString("base64")}`;
  const captured = await post(`/v1/payments/${paymentId}/capture`, { amount, currency }, authorization);
  expect(captured.status).toBe(200);
}

async function upkeep(): Promise<void> {
  desk.clock.advance(5 * MINUTE_MS);
  await desk.billing.runPaymentUpkeep();
}

const surplusMails = () => desk.mails.filter(({ subject }) => subject === SUBJECT);
const refunds = () => desk.query("SELECT reason, state, payment_id FROM refunds");
const creditNotes = () => desk.query("SELECT number FROM invoices WHERE kind = 'credit_note'");
const orderPlan = async (): Promise<string> => (await desk.order(asha)).body.id;

describe("a duplicate payment", () => {
  it("a duplicate payment is mailed once with its refund, however often the provider reports it", async () => {
    const { proof, takeLate, lateId } = await payTwice(await orderPlan());
    await desk.verify(asha, proof);
    await takeLate();
    await desk.razorpay.webhooks.release();
    for (const { id } of eventsOf("payment.captured")) await desk.razorpay.webhooks.replay(id);
    const [mail, ...others] = surplusMails();
    expect(others).toEqual([]);
    expect(mail?.to.address).toBe(`${asha.id}@example.com`);
    for (const words of ["your monthly plan", "₹999.00, is returned in full", "seven working days", lateId])
      expect(mail?.text).toContain(words);
    expect(mail).not.toHaveProperty("attachment");
  });

  it("a duplicate payment is mailed once when the reconciliation finds both", async () => {
    const { takeLate } = await payTwice(await orderPlan());
    await takeLate();
    await upkeep();
    await upkeep();
    expect(surplusMails()).toHaveLength(1);
    expect(await refunds()).toMatchObject([{ reason: "surplus" }]);
  });

  it("a duplicate payment has no credit note: it was never invoiced, and the sale is valid", async () => {
    const { proof, takeLate, lateId } = await payTwice(await orderPlan());
    await desk.verify(asha, proof);
    await takeLate();
    await desk.razorpay.webhooks.release();
    await upkeep();
    expect(await refunds()).toMatchObject([{ reason: "surplus", state: "sent", payment_id: lateId }]);
    await desk.razorpay.webhooks.release();
    expect(await creditNotes()).toEqual([]);
    expect(desk.mails.filter(({ subject }) => /refund/i.test(subject))).toEqual([]);
    expect((await desk.call("GET", "/algorithm/subscription", asha)).body.status).toBe("active");
  });

  it("a duplicate payment for the e-book is mailed to the payment's address, without a dashboard", async () => {
    const { proof, takeLate } = await payTwice((await desk.orderEbook()).body.id, GUEST);
    await desk.verify(null, proof);
    await takeLate();
    await desk.razorpay.webhooks.release();
    const [mail] = surplusMails();
    expect(mail?.to).toEqual({ name: "", address: GUEST });
    expect(mail?.text).toContain("the e-book");
    expect(mail?.text).not.toContain("/algorithm/dashboard");
  });

  it("a duplicate payment is not mailed to a deleted account", async () => {
    const { proof, takeLate } = await payTwice(await orderPlan());
    await desk.verify(asha, proof);
    await desk.query("UPDATE users SET deleted_at = now() WHERE id = $1", [asha.id]);
    await takeLate();
    await desk.razorpay.webhooks.release();
    expect(await refunds()).toMatchObject([{ reason: "surplus", state: "due" }]);
    expect(surplusMails()).toEqual([]);
  });
});
