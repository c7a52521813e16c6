import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { anEmptySubscription, aPendingPayment, aSubscription, aUser } from "../../testing/account.fixture.ts";
import { provideApiServer } from "../../testing/api-server.ts";
import { anOrder, aPreview, providePaymentSheet } from "../../testing/payment-sheet.ts";
import { markSignedIn, preparePageTests, renderSite } from "../../testing/render-site.tsx";
import { previewTexts } from "./payment.texts.ts";
import { PlansPage } from "./plans-page.tsx";

preparePageTests();
const server = provideApiServer();
const sheet = providePaymentSheet();

const ORDER = "POST /payment/create-order";
const SUBSCRIPTION = "GET /algorithm/subscription";
const PREVIEW = "GET /payment/preview";

beforeEach(() => {
  Element.prototype.scrollIntoView = () => undefined;
  server.answer("GET /auth/profile", { body: aUser() });
  server.answer(SUBSCRIPTION, { body: anEmptySubscription() });
  server.answer(PREVIEW, { body: aPreview() });
  server.answer(ORDER, { body: anOrder() });
  server.answer("POST /coupon/validate", { body: { discount: 0.9 } });
});

const cardOf = (plan: string) => document.querySelector(`[data-plan="${plan}"]`) as HTMLElement;
const card = (plan: string) => within(cardOf(plan));
const buttonOf = (plan: string) => cardOf(plan).querySelector("button");
const isFree = (plan: string) => waitFor(() => expect(buttonOf(plan)?.textContent).toMatch(/^Subscribe Now,/));
const shows = (plan: string, price: string) => waitFor(() => expect(cardOf(plan).textContent).toContain(`@ ${price}`));
const capital = () => screen.getByLabelText<HTMLInputElement>("Your capital");
const moveTo = (level: number) => fireEvent.change(capital(), { target: { value: String(level) } });
const applyCoupon = (code: string) => {
  const way = screen.queryByText("Have a coupon?");
  if (way !== null) fireEvent.click(way);
  fireEvent.change(screen.getByLabelText("Coupon code"), { target: { value: code } });
  fireEvent.click(screen.getByText("Apply"));
};
const press = (plan: string) => fireEvent.click(buttonOf(plan) as HTMLElement);

async function openAsUser() {
  markSignedIn();
  renderSite({
    at: "/subscription-plans",
    pages: { "/subscription-plans": () => <PlansPage legalLinks={<li>legal links</li>} /> },
  });
  await isFree("MONTHLY");
}

describe("the free trial", () => {
  const way = () => screen.queryByRole("link", { name: /days free/ });

  it("is offered beside the plans to visitors, and to users who have not used it", async () => {
    await openAsUser();
    await waitFor(() => expect(way()?.getAttribute("href")).toBe("/free-trial"));
  });

  it("is no longer offered to users who had a subscription", async () => {
    server.answer(SUBSCRIPTION, { body: aSubscription() });
    await openAsUser();
    await waitFor(() => expect(way()).toBeNull());
  });
});

describe("a card's bars", () => {
  it("are true to scale: savings are a share of the whole price", async () => {
    await openAsUser();
    const saved = [...cardOf("ANNUALLY").querySelectorAll("li")].find((row) => row.textContent?.startsWith("Saved"));
    const percent = /(\d+)%/.exec(saved?.textContent ?? "")?.[1];
    expect(saved?.querySelector<HTMLElement>("[style]")?.style.width).toBe(`${percent}%`);
  });
});

describe("before paying", () => {
  const asked = () => screen.findByRole("dialog", { name: previewTexts.title });
  const running = { plan: "MONTHLY", capital_upper_band: 50_000, start_date: "2026-11-01T00:00:00.000Z" };

  it("requests the dates at the band and the full price, whatever the coupon", async () => {
    await openAsUser();
    moveTo(5);
    applyCoupon("WELCOME10");
    await shows("MONTHLY", "₹17,999");
    press("MONTHLY");
    await waitFor(() => expect(sheet.opened()).toHaveLength(1));
    const query = new URL(server.calls(PREVIEW)[0]?.address ?? "", "https://own.invalid").searchParams;
    expect(Object.fromEntries(query)).toEqual({ amount: "19999", plan_name: "MONTHLY", max_capital: "1000000" });
  });

  it("shows its dates and the running plan's pause, and pays only after confirmation", async () => {
    const ends = "2027-12-01T00:00:00.000Z";
    const paused = { ...running, end_date: "2026-12-01T00:00:00.000Z", effect: "pauses" as const, ends };
    server.answer(PREVIEW, {
      body: aPreview({
        capital_upper_band: 1_000_000,
        covered_until: ends,
        running: { ...paused, resumes: "2027-11-16T04:00:00.000Z" },
      }),
    });
    await openAsUser();
    press("ANNUALLY");
    const text = (await asked()).textContent;
    for (const part of [
      "up to ₹10,00,000",
      "16 Nov 2026 – 16 Nov 2027",
      "Monthly pauses now. Its unused days run from 16 Nov 2027 to 1 Dec 2027.",
      "Paid until1 Dec 2027",
    ])
      expect(text).toContain(part);
    fireEvent.click(within(await asked()).getByText(previewTexts.cancel));
    await isFree("ANNUALLY");
    expect(server.calls(ORDER)).toHaveLength(0);

    press("ANNUALLY");
    fireEvent.click(within(await asked()).getByText("Pay ₹9,999"));
    await waitFor(() => expect(sheet.opened()).toHaveLength(1));
    expect(server.calls(ORDER)).toHaveLength(1);
  });

  it("says when a purchase begins after the current plan", async () => {
    const ends = "2026-12-01T00:00:00.000Z";
    server.answer(PREVIEW, {
      body: aPreview({
        start_date: ends,
        end_date: "2026-12-31T00:00:00.000Z",
        covered_until: "2026-12-31T00:00:00.000Z",
        begins: "later",
        running: { ...running, end_date: ends, effect: "goes_on", resumes: null, ends },
      }),
    });
    await openAsUser();
    press("MONTHLY");
    expect((await asked()).textContent).toContain(
      "Monthly continues until 1 Dec 2026. Your new purchase begins later.",
    );
  });
});

describe("a user with a plan", () => {
  it("finds it on its card with its band, and the slider at the band that runs", async () => {
    const period = { capital_upper_band: 500_000, start_date: "2026-10-17T00:00:00.000Z" };
    server.answer(SUBSCRIPTION, {
      body: aSubscription({
        plan: "ANNUALLY",
        capital_upper_band: 500_000,
        running: { ...period, plan: "ANNUALLY", end_date: "2027-10-17T00:00:00.000Z" },
        following: [
          {
            plan: "MONTHLY",
            capital_upper_band: 100_000,
            start_date: "2027-10-17T00:00:00.000Z",
            end_date: "2027-11-16T00:00:00.000Z",
          },
        ],
      }),
    });
    await openAsUser();
    expect(await card("ANNUALLY").findByText("You have this plan until 17 Oct 2027 (up to ₹5,00,000)")).toBeDefined();
    expect(
      card("MONTHLY").getByText("You have this plan from 17 Oct 2027 to 16 Nov 2027 (up to ₹1,00,000)"),
    ).toBeDefined();
    expect(capital().valueAsNumber).toBe(3);
    moveTo(4);
    expect(capital().valueAsNumber).toBe(4);
  });

  it("still finds a payment that is being confirmed after a reload, until it is decided", async () => {
    server.answer(SUBSCRIPTION, { body: anEmptySubscription({ status: "pending", pending_payment: aPendingPayment }) });
    await openAsUser();
    await screen.findByText("Payment received, being confirmed", { selector: "h2" });
    expect(
      screen.getByText("Quarterly, capital up to ₹5,00,000: ₹12,999, paid on 16 Nov 2026, 9:30 AM IST."),
    ).toBeDefined();
    server.answer(SUBSCRIPTION, { body: aSubscription() });
    await waitFor(() => expect(screen.queryByText("Payment received, being confirmed")).toBeNull());
  });
});
