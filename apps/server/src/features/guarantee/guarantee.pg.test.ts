import { paise } from "@vriddhi/core/shared/money";
import { DAY_MS, HOUR_MS, later } from "@vriddhi/core/time/clock";
import { istDateOf } from "@vriddhi/core/time/ist";
import { VIRTUAL_START } from "@vriddhi/testing/virtual-clock";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type BillingFixture, type Person, startBillingFixture } from "../../testing/billing-fixture.ts";

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

const inDays = (days: number) => later(VIRTUAL_START, days * DAY_MS);
const guaranteesOf = async (person: Person) => (await desk.call("GET", "/billing/guarantees", person)).body.guarantees;
const historyOf = async (person: Person) => (await desk.call("GET", "/billing/history", person)).body.purchases;
const refundsAtProvider = async (paymentId: string) => {
  const headers = { authorization: `Basic ${btoa("rzp_test_DeskDeskDeskDe:desk-secret")}` };
  const reply = await fetch(`${desk.razorpay.baseUrl}/v1/payments/${paymentId}/refunds`, { headers });
  return ((await reply.json()) as { items: { amount: number }[] }).items.map(({ amount }) => amount);
};
const refundMails = () => desk.mails.filter(({ subject }) => subject.includes("refunded"));

describe("the guarantee at a period's end", () => {
  it("[A1.4] the guarantee refunds the whole fee after a gross loss, with a credit note and the evidence", async () => {
    const { razorpay_payment_id: paymentId } = await desk.buy(asha, "MONTHLY", 2);
    desk.gross.set(asha.id, paise(-12_345));
    await desk.moveTo(later(inDays(30), -1));
    expect(await guaranteesOf(asha)).toEqual([]);
    await desk.moveTo(inDays(30));
    await desk.billing.runPaymentUpkeep();

    expect(await guaranteesOf(asha)).toEqual([
      {
        id: expect.any(String),
        plan: "MONTHLY",
        period_start: new Date(VIRTUAL_START).toISOString(),
        period_end: new Date(inDays(30)).toISOString(),
        gross_result: -123.45,
        fee: 2_499,
        outcome: "refund",
        refund_status: "sent",
        judged_at: new Date(inDays(30)).toISOString(),
        evidence: [
          {
            from: new Date(VIRTUAL_START).toISOString(),
            to: new Date(inDays(30)).toISOString(),
            gross_result: -123.45,
          },
        ],
      },
    ]);
    expect(await refundsAtProvider(paymentId)).toEqual([249_900]);
    const [purchase] = await historyOf(asha);
    expect(purchase).toMatchObject({ status: "refunded", refunded: 2_499 });
    expect(
      purchase.documents.map(({ kind, number, amount }: Record<string, unknown>) => [kind, number, amount]),
    ).toEqual([
      ["invoice", "INV/26-27/000001", 2_499],
      ["credit_note", "CRN/26-27/000001", 2_499],
    ]);
    expect(refundMails()).toHaveLength(1);
  });

  it.each([
    ["kept", 0],
    ["kept", 500],
    ["no_result", null],
  ] as const)("[A1.4] the guarantee is %s with a result of %s", async (outcome, gross) => {
    await desk.buy(asha);
    desk.gross.set(asha.id, gross === null ? null : paise(gross));
    await desk.moveTo(inDays(31));
    await desk.billing.runPaymentUpkeep();
    expect(await guaranteesOf(asha)).toMatchObject([{ outcome, refund_status: null }]);
    expect(await desk.query("SELECT 1 FROM refunds")).toEqual([]);
    expect(refundMails()).toEqual([]);
  });

  it("[A1.4] the guarantee decides again, once, a purchase without a result when its fills become known", async () => {
    const { razorpay_payment_id: paymentId } = await desk.buy(asha);
    await desk.moveTo(inDays(31));
    expect(await guaranteesOf(asha)).toMatchObject([{ outcome: "no_result" }]);
    const day = istDateOf(inDays(3));
    await desk.query("SELECT make_order_partitions($1)", [day]);
    await desk.query("INSERT INTO trading_account VALUES ($1, $2, 'fyers', 'x', now())", [`g-${asha.id}`, asha.id]);
    await desk.query(
      `INSERT INTO ledger (trading_day, account_id, at, kind, tag, key, fact)
       SELECT $1, $2, now(), 'fill', 'TAG', 'fill:TAG:' || side, jsonb_build_object('kind', 'fill', 'tag', 'TAG' || side,
         'positionId', 'TAGbuy', 'isin', 'I', 'leg', 'entry', 'side', side, 'fillId', side, 'quantity', 10, 'price', price)
       FROM (VALUES ('buy', 80000), ('sell', 79000)) AS traded(side, price)`,
      [day, `g-${asha.id}`],
    );
    expect(await desk.grossOfFills(asha.id, VIRTUAL_START, inDays(30))).toBe(-10_000);
    expect(await desk.grossOfFills(asha.id, inDays(10), inDays(30))).toBeNull();
    desk.gross.set(asha.id, paise(-10_000));
    await Promise.all(Array.from({ length: 5 }, () => desk.billing.runDueBilling(inDays(32))));
    await desk.billing.runPaymentUpkeep();
    expect(await guaranteesOf(asha)).toMatchObject([{ outcome: "refund", gross_result: -100, refund_status: "sent" }]);
    expect(await refundsAtProvider(paymentId)).toEqual([99_900]);
    expect(refundMails()).toHaveLength(1);
  });

  it("[A1.4] the guarantee refunds once, also with repeated and parallel requests", async () => {
    const { razorpay_payment_id: paymentId } = await desk.buy(asha);
    desk.gross.set(asha.id, paise(-1));
    desk.market.set(inDays(30));
    await Promise.all(Array.from({ length: 20 }, () => desk.billing.runDueBilling(inDays(30))));
    await Promise.all(Array.from({ length: 20 }, () => desk.billing.runPaymentUpkeep()));
    await desk.billing.runDueBilling(inDays(31));
    await desk.billing.runPaymentUpkeep();
    expect(await refundsAtProvider(paymentId)).toEqual([99_900]);
    expect(await desk.query("SELECT state FROM refunds")).toEqual([{ state: "sent" }]);
    expect(await desk.query("SELECT number FROM invoices WHERE kind = 'credit_note'")).toEqual([
      { number: "CRN/26-27/000001" },
    ]);
    expect(refundMails()).toHaveLength(1);
  });

  it.each(["timeout", "http500", "drop-before-accept", "drop-after-accept", "throttle"] as const)(
    "refunds once when the provider's answer is lost: %s",
    async (kind) => {
      const { razorpay_payment_id: paymentId } = await desk.buy(asha);
      desk.gross.set(asha.id, paise(-1));
      await desk.moveTo(inDays(30));
      desk.faults.set("razorpay", kind);
      await desk.billing.runPaymentUpkeep();
      await desk.billing.runPaymentUpkeep();
      expect(await refundsAtProvider(paymentId)).toEqual([99_900]);
      expect(await guaranteesOf(asha)).toMatchObject([{ refund_status: "sent" }]);
    },
  );

  it("[A1.4] the guarantee becomes a manual task when the payment is older than six months", async () => {
    const { razorpay_payment_id: paymentId } = await desk.buy(asha, "ANNUALLY", 1);
    desk.gross.set(asha.id, paise(-500_000));
    await desk.moveTo(inDays(365));
    await desk.billing.runPaymentUpkeep();
    expect(await guaranteesOf(asha)).toMatchObject([{ outcome: "payout", refund_status: "payout", fee: 9_999 }]);
    expect(await refundsAtProvider(paymentId)).toEqual([]);
    const [payout] = await desk.billing.refunds.listPayouts();
    expect(payout).toMatchObject({ amount: 999_900, reason: "guarantee", paymentId });
    expect(desk.mails.filter(({ subject }) => subject.startsWith("Payout needed"))).toHaveLength(1);

    expect(await desk.billing.refunds.settlePayout(payout?.id ?? "", "NEFT 42")).toEqual({
      ok: true,
      value: undefined,
    });
    expect(await desk.billing.refunds.settlePayout(payout?.id ?? "", "NEFT 43")).toMatchObject({ ok: false });
    expect(await guaranteesOf(asha)).toMatchObject([{ refund_status: "paid_out" }]);
    expect(await historyOf(asha)).toMatchObject([{ status: "refunded" }]);
  });

  it("[A1.4] the guarantee becomes a manual task when the provider refuses", async () => {
    await desk.buy(asha);
    desk.gross.set(asha.id, paise(-1));
    await desk.moveTo(inDays(30));
    desk.faults.set("razorpay", "reject");
    await desk.billing.runPaymentUpkeep();
    expect(await guaranteesOf(asha)).toMatchObject([{ outcome: "refund", refund_status: "payout" }]);
  });

  it("[A1.4] the guarantee decides a period replaced by a larger plan at the end of its last day, over both parts", async () => {
    await desk.buy(asha, "MONTHLY", 1);
    desk.market.set(inDays(10));
    await desk.buy(asha, "MONTHLY", 2);
    desk.gross.set(asha.id, paise(-50));
    await desk.moveTo(inDays(40));
    expect(await guaranteesOf(asha)).toMatchObject([{ fee: 2_499, gross_result: -0.5 }]);
    await desk.moveTo(inDays(60));
    expect(await guaranteesOf(asha)).toMatchObject([
      { fee: 999, gross_result: -1, evidence: [{ gross_result: -0.5 }, { gross_result: -0.5 }] },
      { fee: 2_499 },
    ]);
  });

  it("[A1.4] the guarantee sums three parts of a period that was interrupted twice, and decides after the last one", async () => {
    await desk.buy(asha, "MONTHLY", 1);
    desk.market.set(inDays(5));
    await desk.buy(asha, "MONTHLY", 2);
    desk.gross.set(asha.id, paise(-40));
    await desk.moveTo(inDays(40));
    await desk.buy(asha, "QUARTERLY", 4);
    await desk.moveTo(inDays(150));
    const judged = await guaranteesOf(asha);
    expect(judged.map(({ fee, evidence }: { fee: number; evidence: unknown[] }) => [fee, evidence.length])).toEqual([
      [999, 3],
      [27_999, 1],
      [2_499, 1],
    ]);
    expect(judged[0]).toMatchObject({
      gross_result: -1.2,
      outcome: "refund",
      judged_at: new Date(inDays(150)).toISOString(),
      evidence: [
        { from: new Date(VIRTUAL_START).toISOString(), to: new Date(inDays(5)).toISOString() },
        { from: new Date(inDays(35)).toISOString(), to: new Date(inDays(40)).toISOString() },
        { from: new Date(inDays(130)).toISOString(), to: new Date(inDays(150)).toISOString() },
      ],
    });
  });

  it("[A1.4] the guarantee's mail lists all parts of an interrupted period", async () => {
    await desk.buy(asha, "MONTHLY", 1);
    desk.market.set(inDays(10));
    await desk.buy(asha, "MONTHLY", 2);
    desk.gross.set(asha.id, paise(-50));
    await desk.moveTo(inDays(60));
    expect(refundMails().map(({ text }) => [...text.matchAll(/^Period: (.*)$/gm)].map(([, span]) => span))).toEqual([
      ["26 Nov 2026 – 26 Dec 2026"],
      ["16 Nov 2026 – 26 Nov 2026", "26 Dec 2026 – 15 Jan 2027"],
    ]);
  });

  it("the guarantee does not cover the free trial, and other users cannot see it", async () => {
    await desk.call("POST", `/free-trial/${asha.id}`, asha);
    desk.gross.set(asha.id, paise(-1));
    await desk.moveTo(inDays(8));
    expect(await guaranteesOf(asha)).toEqual([]);
    const kabir = await desk.makePerson();
    await desk.buy(kabir);
    await desk.moveTo(inDays(60));
    expect(await guaranteesOf(kabir)).toHaveLength(1);
    expect(await guaranteesOf(asha)).toEqual([]);
  });
});

describe("a refund made on the provider's site", () => {
  const refundByHand = async (paymentId: string, amount: number) => {
    const authorization = `Basic ${btoa("rzp_test_DeskDeskDeskDe:desk-secret")}`;
    await fetch(`${desk.razorpay.baseUrl}/v1/payments/${paymentId}/refund`, {
      method: "POST",
      headers: { authorization, "content-type": "application/json" },
      body: JSON.stringify({ amount }),
    });
    await desk.razorpay.webhooks.release();
    await desk.razorpay.webhooks.idle();
  };

  it("a complete refund on the provider's site ends the plan, once, with a credit note", async () => {
    const { razorpay_payment_id: paymentId } = await desk.buy(asha);
    desk.market.advance(3 * DAY_MS + HOUR_MS);
    await refundByHand(paymentId, 99_900);
    expect((await desk.call("GET", "/algorithm/subscription", asha)).body).toMatchObject({ status: "expired" });
    expect(await historyOf(asha)).toMatchObject([{ status: "refunded", documents: [{}, { kind: "credit_note" }] }]);

    desk.gross.set(asha.id, paise(-1));
    await desk.moveTo(inDays(30));
    await desk.billing.runPaymentUpkeep();
    expect(await refundsAtProvider(paymentId)).toEqual([99_900]);
    // The only mail is about the manual refund: the guarantee owes nothing more.
    expect(refundMails().map(({ subject }) => subject)).toEqual([
      "Your monthly plan (up to ₹50,000) is cancelled and refunded",
    ]);
    expect(await guaranteesOf(asha)).toEqual([]);
  });

  it("a partial refund on the provider's site keeps the plan, and the guarantee owes the rest", async () => {
    const { razorpay_payment_id: paymentId } = await desk.buy(asha);
    await refundByHand(paymentId, 40_000);
    expect(await historyOf(asha)).toMatchObject([{ status: "partly_refunded", refunded: 400 }]);
    desk.gross.set(asha.id, paise(-1));
    await desk.moveTo(inDays(30));
    await desk.billing.runPaymentUpkeep();
    expect((await refundsAtProvider(paymentId)).toSorted()).toEqual([40_000, 59_900].toSorted());
  });
});
