import { type Paise, paise, rupees } from "@vriddhi/core/shared/money";
import { DAY_MS, epochMs, later, MINUTE_MS } from "@vriddhi/core/time/clock";
import { VIRTUAL_START } from "@vriddhi/testing/virtual-clock";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { formatLongDay, formatPeriod } from "../../platform/mail/mail-format.ts";
import { type BillingFixture, type Person, startBillingFixture } from "../../testing/billing-fixture.ts";

const IN_PART = "A refund from Vriddhi is on its way to you";
const WHOLE = "Your monthly plan (up to ₹50,000) is cancelled and refunded";

let desk: BillingFixture;
let asha: Person;
let paymentId: string;

beforeAll(async () => {
  desk = await startBillingFixture();
});
beforeEach(async () => {
  await desk.reset();
  asha = await desk.makePerson();
  paymentId = (await desk.buy(asha)).razorpay_payment_id;
});
afterAll(() => desk.close());

const refund = (amount: Paise) => {
  desk.clock.advance(MINUTE_MS);
  return desk.refundAtDesk(asha, paymentId, amount);
};
const refundMails = () => desk.mails.filter(({ subject }) => /refund/.test(subject));
const subjects = () => refundMails().map(({ subject }) => subject);
const notes = () =>
  desk.query<{ number: string; refund_id: string }>(
    "SELECT number, refund_id FROM invoices WHERE kind = 'credit_note' ORDER BY serial",
  );
const stateOf = async () =>
  (await desk.query<{ state: string }>("SELECT state FROM refunds")).map(({ state }) => state);

describe("a refund by an admin", () => {
  it("an admin's refund is mailed once, with its credit note, when the webhooks come after the provider's answer", async () => {
    expect(await refund(rupees(999))).toBe(true);
    expect(subjects()).toEqual([]);
    await desk.billing.runPaymentUpkeep();
    const [note] = await notes();
    const [mail, ...others] = refundMails();
    expect(others).toEqual([]);
    expect(mail?.to.address).toBe(`${asha.id}@example.com`);
    expect(mail?.subject).toBe(WHOLE);
    expect(mail?.attachment).toEqual({ kind: "credit_note", refundId: note?.refund_id });
    for (const words of [
      "Your monthly plan (up to ₹50,000) was cancelled and ₹999.00 refunded. You have no other plan.",
      "Cancelled: Monthly, to ₹50,000",
      `Credit note: ${note?.number}`,
      "seven working days",
    ])
      expect(mail?.text).toContain(words);
    await desk.razorpay.webhooks.release();
    await desk.billing.runPaymentUpkeep();
    expect(subjects()).toEqual([WHOLE]);
    expect(await notes()).toHaveLength(1);
  });

  it("an admin's refund is mailed once when the webhooks come first, as after a lost answer", async () => {
    await refund(rupees(999));
    desk.faults.set("razorpay", "drop-after-accept");
    await desk.billing.runPaymentUpkeep();
    expect(await stateOf()).toEqual(["due"]);
    await desk.razorpay.webhooks.release();
    expect(subjects()).toEqual([WHOLE]);
    await desk.billing.runPaymentUpkeep();
    expect(subjects()).toEqual([WHOLE]);
    expect(await notes()).toHaveLength(1);
  });

  it("a partial refund mentions no end; the part that completes it does, also when both are sent together", async () => {
    await refund(rupees(400));
    await refund(rupees(599));
    await desk.billing.runPaymentUpkeep();
    await desk.razorpay.webhooks.release();
    expect(subjects()).toEqual([IN_PART, WHOLE]);
    const [part, rest] = refundMails().map(({ text }) => text);
    expect(part).toContain(
      "We have refunded ₹400.00 of the ₹999.00 that you paid for your monthly plan (up to ₹50,000).",
    );
    expect(part).not.toMatch(/cancelled|ended/i);
    expect(rest).toContain("was cancelled and ₹599.00, the remaining amount of your payment, refunded.");
    expect(await notes()).toHaveLength(2);
  });

  it("the mail of one plan's refund names it and what continues until when, like the subscription", async () => {
    await desk.buy(asha, "MONTHLY", 4);
    await desk.buy(asha, "QUARTERLY", 1);
    const low = (await desk.buy(asha, "MONTHLY", 2)).razorpay_payment_id;
    desk.clock.advance(MINUTE_MS);
    await desk.refundAtDesk(asha, low, rupees(2_499));
    await desk.billing.runPaymentUpkeep();
    const [mail] = refundMails();
    expect(mail?.subject).toBe("Your monthly plan (up to ₹1,00,000) is cancelled and refunded");
    const { end_date, status } = (await desk.call("GET", "/algorithm/subscription", asha)).body;
    expect(status).toBe("active");
    const inDays = (days: number) => later(VIRTUAL_START, days * DAY_MS);
    for (const words of [
      `₹2,499.00 refunded. Your other plans continue until ${formatLongDay(epochMs(Date.parse(end_date)))}.`,
      `Continues: Monthly, to ₹10,00,000, ${formatPeriod(inDays(0), inDays(30))}`,
      `Continues: Monthly, to ₹50,000, ${formatPeriod(inDays(30), inDays(60))}`,
      `Continues: Quarterly, to ₹50,000, ${formatPeriod(inDays(60), inDays(150))}`,
    ])
      expect(mail?.text).toContain(words);
    expect(`${mail?.subject} ${mail?.text}`).not.toMatch(/ended/i);
  });

  it("the mail of a partial refund says that the plan continues", async () => {
    await refund(rupees(400));
    await desk.billing.runPaymentUpkeep();
    const end = later(VIRTUAL_START, 30 * DAY_MS);
    expect(refundMails()[0]?.text).toContain(`in total you are covered until ${formatLongDay(end)}`);
  });

  it("an admin's refund is not mailed to a deleted account", async () => {
    await refund(rupees(999));
    await desk.query("UPDATE users SET deleted_at = now() WHERE id = $1", [asha.id]);
    await desk.billing.runPaymentUpkeep();
    expect(await notes()).toHaveLength(1);
    expect(subjects()).toEqual([]);
  });
});

describe("a guarantee refund", () => {
  it("a guarantee refund has its own mail and no second one", async () => {
    desk.gross.set(asha.id, paise(-100));
    await desk.moveTo(later(VIRTUAL_START, 30 * DAY_MS));
    await desk.billing.runPaymentUpkeep();
    await desk.razorpay.webhooks.release();
    expect(await notes()).toHaveLength(1);
    expect(subjects()).toEqual(["Your Vriddhi fee is refunded"]);
  });
});
