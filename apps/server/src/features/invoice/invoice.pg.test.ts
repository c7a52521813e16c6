import { epochMs } from "@vriddhi/core/time/clock";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type BillingDesk, type Person, startBillingDesk } from "../../testing/billing-desk.ts";
import { textOfPdf } from "../../testing/pdf-text.ts";

let desk: BillingDesk;
let asha: Person;

beforeAll(async () => {
  desk = await startBillingDesk();
});
beforeEach(async () => {
  await desk.reset();
  asha = await desk.makePerson();
});
afterAll(() => desk.close());

const numbers = async () =>
  (await desk.query<{ number: string }>("SELECT number FROM invoices ORDER BY issued_at, serial")).map(
    ({ number }) => number,
  );
const documentsOf = async (person: Person) =>
  (await desk.call("GET", "/billing/history", person)).body.purchases.flatMap(
    ({ documents }: { documents: unknown[] }) => documents,
  );

describe("invoice numbers", () => {
  it("begin again with India's fiscal year, at midnight in India", async () => {
    const instants = [
      "2027-03-31T23:59:59.998+05:30",
      "2027-03-31T23:59:59.999+05:30",
      "2027-04-01T00:00:00+05:30",
      "2028-02-29T12:00:00+05:30",
    ];
    for (const text of instants) {
      desk.market.set(epochMs(Date.parse(text)));
      await desk.buy(await desk.makePerson());
    }
    expect(await numbers()).toEqual(["INV/26-27/000001", "INV/26-27/000002", "INV/27-28/000001", "INV/27-28/000002"]);
  });

  it("have no gap where a payment could not be settled", async () => {
    await desk.buy(asha);
    desk.razorpay.webhooks.setManner("withhold");
    const kabir = await desk.makePerson();
    const proof = await desk.pay((await desk.order(kabir)).body.id);
    await desk.query("UPDATE payment_orders SET plan = 'NONE' WHERE user_id = $1", [kabir.id]);
    expect((await desk.verify(kabir, proof)).status).toBe(500);
    await desk.query("UPDATE payment_orders SET plan = 'MONTHLY' WHERE user_id = $1", [kabir.id]);
    await desk.buy(await desk.makePerson());
    expect((await desk.verify(kabir, proof)).status).toBe(200);
    expect(await numbers()).toEqual(["INV/26-27/000001", "INV/26-27/000002", "INV/26-27/000003"]);
  });
});

describe("GET /billing/history", () => {
  it("[B2.25] lists purchases with amounts in rupees, their periods and their invoices", async () => {
    await desk.query("INSERT INTO coupons VALUES ('HALF', 5000)");
    desk.razorpay.webhooks.setManner("withhold");
    await desk.order(asha, "ANNUALLY", 3);
    const proof = await desk.pay((await desk.order(asha, "MONTHLY", 5, "half", 9_999)).body.id);
    await desk.verify(asha, proof);
    const { body } = await desk.call("GET", "/billing/history", asha);
    expect(body).toEqual({
      reminders: true,
      purchases: [
        {
          id: expect.any(String),
          plan: "MONTHLY",
          max_capital: 10_000_000,
          amount: 9_999,
          coupon_code: "HALF",
          status: "paid",
          payment_id: proof.razorpay_payment_id,
          ordered_at: expect.any(String),
          paid_at: expect.any(String),
          period_start: "2026-11-16T03:10:00.000Z",
          period_end: "2026-12-16T03:10:00.000Z",
          parts: [{ from: "2026-11-16T03:10:00.000Z", to: "2026-12-16T03:10:00.000Z", state: "running" }],
          refunded: 0,
          documents: [
            {
              id: expect.any(String),
              number: "INV/26-27/000001",
              kind: "invoice",
              amount: 9_999,
              issued_at: "2026-11-16T03:10:00.000Z",
            },
          ],
        },
      ],
    });
  });

  it("[B2.25] shows a payment that waits for its capture as pending", async () => {
    desk.razorpay.webhooks.setManner("withhold");
    await desk.verify(asha, await desk.pay((await desk.order(asha)).body.id, "authorised"));
    const { body } = await desk.call("GET", "/billing/history", asha);
    expect(body.purchases).toMatchObject([{ status: "pending", payment_id: null, documents: [] }]);
  });
});

describe("GET /billing/invoices/{invoiceId}/pdf", () => {
  it("is a PDF with number, parties, tax and total, for its owner alone", async () => {
    await desk.buy(asha);
    const [invoice] = await documentsOf(asha);
    const path = `/billing/invoices/${invoice.id}/pdf`;
    const reply = await desk.app.inject({ url: path, headers: { authorization: `Bearer ${asha.token}` } });
    expect(reply.headers).toMatchObject({
      "content-type": "application/pdf",
      "content-disposition": 'attachment; filename="INV-26-27-000001.pdf"',
    });
    const text = textOfPdf(reply.rawPayload);
    for (const part of [
      "TAX INVOICE",
      "INV/26-27/000001",
      "16 November 2026",
      "Meera Nair",
      "INR 846.62",
      "INR 76.19",
      "INR 999.00",
    ])
      expect(text).toContain(part);
    expect((await desk.call("GET", path, await desk.makePerson())).status).toBe(404);
    expect((await desk.call("GET", path, null)).status).toBe(401);
  });

  it("leaves out a name that the standard fonts cannot write, and one that was erased", async () => {
    await desk.query("UPDATE users SET name = 'मीरा नायर' WHERE id = $1", [asha.id]);
    await desk.buy(asha);
    const [invoice] = await documentsOf(asha);
    const read = async () => textOfPdf((await desk.call("GET", `/billing/invoices/${invoice.id}/pdf`, asha)).body);
    expect((await read()).replaceAll("\n", "")).toContain(`${asha.id}@example.com`);
    await desk.query("UPDATE invoices SET buyer_name = NULL, buyer_email = NULL");
    expect(await read()).toContain("Name removed");
  });
});
