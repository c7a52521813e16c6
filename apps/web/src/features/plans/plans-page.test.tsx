import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { riskDisclosure } from "../../lib/site-claims.ts";
import { anEmptySubscription, aSubscription, aUser } from "../../testing/account.fixture.ts";
import { provideApiServer } from "../../testing/api-server.ts";
import { anOrder, aPreview, aProof, DEAD_CHECKOUT_URL, providePaymentSheet } from "../../testing/payment-sheet.ts";
import { markSignedIn, preparePageTests, renderSite } from "../../testing/render-site.tsx";
import { plansTexts } from "./plans.texts.ts";
import { PlansPage } from "./plans-page.tsx";

preparePageTests();
const server = provideApiServer();
const sheet = providePaymentSheet();

const ORDER = "POST /payment/create-order";
const VERIFY = "POST /payment/verify";
const COUPON = "POST /coupon/validate";
const SUBSCRIPTION = "GET /algorithm/subscription";
const PREVIEW = "GET /payment/preview";

const Page = () => <PlansPage legalLinks={<li>legal links</li>} />;
const open = (query = "") => renderSite({ at: `/subscription-plans${query}`, pages: { "/subscription-plans": Page } });

beforeEach(() => {
  Element.prototype.scrollIntoView = () => undefined;
  server.answer("GET /auth/profile", { body: aUser() });
  server.answer(SUBSCRIPTION, { body: anEmptySubscription() });
  server.answer(PREVIEW, { body: aPreview() });
  server.answer(ORDER, { body: anOrder() });
  server.answer(COUPON, { body: { discount: 0.9 } });
});

/** Plain queries: role queries on so large a page take a test machine seconds. */
const cards = () => [...document.querySelectorAll<HTMLElement>("[data-plan]")];
const cardOf = (plan: string) => cards().find((item) => item.dataset["plan"] === plan) as HTMLElement;
const card = (plan: string) => within(cardOf(plan));
const buttonOf = (plan: string) => cardOf(plan).querySelector("button");
const isFree = (plan: string) => waitFor(() => expect(buttonOf(plan)?.textContent).toMatch(/^Subscribe Now,/));
const spoken = () => [...document.querySelectorAll("[role=status], [role=alert]")].map((region) => region.textContent);
const expectAnnounced = (text: string) => waitFor(() => expect(spoken()).toContain(text));
const shows = (plan: string, price: string) =>
  waitFor(() => expect(cardOf(plan).textContent).toMatch(new RegExp(`@ ${price}(?![\\d,])`)));
const address = () => screen.getByTestId("address").textContent;
const capital = () => screen.getByLabelText<HTMLInputElement>("Your capital");
const moveTo = (level: number) => fireEvent.change(capital(), { target: { value: String(level) } });
const applyCoupon = (code: string) => {
  const way = screen.queryByText("Have a coupon?");
  if (way !== null) fireEvent.click(way);
  fireEvent.change(screen.getByLabelText("Coupon code"), { target: { value: code } });
  fireEvent.click(screen.getByText("Apply"));
};

async function openAsUser(query = "") {
  markSignedIn();
  open(query);
  await isFree("MONTHLY");
}
const press = (plan: string) => fireEvent.click(buttonOf(plan) as HTMLElement);
async function openSheetFor(plan: string) {
  press(plan);
  await waitFor(() => expect(sheet.opened()).toHaveLength(1));
  return sheet.last();
}

describe("the plans", () => {
  it("[A2.34, A2.36] stand in their order with per-day, billed and struck-through amounts", () => {
    open();
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Choose Your Subscription Plan");
    expect(cards().map((item) => within(item).getByRole("heading").textContent)).toEqual([
      "Monthly",
      "Annually",
      "Quarterly",
    ]);
    const figures = cards().map((item) => item.textContent);
    for (const text of ["₹34per day", "Billed monthly @ ₹999", "₹2,997", "67% OFF"]) expect(figures[0]).toContain(text);
    for (const text of ["₹28per day", "Billed annually @ ₹9,999", "₹29,997", "67% OFF", "Save ₹1,989 a year"])
      expect(figures[1]).toContain(text);
    for (const text of ["₹32per day", "Billed quarterly @ ₹2,799", "₹8,397", "67% OFF", "Save ₹792 a year"])
      expect(figures[2]).toContain(text);
    expect(cards().map((item) => within(item).queryByText("Best Value") !== null)).toEqual([false, true, false]);
  });

  it.each([
    [1, "Up to ₹50,000", "₹999"],
    [2, "₹1,00,000", "₹2,499"],
    [3, "₹5,00,000", "₹4,999"],
    [4, "₹10,00,000", "₹9,999"],
    [5, "₹10,00,000+", "₹19,999"],
  ])("[A2.35, A9.6, A9.7] at step %i of the slider cost what the band costs", async (level, band, monthly) => {
    open();
    expect(capital().valueAsNumber).toBe(1);
    expect([capital().min, capital().max]).toEqual(["1", "5"]);
    moveTo(level);
    expect(capital().getAttribute("aria-valuetext")).toBe(band);
    await shows("MONTHLY", monthly);
  });

  it("[A2.36] list the common features once on a phone, below the cards", () => {
    open();
    const shared = within(screen.getByRole("region", { name: plansTexts.inEveryPlan }));
    expect(shared.getAllByRole("listitem").map((item) => item.textContent)).toEqual([...plansTexts.included]);
    for (const item of cards())
      for (const text of plansTexts.included)
        expect(within(item).getByText(text).closest("li")?.className).toContain("max-md:hidden");
  });

  it("[A2.18] bring disclosure and legal links, because the footer is hidden", () => {
    open();
    expect(screen.getByText(riskDisclosure)).toBeDefined();
    expect(screen.getByText("legal links")).toBeDefined();
  });
});

describe("the coupon", () => {
  const field = () => screen.queryByLabelText<HTMLInputElement>("Coupon code");

  it("[A2.37] waits behind a line of text; a press opens and focuses the field", () => {
    open();
    expect(field()).toBeNull();
    const way = screen.getByRole("button", { name: "Have a coupon?", expanded: false });
    fireEvent.click(way);
    expect(document.activeElement).toBe(field());
    expect(screen.getByText("Apply").closest("form")?.contains(field())).toBe(true);
  });

  it("[A2.37, A2.38] is open with the code from the address, also where it is refused", async () => {
    server.answer(COUPON, { status: 400, body: { detail: "Invalid coupon code", code: "coupon_invalid" } });
    open("?coupon=summer");
    await expectAnnounced("Invalid coupon code");
    expect(field()?.value).toBe("summer");
    expect(document.activeElement).toBe(document.body);
  });

  it("[A2.37, A5.10, A9.8] makes every plan cheaper, rounded down", async () => {
    open();
    applyCoupon(" welcome10 ");
    await expectAnnounced("Coupon applied! Discount activated.");
    expect(server.calls(COUPON)[0]?.body).toEqual({ code: "WELCOME10" });
    await shows("MONTHLY", "₹899");
    await shows("ANNUALLY", "₹8,999");
    await shows("QUARTERLY", "₹2,519");
    expect(screen.getByText("WELCOME10: 10% off every plan")).toBeDefined();
  });

  it.each([
    [
      "the server's detail",
      { status: 400, body: { detail: "Invalid coupon code", code: "coupon_invalid" } },
      "Invalid coupon code",
    ],
    ["“Invalid coupon” where the server says nothing", { status: 500, body: {} }, "Invalid coupon"],
  ])("[A5.10, A8.8] shows %s and removes the old discount", async (_, answer, text) => {
    open();
    applyCoupon("WELCOME10");
    await shows("MONTHLY", "₹899");
    server.answer(COUPON, answer);
    applyCoupon("NOPE");
    await expectAnnounced(text);
    await shows("MONTHLY", "₹999");
  });

  it("[A5.10] disappears when it is removed or could not be checked", async () => {
    open();
    applyCoupon("WELCOME10");
    fireEvent.click(await screen.findByText("Remove"));
    await shows("MONTHLY", "₹999");
    expect(field()?.value).toBe("");
    expect(document.activeElement).toBe(field());
    server.answer(COUPON, { isCutOff: true });
    applyCoupon("WELCOME10");
    await expectAnnounced("The coupon could not be checked. Please try again.");
  });
});

describe("the choice across the login", () => {
  it("[A2.38] sends a visitor to /login and keeps plan, band and coupon", async () => {
    open();
    moveTo(3);
    applyCoupon("WELCOME10");
    await shows("MONTHLY", "₹4,499");
    fireEvent.click(card("QUARTERLY").getByText(/^Subscribe Now - Risk Free/));
    const login = new URL(address() ?? "", "https://own.invalid");
    expect(login.pathname).toBe("/login");
    expect(login.searchParams.get("next")).toBe("/subscription-plans?plan=QUARTERLY&level=3&coupon=WELCOME10");
    expect(server.calls(ORDER)).toHaveLength(0);
  });

  it("[A2.38] finds everything as it was afterwards, with the chosen plan at hand", async () => {
    await openAsUser("?plan=QUARTERLY&level=3&coupon=WELCOME10");
    await shows("QUARTERLY", "₹11,699");
    expect(capital().valueAsNumber).toBe(3);
    expect(document.activeElement).toBe(buttonOf("QUARTERLY"));
    expect(server.calls(ORDER)).toHaveLength(0);
  });
});

describe("paying", () => {
  it("[A4.7, A7.12, A7.13, A8.9] orders, pays, verifies, refreshes and leads to /algorithm", async () => {
    server.answer(VERIFY, { body: { status: "active", message: "" } });
    await openAsUser();
    const { options, pay } = await openSheetFor("ANNUALLY");
    expect(server.calls(ORDER)[0]?.body).toEqual({
      amount: 9_999,
      currency: "INR",
      plan_name: "ANNUALLY",
      max_capital: 50_000,
    });
    expect(options).toMatchObject({ key: "rzp_test_1", order_id: anOrder().id, prefill: { email: aUser().email } });
    expect(options.description).toBe("Annually, capital up to ₹50,000, 16 Nov 2026 – 16 Nov 2027");
    const reads = server.calls(SUBSCRIPTION).length;
    act(pay);
    await expectAnnounced("Payment successful! Your subscription has been activated.");
    expect(server.calls(VERIFY)[0]?.body).toEqual(aProof);
    await waitFor(() => expect(server.calls(SUBSCRIPTION)).toHaveLength(reads + 1));
    expect(address()).toBe("/subscription-plans");
    await waitFor(() => expect(address()).toBe("/algorithm"));
  });

  it("[A5.11] sends the coupon and the price rounded down, at the band that was chosen", async () => {
    await openAsUser();
    moveTo(5);
    applyCoupon("WELCOME10");
    await shows("MONTHLY", "₹17,999");
    await openSheetFor("MONTHLY");
    expect(server.calls(ORDER)[0]?.body).toMatchObject({
      amount: 17_999,
      max_capital: 1_000_000,
      coupon_code: "WELCOME10",
    });
  });

  it("[A2.38, A5.11] says Processing... on that plan only, and a second press does nothing", async () => {
    server.answer(ORDER, { body: anOrder(), delayMs: 300 });
    await openAsUser();
    press("MONTHLY");
    await waitFor(() => expect(buttonOf("MONTHLY")?.textContent).toMatch(/^Processing\.\.\./));
    await isFree("ANNUALLY");
    press("MONTHLY");
    press("MONTHLY");
    await waitFor(() => expect(sheet.opened()).toHaveLength(1));
    expect(server.calls(ORDER)).toHaveLength(1);
  });

  it("[A4.7] the last click counts: two plans never open two sheets", async () => {
    server.answer(ORDER, { body: anOrder(), delayMs: 200 });
    await openAsUser();
    press("MONTHLY");
    press("QUARTERLY");
    await isFree("MONTHLY");
    await waitFor(() => expect(sheet.opened()).toHaveLength(1));
    expect(sheet.last().options.description).toMatch(/^Quarterly/);
  });

  it("[A4.7] a dismissed sheet frees the plan", async () => {
    await openAsUser();
    const { dismiss } = await openSheetFor("MONTHLY");
    act(dismiss);
    await isFree("MONTHLY");
    expect(server.calls(VERIFY)).toHaveLength(0);
  });

  it("[A4.7, A8.9] a failed payment frees the plan; the card shows it at once, a toast when the sheet no longer covers it", async () => {
    await openAsUser();
    const { fail, dismiss } = await openSheetFor("MONTHLY");
    act(fail);
    await isFree("MONTHLY");
    expect(screen.getByText(plansTexts.notCharged)).toBeDefined();
    expect(spoken()).not.toContain(plansTexts.wentWrong);
    act(dismiss);
    await expectAnnounced("Something went wrong with payment");
    expect(screen.getByText(plansTexts.notCharged)).toBeDefined();
  });

  it("[A4.7] a second try in the same sheet still counts", async () => {
    server.answer(VERIFY, { body: { status: "active", message: "" } });
    await openAsUser();
    const { fail, pay } = await openSheetFor("MONTHLY");
    act(fail);
    await isFree("MONTHLY");
    act(pay);
    await expectAnnounced("Payment successful! Your subscription has been activated.");
  });

  it.each([
    [
      "the server's detail",
      { status: 503, body: { detail: "Payments rest.", code: "payment_unavailable" } },
      "Payments rest.",
    ],
    ["that the order failed", { status: 500, body: {} }, "Failed to create order"],
    ["that there is no order", { body: { ...anOrder(), id: "" } }, "Order creation failed"],
    [
      "that the widget did not load",
      { body: anOrder({ checkout_url: DEAD_CHECKOUT_URL }) },
      "Something went wrong with payment",
    ],
  ])("[A8.9] says %s and frees the plan", async (_, answer, text) => {
    server.answer(ORDER, answer);
    await openAsUser();
    press("MONTHLY");
    await expectAnnounced(text);
    await isFree("MONTHLY");
    expect(sheet.opened()).toHaveLength(0);
  });

  it("[A5.10] a coupon that the order refuses is removed", async () => {
    await openAsUser();
    applyCoupon("WELCOME10");
    await shows("MONTHLY", "₹899");
    server.answer(ORDER, { status: 400, body: { detail: "This coupon has been used up.", code: "coupon_used_up" } });
    press("MONTHLY");
    await expectAnnounced("This coupon has been used up.");
    await shows("MONTHLY", "₹999");
  });

  it("shows an authorised payment as pending, and starts the plan when it is captured", async () => {
    server.answer(VERIFY, { body: { status: "pending", message: "Payment received, being confirmed" } });
    await openAsUser();
    const { pay } = await openSheetFor("MONTHLY");
    act(pay);
    await screen.findByText("Payment received, being confirmed", { selector: "h2" });
    server.answer(VERIFY, { body: { status: "active", message: "" } });
    await waitFor(() => expect(address()).toBe("/algorithm"));
  });

  it("shows the plan on its card when the provider notifies the server after a failed verification", async () => {
    server.answer(VERIFY, { status: 400, body: {} });
    await openAsUser();
    const { pay } = await openSheetFor("MONTHLY");
    act(pay);
    await screen.findByText("Payment verification failed", { selector: "h2" });
    const period = { plan: "MONTHLY", capital_upper_band: 50_000, start_date: "2026-11-16T00:00:00.000Z" };
    const running = { ...period, end_date: "2026-12-16T00:00:00.000Z" };
    // The notice must not keep showing a failure for a paid plan.
    server.answer(VERIFY, { body: { status: "active", message: "" } });
    server.answer("GET /algorithm/subscription", { body: aSubscription({ running }) });
    expect(await screen.findByText("You have this plan until 16 Dec 2026 (up to ₹50,000)")).toBeDefined();
    const notice = await screen.findByText("Payment successful! Your subscription has been activated.", {
      selector: "h2",
    });
    expect(notice).toBeDefined();
    expect(screen.queryByText("Payment verification failed", { selector: "h2" })).toBeNull();
  });

  it.each([
    [
      "the server's detail",
      { status: 400, body: { detail: "We do not know this order.", code: "order_unknown" } },
      "We do not know this order.",
    ],
    ["that it failed", { status: 400, body: {} }, "Payment verification failed"],
  ])("[A8.9] a failed verification shows %s and can be retried", async (_, answer, text) => {
    server.answer(VERIFY, answer);
    await openAsUser();
    const { pay } = await openSheetFor("MONTHLY");
    act(pay);
    await expectAnnounced(text);
    server.answer(VERIFY, { body: { status: "active", message: "" } });
    fireEvent.click(await screen.findByText("Check again"));
    await expectAnnounced("Payment successful! Your subscription has been activated.");
  });
});
