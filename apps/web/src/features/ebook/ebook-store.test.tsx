import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { provideApiServer } from "../../testing/api-server.ts";
import { anOrder, aProof, CHECKOUT_URL, DEAD_CHECKOUT_URL, providePaymentSheet } from "../../testing/payment-sheet.ts";
import { preparePageTests, renderSite } from "../../testing/render-site.tsx";
import { EbookStore } from "./ebook-store.tsx";

preparePageTests();
const server = provideApiServer();
const sheet = providePaymentSheet();
const KEY = "GET /payment/guest/razorpay-key";
const ORDER = "POST /payment/guest/create-order";
const VERIFY = "POST /payment/guest/verify";
const DOWNLOAD = "/ebook/download?token=abc";
const paid = { status: "paid", message: "", download_url: DOWNLOAD, expires_at: "2026-11-17T03:30:00.000Z" };
const pending = { status: "pending", message: "", download_url: null, expires_at: null };

const Page = () => (
  <EbookStore
    cover={<p>cover</p>}
    offer={(buy) => (
      <>
        <h1>Offer</h1>
        {buy}
      </>
    )}
  />
);
const open = () => renderSite({ at: "/products", pages: { "/products": Page } });
const press = () => fireEvent.click(screen.getByRole("button", { name: "Buy Now" }));
async function openSheet() {
  open();
  press();
  await waitFor(() => expect(sheet.opened()).toHaveLength(1));
  return sheet.last();
}
const downloadLink = () => screen.findByRole("link", { name: "Download the e-book" });

beforeEach(() => {
  server.answer(KEY, { body: { key_id: "rzp_test_1", checkout_url: CHECKOUT_URL } });
  server.answer(ORDER, { body: anOrder({ amount: 7_900 }) });
  server.answer(VERIFY, { body: paid });
});

describe("buying the e-book", () => {
  it("[A2.50, A4.8, A7.14, A7.15, A7.16, A7.20] asks for the key, orders, pays, verifies and shows the download", async () => {
    const { options, pay } = await openSheet();
    expect(server.calls().map(({ route }) => route)).toEqual([KEY, ORDER]);
    expect(server.calls(ORDER)[0]?.body).toEqual({ amount: 79, currency: "INR", plan_name: "EBOOK", max_capital: 0 });
    expect(options).toMatchObject({ key: "rzp_test_1", amount: 7_900 });
    act(pay);
    expect((await downloadLink()).getAttribute("href")).toBe(DOWNLOAD);
    expect(server.calls(VERIFY)[0]?.body).toEqual(aProof);
    expect(screen.queryByText("Offer")).toBeNull();
  });

  it("[A2.50] shows the download again after a reload, with a fresh link", async () => {
    const { pay } = await openSheet();
    act(pay);
    await downloadLink();
    document.body.innerHTML = "";
    server.answer(VERIFY, { body: { ...paid, download_url: "/ebook/download?token=fresh" } });
    open();
    expect((await downloadLink()).getAttribute("href")).toBe("/ebook/download?token=fresh");
    fireEvent.click(screen.getByRole("button", { name: "Forget this purchase on this device" }));
    await screen.findByText("Offer");
    expect(localStorage.length).toBe(0);
  });

  it("[A4.8] says Processing... and ignores a second press; a dismissed sheet leaves no message", async () => {
    server.answer(KEY, { body: { key_id: "rzp_test_1", checkout_url: CHECKOUT_URL }, delayMs: 200 });
    open();
    press();
    fireEvent.click(await screen.findByRole("button", { name: "Processing..." }));
    await waitFor(() => expect(sheet.opened()).toHaveLength(1));
    expect(server.calls(ORDER)).toHaveLength(1);
    act(sheet.last().dismiss);
    await screen.findByRole("button", { name: "Buy Now" });
    expect(document.querySelector("[role=alert]")?.textContent).toBe("");
  });

  it.each([
    ["Failed to fetch payment configuration", KEY, { status: 500, body: {} }],
    ["Failed to load payment gateway", KEY, { body: { key_id: "k", checkout_url: DEAD_CHECKOUT_URL } }],
    ["Failed to create order", ORDER, { status: 503, body: {} }],
  ])("[A8.10] says “%s” and can be tried again", async (text, route, answer) => {
    server.answer(route, answer);
    open();
    press();
    await screen.findByText(text);
    expect(screen.getByRole("button", { name: "Buy Now" })).toBeDefined();
    expect(sheet.opened()).toHaveLength(0);
  });

  it("[A8.10] says that a payment failed; a second try in the same sheet still counts", async () => {
    const { fail, pay, dismiss } = await openSheet();
    act(fail);
    await screen.findByText("Payment failed. Please try again.");
    act(dismiss);
    expect(screen.getByText("Payment failed. Please try again.")).toBeDefined();
    act(pay);
    await downloadLink();
  });

  it("[A8.10] says when the server rejects the payment, and forgets it", async () => {
    server.answer(VERIFY, { status: 400, body: { detail: "Payment verification failed", code: "payment_unproved" } });
    const { pay } = await openSheet();
    act(pay);
    await screen.findByText("Payment verification failed. Please contact support.");
    expect(localStorage.length).toBe(0);
  });

  it.each([
    ["the line breaks", { isCutOff: true }],
    ["it was too slow", { status: 408, body: { detail: "Too slow.", code: "request_timeout" } }],
    ["too much was asked", { status: 429, body: { detail: "Too many.", code: "too_many_requests" } }],
  ])("keeps the purchase when %s, and resumes from there", async (_, answer) => {
    server.answer(VERIFY, answer);
    const { pay } = await openSheet();
    act(pay);
    fireEvent.click(await screen.findByRole("button", { name: "Try again" }));
    server.answer(VERIFY, { body: paid });
    fireEvent.click(await screen.findByRole("button", { name: "Try again" }));
    await downloadLink();
  });

  it("waits for a payment that is only authorised, and opens when it is captured", async () => {
    server.answer(VERIFY, { body: pending });
    const { pay } = await openSheet();
    act(pay);
    await screen.findByText("Payment received, being confirmed");
    server.answer(VERIFY, { body: paid });
    await waitFor(() => expect(screen.queryByText("Download the e-book")).not.toBeNull());
  });

  it.each(["not json", "7", '{"razorpay_payment_id":1}'])("ignores a storage that holds %s", async (stored) => {
    localStorage.setItem("ebook_purchase", stored);
    open();
    await screen.findByText("Offer");
    expect(server.calls(VERIFY)).toHaveLength(0);
  });
});
