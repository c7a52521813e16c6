import { DAY_MS } from "@vriddhi/core/time/clock";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type BillingFixture, startBillingFixture } from "../../testing/billing-fixture.ts";
import { pagesOfPdf, textOfPdf } from "../../testing/pdf-text.ts";

let desk: BillingFixture;

beforeAll(async () => {
  desk = await startBillingFixture();
});
beforeEach(() => desk.reset());
afterAll(() => desk.close());

const EMAIL = "reader@example.com";
const bookOrder = { amount: 79, currency: "INR", plan_name: "EBOOK", max_capital: 0 };
const download = (path: string) => desk.app.inject({ url: path });

async function buyBook() {
  desk.razorpay.webhooks.setManner("withhold");
  const proof = await desk.pay((await desk.orderEbook()).body.id, "success", EMAIL);
  return { proof, reply: await desk.verify(null, proof) };
}

describe("buying the e-book as a guest", () => {
  it("[A7.14] [A7.20] the e-book payment returns the widget's key and script", async () => {
    expect((await desk.call("GET", "/payment/guest/razorpay-key", null)).body).toEqual({
      key_id: "rzp_test_DeskDeskDeskDe",
      checkout_url: desk.razorpay.checkoutUrl,
    });
  });

  it("[A7.15] [A9.4] an e-book order costs 79 rupees and no other amount", async () => {
    expect((await desk.orderEbook()).body).toMatchObject({ amount: 7_900, currency: "INR" });
    for (const amount of [1, 78, 80, 7_900]) {
      const refused = await desk.call("POST", "/payment/guest/create-order", null, { ...bookOrder, amount });
      expect([refused.status, refused.body.code]).toEqual([400, "amount_wrong"]);
    }
    for (const odd of [{ max_capital: 50_000 }, { plan_name: "MONTHLY" }, { currency: "USD" }, { extra: 1 }])
      expect((await desk.call("POST", "/payment/guest/create-order", null, { ...bookOrder, ...odd })).status).toBe(400);
  });

  it("[A7.16] [A2.50] a paid e-book returns a link that downloads the book, again after a reload", async () => {
    const { proof, reply } = await buyBook();
    expect(reply).toMatchObject({ status: 200, body: { status: "paid", expires_at: expect.any(String) } });
    const again = await desk.verify(null, proof);
    for (const { body } of [reply, again]) {
      const file = await download(body.download_url);
      expect(file.headers["content-type"]).toBe("application/pdf");
      expect(pagesOfPdf(file.rawPayload)).toBeGreaterThanOrEqual(20);
      expect(textOfPdf(file.rawPayload)).toContain("Contents");
    }
    expect(await desk.query("SELECT count(*)::int AS n FROM invoices")).toEqual([{ n: 1 }]);
  });

  it("[A7.16] mails the e-book and the invoice to the payment's address, once", async () => {
    const { proof } = await buyBook();
    await desk.razorpay.webhooks.release();
    await desk.verify(null, proof);
    expect(desk.mails.map(({ to, subject }) => [to.address, subject])).toEqual([[EMAIL, "Your Vriddhi e-book"]]);
    const [book = ""] = /\/ebook\/\S+/.exec(desk.mails[0]?.text ?? "") ?? [];
    expect((await download(book)).statusCode).toBe(200);
    expect(desk.mails[0]?.attachment).toEqual({ kind: "invoice", orderId: expect.any(String) });
  });

  it("sends no e-book mail without a payer address", async () => {
    desk.razorpay.webhooks.setManner("withhold");
    const proof = await desk.pay((await desk.orderEbook()).body.id, "success", "void@razorpay.com");
    expect((await desk.verify(null, proof)).body.status).toBe("paid");
    expect(desk.mails).toEqual([]);
  });

  it("[A7.16] an e-book payment that is not captured or not proved returns no link", async () => {
    desk.razorpay.webhooks.setManner("withhold");
    const proof = await desk.pay((await desk.orderEbook()).body.id, "authorised");
    expect((await desk.verify(null, proof)).body).toMatchObject({ status: "pending", download_url: null });
    const forged = { ...proof, razorpay_signature: "0".repeat(64) };
    expect((await desk.verify(null, forged)).body.code).toBe("payment_unproved");
    const plan = await desk.pay((await desk.order(await desk.makePerson())).body.id);
    expect((await desk.verify(null, plan)).body.code).toBe("order_unknown");
  });
});

describe("the download address of the e-book", () => {
  it("a download address expires after seven days, and a reload of the page returns a new one", async () => {
    const { proof, reply } = await buyBook();
    desk.clock.advance(7 * DAY_MS - 1_000);
    expect((await download(reply.body.download_url)).statusCode).toBe(200);
    desk.clock.advance(2_000);
    const expired = await download(reply.body.download_url);
    expect([expired.statusCode, expired.json().code]).toEqual([410, "link_expired"]);
    expect((await download((await desk.verify(null, proof)).body.download_url)).statusCode).toBe(200);
  });

  it("a download address cannot be changed, prolonged, or used for another purpose", async () => {
    const { reply } = await buyBook();
    const token = new URL(reply.body.download_url, "http://x").searchParams.get("token") ?? "";
    const [order, expires, seal] = token.split(".");
    const changed = [
      `${order}.${Number(expires) + 1}.${seal}`,
      `${crypto.randomUUID()}.${expires}.${seal}`,
      `${order}.${expires}.${seal?.slice(0, -1)}`,
      `${token}.x`,
      "x",
      `${order}.${expires}.`,
    ];
    for (const wrong of changed)
      expect((await download(`/ebook/download?token=${encodeURIComponent(wrong)}`)).json().code).toBe("link_wrong");
    expect((await download(`/ebook/invoice?token=${token}`)).json().code).toBe("link_wrong");
    expect((await download("/ebook/download")).statusCode).toBe(400);
  });
});
