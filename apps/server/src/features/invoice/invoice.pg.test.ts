import { paise } from "@vriddhi/core/shared/money";
import { DAY_MS, epochMs, later } from "@vriddhi/core/time/clock";
import { VIRTUAL_START } from "@vriddhi/testing/virtual-clock";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type BillingFixture, type Person, startBillingFixture } from "../../testing/billing-fixture.ts";
import { pagesOfPdf, textOfPdf } from "../../testing/pdf-text.ts";

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

const numbers = async () =>
  (await desk.query<{ number: string }>("SELECT number FROM invoices ORDER BY issued_at, serial")).map(
    ({ number }) => number,
  );
const documentsOf = async (person: Person) =>
  (await desk.call("GET", "/billing/history", person)).body.purchases.flatMap(
    ({ documents }: { documents: unknown[] }) => documents,
  );

describe("invoice numbers", () => {
  it("invoice numbers restart with India's fiscal year, at midnight in India", async () => {
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

  it("invoice numbers have no gap where settling a payment failed", async () => {
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
  it("[B2.25] the billing history lists purchases with amounts in rupees, their periods and their invoices", async () => {
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
          moved_from: null,
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

  it("[B2.25] the billing history shows a payment that waits for its capture as pending", async () => {
    desk.razorpay.webhooks.setManner("withhold");
    await desk.verify(asha, await desk.pay((await desk.order(asha)).body.id, "authorised"));
    const { body } = await desk.call("GET", "/billing/history", asha);
    expect(body.purchases).toMatchObject([{ status: "pending", payment_id: null, documents: [] }]);
  });
});

const pdfOf = async (person: Person, kind = "invoice") => {
  const found = (await documentsOf(person)).find((document: { kind: string }) => document.kind === kind);
  return textOfPdf((await desk.call("GET", `/billing/invoices/${found.id}/pdf`, person)).body);
};
const save = (person: Person, body: object) => desk.call("PUT", "/billing/details", person, body);
const MEERA = { name: "Meera Nair", address: "12, MG Road\nPune 411001", state: "27", gstin: "27AAPFU0939F1ZV" };

describe("GET /billing/invoices/{invoiceId}/pdf", () => {
  it("an invoice is a PDF with everything that the law requires, for its owner only", async () => {
    await desk.query("INSERT INTO coupons VALUES ('HALF', 5000)");
    desk.razorpay.webhooks.setManner("withhold");
    await desk.verify(asha, await desk.pay((await desk.order(asha, "MONTHLY", 4, "HALF", 4_999)).body.id));
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
      "GSTIN 29AAKCV4821M1ZP",
      "Meera Nair",
      "Karnataka (29)",
      "Tax payable on reverse charge",
      "SAC",
      "997331",
      "Taxable value",
      "Subscription, Monthly",
      "Trading capital up to INR 10,00,000",
      "Service period 16 Nov 2026 to 16 Dec 2026",
      "Coupon HALF: price before it INR 9,999.00",
      "8,473.72", // the price without tax
      "4,236.44", // what is taxed
      "CGST 9%",
      "SGST 9%",
      "381.28",
      "INR 4,999.00",
      "Rupees Four Thousand Nine Hundred Ninety Nine Only",
      "Authorised signatory",
    ])
      expect(text).toContain(part);
    expect(pagesOfPdf(reply.rawPayload)).toBe(1);
    expect((await desk.call("GET", path, await desk.makePerson())).status).toBe(404);
    expect((await desk.call("GET", path, null)).status).toBe(401);
  });

  it("an invoice shows a name in any script on one page, and the deletion after the retention", async () => {
    await desk.query("UPDATE users SET name = 'मीरा नायर' WHERE id = $1", [asha.id]);
    await desk.buy(asha);
    expect(await pdfOf(asha)).toContain(asha.id.slice(0, 8));
    const [row] = await desk.query<{ buyer_name: string }>("SELECT buyer_name FROM invoices");
    expect(row?.buyer_name).toBe("मीरा नायर");
    await desk.query("UPDATE invoices SET buyer_name = NULL, buyer_email = NULL");
    expect(await pdfOf(asha)).toContain("Name deleted");
  });

  it("later details, or a seller who moves, do not change an invoice", async () => {
    await desk.buy(asha);
    await save(asha, MEERA);
    const text = await pdfOf(asha);
    expect(text).toContain("CGST 9%");
    expect(text).not.toContain("27AAPFU0939F1ZV");
  });
});

describe("a buyer's details", () => {
  it("a buyer's details are null, then the saved ones, and private", async () => {
    expect((await desk.call("GET", "/billing/details", asha)).body).toEqual({ details: null });
    const saved = await save(asha, { ...MEERA, name: "  Meera   Nair ", gstin: "27aapfu 0939f1zv" });
    expect(saved).toEqual({ status: 200, body: { details: MEERA } });
    expect((await desk.call("GET", "/billing/details", asha)).body).toEqual({ details: MEERA });
    expect((await desk.call("GET", "/billing/details", await desk.makePerson())).body).toEqual({ details: null });
    expect((await desk.call("GET", "/billing/details", null)).status).toBe(401);
  });

  it.each([
    [{ gstin: "27AAPFU0939F1ZW" }, "This is not a GST number."],
    [{ state: "29" }, "The GST number belongs to another state."],
    [{ name: " " }, "Please enter the name"],
    [{ address: "\n \n" }, "Please enter an address."],
  ])("refuses invalid buyer's details with the reason and changes nothing: %j", async (changes, sentence) => {
    await save(asha, MEERA);
    const refused = await save(asha, { ...MEERA, ...changes });
    expect([refused.status, refused.body.code]).toEqual([400, "details_refused"]);
    expect(refused.body.detail).toContain(sentence);
    expect((await desk.call("GET", "/billing/details", asha)).body).toEqual({ details: MEERA });
  });

  it("a buyer's details decide between CGST with SGST and IGST, on the credit note as on the invoice", async () => {
    await save(asha, MEERA);
    const proof = await desk.buy(asha, "MONTHLY", 1);
    const text = await pdfOf(asha);
    for (const part of ["Maharashtra (27)", "12, MG Road", "GSTIN 27AAPFU0939F1ZV", "IGST 18%", "152.39", "846.61"])
      expect(text).toContain(part);
    expect(text).not.toMatch(/CGST|SGST/);
    // The buyer moves before the refund: the credit note still follows its invoice.
    await save(asha, { ...MEERA, state: "29", gstin: null });
    desk.gross.set(asha.id, paise(-1));
    await desk.moveTo(later(VIRTUAL_START, 40 * DAY_MS));
    await desk.billing.runPaymentUpkeep();
    expect(proof.razorpay_payment_id).toMatch(/^pay_/);
    const note = await pdfOf(asha, "credit_note");
    for (const part of [
      "CREDIT NOTE",
      "CRN/26-27/000001",
      "INV/26-27/000001 of 16 Nov 2026",
      "IGST 18%",
      "Maharashtra",
    ])
      expect(note).toContain(part);
    expect(await desk.query("SELECT igst_paise::int AS igst, cgst_paise::int AS cgst FROM invoices")).toEqual([
      { igst: 152_39, cgst: 0 },
      { igst: 152_39, cgst: 0 },
    ]);
  });
});
