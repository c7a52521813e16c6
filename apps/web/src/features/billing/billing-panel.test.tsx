import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { QueryProvider } from "../../lib/query.tsx";
import { useSession } from "../../lib/session.tsx";
import { aSubscription, aUser } from "../../testing/account.fixture.ts";
import { provideApiServer } from "../../testing/api-server.ts";
import { markSignedIn, preparePageTests, renderSite } from "../../testing/render-site.tsx";
import { priceTexts } from "./billing.texts.ts";
import { BillingPanel } from "./billing-panel.tsx";
import type { Guarantee, Purchase } from "./billing-replies.ts";
import { PricePaid } from "./price-paid.tsx";

preparePageTests();
const server = provideApiServer();
const HISTORY = "GET /billing/history";
const DETAILS = "GET /billing/details";
const INVOICE = "9d6c1c9e-5d1e-4a0e-9d58-0d6c0a2f3b11";

const aPurchase = (changes: Partial<Purchase> = {}): Purchase => ({
  id: "1b8f3f0e-3c1b-4f0a-9d51-2f2f6f1f7a10",
  plan: "QUARTERLY",
  max_capital: 500_000,
  amount: 6_499,
  coupon_code: "HALF",
  status: "paid",
  payment_id: "pay_29QQoUBi66xm2f",
  ordered_at: "2026-11-16T03:10:00.000Z",
  paid_at: "2026-11-16T03:11:00.000Z",
  period_start: "2026-11-16T03:11:00.000Z",
  period_end: "2027-02-14T03:11:00.000Z",
  parts: [{ from: "2026-11-16T03:11:00.000Z", to: "2027-02-14T03:11:00.000Z", state: "running" }],
  moved_from: null,
  refunded: 0,
  documents: [
    { id: INVOICE, number: "V/2026-27/000001", kind: "invoice", amount: 6_499, issued_at: "2026-11-16T03:11:00.000Z" },
  ],
  ...changes,
});

const aGuarantee = (changes: Partial<Guarantee> = {}): Guarantee => ({
  id: "2b8f3f0e-3c1b-4f0a-9d51-2f2f6f1f7a10",
  plan: "MONTHLY",
  period_start: "2026-10-01T00:00:00.000Z",
  period_end: "2026-10-31T00:00:00.000Z",
  gross_result: -1_250.5,
  fee: 999,
  outcome: "refund",
  refund_status: "sent",
  judged_at: "2026-10-31T01:00:00.000Z",
  evidence: [{ from: "2026-10-01T00:00:00.000Z", to: "2026-10-31T00:00:00.000Z", gross_result: -1_250.5 }],
  ...changes,
});

function open(view: "manage" | "history") {
  const Page = () =>
    useSession().kind === "user" && (
      <QueryProvider>
        <BillingPanel view={view} endDate="2026-12-01T00:00:00.000Z" />
      </QueryProvider>
    );
  renderSite({ at: "/panel", pages: { "/panel": Page } });
}
const spoken = () => [...document.querySelectorAll("[role=status], [role=alert]")].map((region) => region.textContent);

beforeEach(() => {
  Element.prototype.scrollIntoView = () => undefined;
  markSignedIn();
  server.answer("GET /auth/profile", { body: aUser() });
  server.answer("GET /algorithm/subscription", { body: aSubscription() });
  server.answer(HISTORY, { body: { purchases: [aPurchase()], reminders: true } });
  server.answer("GET /billing/guarantees", { body: { guarantees: [] } });
  server.answer(DETAILS, { body: { details: null } });
});

describe("[B2.25] the price paid, in the summary of the subscription", () => {
  function openPrice(paymentId: string | null = null) {
    const Page = () =>
      useSession().kind === "user" && (
        <QueryProvider>
          <p>Paid:</p>
          <PricePaid paymentId={paymentId} />
        </QueryProvider>
      );
    renderSite({ at: "/price", pages: { "/price": Page } });
  }
  const past = { from: "2026-08-01T03:11:00.000Z", to: "2026-10-30T03:11:00.000Z", state: "past" as const };

  it("is the running period's price, with its coupon and refunds", async () => {
    const dearer = aPurchase({ id: INVOICE, amount: 9_999, parts: [past] });
    server.answer(HISTORY, { body: { purchases: [dearer, aPurchase({ refunded: 500 })], reminders: true } });
    openPrice();
    expect(await screen.findByText("₹6,499")).toBeDefined();
    expect(screen.getByText("with the coupon HALF, ₹500 refunded")).toBeDefined();
  });

  it("is the sum of all payments for the days shown, without past periods", async () => {
    const next = { from: "2027-02-14T03:11:00.000Z", to: "2027-05-15T03:11:00.000Z", state: "to_come" as const };
    const purchases = [
      aPurchase({ id: "c", amount: 4_999, parts: [next] }),
      aPurchase(),
      aPurchase({ id: "a", amount: 9_999, parts: [past] }),
    ];
    server.answer(HISTORY, { body: { purchases, reminders: true } });
    openPrice();
    expect(await screen.findByText("₹11,498")).toBeDefined();
    expect(screen.getByText("in 2 payments, with the coupon HALF")).toBeDefined();
  });

  it("is that of the last payment where nothing runs any more", async () => {
    const ended = aPurchase({ coupon_code: null, parts: [past] });
    server.answer(HISTORY, { body: { purchases: [ended], reminders: true } });
    openPrice(ended.payment_id);
    expect(await screen.findByText("₹6,499")).toBeDefined();
  });

  it("is nothing for a trial, but unknown when it could not be read", async () => {
    server.answer(HISTORY, { body: { purchases: [], reminders: true } });
    openPrice();
    expect(await screen.findByText(priceTexts.nothing)).toBeDefined();
    cleanup();
    server.answer(HISTORY, { status: 400, body: { detail: "", code: "odd" } });
    openPrice();
    expect(await screen.findByText(priceTexts.unknown)).toBeDefined();
  });
});

describe("[B2.25] the billing history", () => {
  it("shows each payment with its period, date, amount and invoice", async () => {
    open("history");
    const row = (await screen.findByRole("list", { name: "Billing History" })).querySelector("li");
    for (const text of [
      "Quarterly",
      "capital up to ₹5,00,000",
      "₹6,499",
      "16 Nov 2026, 8:41 AM IST",
      "HALF",
      "16 Nov 2026 – 14 Feb 2027",
    ])
      expect(row?.textContent).toContain(text);
    const link = screen.getByRole("link", { name: "Download Invoice V/2026-27/000001 as PDF" });
    expect(link.getAttribute("href")).toBe(`/billing/invoices/${INVOICE}/pdf`);
  });

  it("shows from which dates a purchase was moved", async () => {
    const moved_from = { from: "2026-11-10T03:11:00.000Z", to: "2027-02-08T03:11:00.000Z" };
    server.answer(HISTORY, { body: { purchases: [aPurchase({ moved_from })], reminders: true } });
    open("history");
    const row = (await screen.findByRole("list", { name: "Billing History" })).querySelector("li");
    expect(row?.textContent).toContain("Moved from10 Nov 2026 – 8 Feb 2027");
  });

  it("shows every part of a purchase that a higher band has interrupted, and which one runs", async () => {
    const parts: Purchase["parts"] = [
      { from: "2026-11-16T03:11:00.000Z", to: "2026-11-20T03:11:00.000Z", state: "past" },
      { from: "2026-12-20T03:11:00.000Z", to: "2027-03-16T03:11:00.000Z", state: "to_come" },
    ];
    server.answer(HISTORY, { body: { purchases: [aPurchase({ parts })], reminders: true } });
    open("history");
    const row = (await screen.findByRole("list", { name: "Billing History" })).querySelector("li");
    expect(row?.textContent).toContain("Runs in 2 parts");
    expect([...(row?.querySelectorAll("ul li") ?? [])].slice(0, 2).map((part) => part.textContent)).toEqual([
      "16 Nov 2026 – 20 Nov 2026Over",
      "20 Dec 2026 – 16 Mar 2027To come",
    ]);
    expect(row?.textContent).not.toContain("16 Nov 2026 – 16 Mar 2027");
  });

  it.each([
    [
      aPurchase({ status: "pending", parts: [], paid_at: null, period_start: null, period_end: null, documents: [] }),
      "Being confirmed",
    ],
    [aPurchase({ status: "refunded", refunded: 6_499 }), "Refunded"],
    [aPurchase({ status: "partly_refunded", refunded: 100 }), "Partly refunded"],
  ])("names the state of each payment: %#", async (purchase, word) => {
    server.answer(HISTORY, { body: { purchases: [purchase], reminders: true } });
    open("history");
    expect((await screen.findAllByText(word)).length).toBeGreaterThan(0);
  });

  it("says that there is nothing yet", async () => {
    server.answer(HISTORY, { body: { purchases: [], reminders: true } });
    open("history");
    await screen.findByText("No payments yet");
  });

  it("offers another try where it could not be read", async () => {
    server.answer(HISTORY, { status: 403, body: { detail: "No.", code: "forbidden" } });
    open("history");
    await screen.findByText("Your billing could not be loaded.");
    server.answer(HISTORY, { body: { purchases: [], reminders: true } });
    fireEvent.click(screen.getByRole("button", { name: "Try Again" }));
    await screen.findByText("No payments yet");
  });
});

describe("[B2.25] managing the subscription", () => {
  it("cancels after a dialog that explains it, and can be undone", async () => {
    open("manage");
    fireEvent.click(await screen.findByRole("button", { name: "Cancel Subscription" }));
    const dialog = within(await screen.findByRole("dialog"));
    expect(dialog.getByText(/Everything you paid for runs until 1 Dec 2026/)).toBeDefined();
    server.answer("POST /billing/cancel", { body: { message: "We will not remind you.", reminders: false } });
    server.answer(HISTORY, { body: { purchases: [], reminders: false } });
    fireEvent.click(dialog.getByText("Cancel subscription"));
    await waitFor(() => expect(spoken()).toContain("We will not remind you."));
    server.answer("POST /billing/resume", { body: { message: "We will remind you again.", reminders: true } });
    const again = await screen.findByText("Remind me again");
    server.answer(HISTORY, { body: { purchases: [], reminders: true } });
    fireEvent.click(again);
    await screen.findByText("Cancel Subscription");
    expect(server.calls("POST /billing/resume")).toHaveLength(1);
  });

  it("shows the server's reason for a refusal, and links to the plans", async () => {
    server.answer("POST /billing/cancel", {
      status: 409,
      body: { detail: "There is no subscription to change.", code: "not_subscribed" },
    });
    open("manage");
    fireEvent.click(await screen.findByRole("button", { name: "Cancel Subscription" }));
    fireEvent.click(await screen.findByText("Cancel subscription"));
    await waitFor(() => expect(spoken()).toContain("There is no subscription to change."));
    expect(screen.getByText("Buy more").getAttribute("href")).toBe("/subscription-plans");
  });

  it("[A1.4] shows the fee-back guarantee's figures with their signs", async () => {
    server.answer("GET /billing/guarantees", {
      body: {
        guarantees: [
          aGuarantee(),
          aGuarantee({ id: INVOICE, gross_result: 12, outcome: "kept", refund_status: null, evidence: [] }),
        ],
      },
    });
    open("manage");
    await screen.findByText("Fee refunded");
    expect(screen.getAllByText("\u2212₹1,250.50").length).toBe(2);
    expect(screen.getByText("+₹12.00")).toBeDefined();
    expect(screen.getByText("The refund is on its way to you.")).toBeDefined();
    expect(screen.getByText("Period ended without a loss")).toBeDefined();
  });
});

describe("the invoice details", () => {
  const meera = { name: "Meera Nair", address: "12, MG Road\nPune 411001", state: "27", gstin: "27AAPFU0939F1ZV" };
  const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
  const openDialog = async () => {
    open("manage");
    fireEvent.click(await screen.findByRole("button", { name: "Add details" }));
    return within(await screen.findByRole("dialog"));
  };

  it("open with the account's name, and show a refusal beside its field", async () => {
    const dialog = await openDialog();
    expect((dialog.getByLabelText("Name or company") as HTMLInputElement).value).toBe(aUser().name);
    fireEvent.click(dialog.getByRole("button", { name: "Save details" }));
    expect(await dialog.findByText("Please enter an address.")).toBeDefined();
    type("Address", meera.address);
    fireEvent.click(dialog.getByRole("button", { name: "Save details" }));
    expect(await dialog.findByText("Please choose a state.")).toBeDefined();
    expect(server.calls("PUT /billing/details")).toHaveLength(0);
  });

  it("are shown, changed with a wrong number refused here, and saved tidily", async () => {
    server.answer(DETAILS, { body: { details: meera } });
    open("manage");
    expect(await screen.findByText("Meera Nair, Maharashtra, GSTIN 27AAPFU0939F1ZV")).toBeDefined();
    fireEvent.click(screen.getByRole("button", { name: "Change the invoice details" }));
    const dialog = within(await screen.findByRole("dialog"));
    type("GST number (optional)", "27AAPFU0939F1ZW");
    fireEvent.click(dialog.getByRole("button", { name: "Save details" }));
    expect(await dialog.findByText(/This is not a GST number/)).toBeDefined();
    type("GST number (optional)", "27aapfu0939f1zv ");
    type("Name or company", "  Nair   Traders ");
    server.answer("PUT /billing/details", { body: { details: { ...meera, name: "Nair Traders" } } });
    server.answer(DETAILS, { body: { details: { ...meera, name: "Nair Traders" } } });
    fireEvent.click(dialog.getByRole("button", { name: "Save details" }));
    await screen.findByText("Nair Traders, Maharashtra, GSTIN 27AAPFU0939F1ZV");
    expect(server.calls("PUT /billing/details")[0]?.body).toEqual({ ...meera, name: "Nair Traders" });
  });

  it("show the server's reason for other refusals", async () => {
    server.answer(DETAILS, { body: { details: meera } });
    server.answer("PUT /billing/details", { status: 400, body: { detail: "Not like this.", code: "details_refused" } });
    open("manage");
    fireEvent.click(await screen.findByRole("button", { name: "Change the invoice details" }));
    fireEvent.click(await screen.findByRole("button", { name: "Save details" }));
    await screen.findByText("Not like this.");
  });
});
