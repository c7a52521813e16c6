import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type BillingFixture, type Person, startBillingFixture } from "../../testing/billing-fixture.ts";

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
});
afterAll(() => desk.close());

/** Refunds like an operator on the provider's site: only webhooks report it. */
async function refundAtProvider(paymentId: string, amount?: number): Promise<void> {
  desk.razorpay.webhooks.setManner("withhold");
  const reply = await fetch(`${desk.razorpay.baseUrl}/v1/payments/${paymentId}/refund`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Basic ${Buffer.from(KEYS).toString("base64")}` },
    body: JSON.stringify({ speed: "optimum", ...(amount === undefined ? {} : { amount }) }),
  });
  expect(reply.status).toBe(200);
  await desk.razorpay.webhooks.release();
}

const refundMails = () => desk.mails.filter(({ subject }) => /refund/.test(subject));
const notes = () =>
  desk.query<{ number: string; refund_id: string }>(
    "SELECT number, refund_id FROM invoices WHERE kind = 'credit_note' ORDER BY serial",
  );
const emailOf = async ({ id }: Person) =>
  (await desk.query<{ email: string }>("SELECT email FROM users WHERE id = $1", [id]))[0]?.email;

describe("a refund made on the provider's own site", () => {
  it("a full refund on the provider's site is mailed once with the plan's end and the credit note", async () => {
    const { razorpay_payment_id: paymentId } = await desk.buy(asha);
    await refundAtProvider(paymentId);
    expect((await desk.call("GET", "/algorithm/subscription", asha)).body.status).not.toBe("active");
    const [note] = await notes();
    const [mail, ...others] = refundMails();
    expect(others).toEqual([]);
    expect(mail?.to.address).toBe(await emailOf(asha));
    expect(mail?.subject).toBe("Your monthly plan (up to ₹50,000) is cancelled and refunded");
    expect(mail?.attachment).toEqual({ kind: "credit_note", refundId: note?.refund_id });
    for (const words of ["₹999.00", "was cancelled", `Credit note: ${note?.number}`, "Subscription"])
      expect(mail?.text).toContain(words);
  });

  it("a refund in two parts is mailed twice, and only the last part ends the plan", async () => {
    const { razorpay_payment_id: paymentId } = await desk.buy(asha);
    await refundAtProvider(paymentId, 40_000);
    expect(refundMails().map(({ subject }) => subject)).toEqual(["A refund from Vriddhi is on its way to you"]);
    expect(refundMails()[0]?.text).toContain("₹400.00");
    expect(refundMails()[0]?.text).not.toMatch(/cancelled/);
    expect((await desk.call("GET", "/algorithm/subscription", asha)).body.status).toBe("active");
    await refundAtProvider(paymentId, 59_900);
    expect(refundMails().map(({ subject }) => subject)).toEqual([
      "A refund from Vriddhi is on its way to you",
      "Your monthly plan (up to ₹50,000) is cancelled and refunded",
    ]);
    expect(await notes()).toHaveLength(2);
  });

  it("a refund of a guest's e-book is mailed to the payment's address, without a name and a dashboard", async () => {
    const paid = await desk.pay((await desk.orderEbook()).body.id, "success", GUEST);
    await desk.verify(null, paid);
    await refundAtProvider(paid.razorpay_payment_id);
    const [mail] = refundMails();
    expect(mail?.to).toEqual({ name: "", address: GUEST });
    expect(mail?.text).not.toContain("/algorithm/dashboard");
    expect(mail?.attachment).toMatchObject({ kind: "credit_note" });
  });

  it("a refund on the provider's site is not mailed to a deleted account", async () => {
    const { razorpay_payment_id: paymentId } = await desk.buy(asha);
    await desk.query("UPDATE users SET deleted_at = now() WHERE id = $1", [asha.id]);
    await refundAtProvider(paymentId);
    expect(await notes()).toHaveLength(1);
    expect(refundMails()).toEqual([]);
  });
});
