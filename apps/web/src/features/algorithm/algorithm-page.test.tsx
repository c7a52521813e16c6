import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { brand } from "@vriddhi/core/site/brand";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { riskDisclosure } from "../../lib/site-claims.ts";
import { anEmptySubscription, aPendingPayment, aSubscription, aUser } from "../../testing/account.fixture.ts";
import { provideApiServer } from "../../testing/api-server.ts";
import { markSignedIn, preparePageTests, renderSite } from "../../testing/render-site.tsx";
import { algorithmFaq, algorithmTexts } from "./algorithm.texts.ts";
import { AlgorithmPage } from "./algorithm-page.tsx";
import { EXAMPLE_PERIOD_MS } from "./capital-example.tsx";

preparePageTests();
const server = provideApiServer();
const SUBSCRIPTION = "GET /algorithm/subscription";

const Page = () => <AlgorithmPage legalLinks={<li>legal links</li>} />;
const open = () => renderSite({ at: "/algorithm", pages: { "/algorithm": Page } });
const linkTo = (name: string) => screen.getByRole("link", { name }).getAttribute("href");

beforeEach(() => {
  server.answer("GET /auth/profile", { body: aUser() });
});

describe("the user's next step", () => {
  it("[A2.40] asks a visitor to log in", async () => {
    open();
    await screen.findByText("Please login to access the Vriddhi Intelligence");
    expect(linkTo("Login")).toBe("/auth");
  });

  it("[A2.43] says that it is loading until the subscription is known", async () => {
    markSignedIn();
    server.answer(SUBSCRIPTION, { body: aSubscription(), delayMs: 300 });
    open();
    expect(screen.getByText("Loading subscription details...")).toBeDefined();
    await screen.findByText("Active Subscription");
    expect(screen.queryByText("Loading subscription details...")).toBeNull();
  });

  it.each([
    [{ days_remaining: 15, hours_remaining: 3 }, "15 days 3 hours"],
    [{ days_remaining: 0, hours_remaining: 7 }, "7 hours"],
  ])("[A2.41] shows a subscriber plan, status and time, and a link to the brokers: %j", async (left, text) => {
    markSignedIn();
    server.answer(SUBSCRIPTION, { body: aSubscription(left) });
    open();
    await screen.findByText("Active Subscription");
    for (const shown of ["Monthly", "Active", text]) expect(screen.getByText(shown)).toBeDefined();
    expect(linkTo("Go to Algorithm Dashboard")).toBe("/broker-selection");
  });

  it("[A4.2] says that an editor's access comes with the role, without an end", async () => {
    markSignedIn();
    server.answer("GET /auth/profile", { body: aUser({ role: "blog_admin" }) });
    open();
    await screen.findByText("Active Subscription");
    for (const shown of ["Included with your role", "No end date"]) expect(screen.getByText(shown)).toBeDefined();
    expect(document.body.textContent).not.toContain("0 hours");
  });

  it("[A2.42] leads a user without a subscription to the plans", async () => {
    markSignedIn();
    server.answer(SUBSCRIPTION, { body: aSubscription({ status: "inactive", has_subscription: false, plan: null }) });
    open();
    await screen.findByText("You have no active subscription.");
    expect(linkTo("See the plans")).toBe("/subscription-plans");
  });

  it("says that a pending payment is being confirmed, and does not offer the plans", async () => {
    markSignedIn();
    server.answer(SUBSCRIPTION, { body: anEmptySubscription({ status: "pending", pending_payment: aPendingPayment }) });
    open();
    await screen.findByRole("heading", { name: "Payment received, being confirmed" });
    expect(screen.queryByRole("link", { name: "See the plans" })).toBeNull();
  });
});

describe("[A2.39] the rest of the page", () => {
  it("names the four brokers in plain lettering, and which one is not open yet", () => {
    open();
    const marks = screen.getByText("Kite").closest("ul") as HTMLElement;
    expect(
      within(marks)
        .getAllByRole("listitem")
        .map(({ textContent }) => textContent),
    ).toEqual(["Fyers", "Angel One", "ZerodhaKite", "Delta Exchangesoon"]);
  });

  it("asks ten questions, each with an answer, one open at a time", async () => {
    open();
    expect(algorithmFaq).toHaveLength(10);
    const openOnes = () => [...document.querySelectorAll("details[open]")].map((one) => one.firstChild?.textContent);
    const questions = algorithmFaq.map(({ question }) => question);
    for (const question of [questions[0], questions[9]]) {
      fireEvent.click(screen.getByText(String(question)));
      await waitFor(() => expect(openOnes()).toEqual([question]));
    }
  });

  it("[A2.18] closes with disclosure and legal links, because the footer is hidden here", () => {
    open();
    const legal = screen.getByRole("region", { name: "Legal" });
    expect(within(legal).getByText("legal links")).toBeDefined();
    expect(legal.textContent).toContain(riskDisclosure);
    expect(legal.textContent).toContain(brand.legalEntity);
  });
});

describe("[A1.4, A1.5, A9.10] the figures of the claims file", () => {
  afterEach(() => {
    vi.unstubAllEnvs();
    vi.resetModules();
  });

  it("stand on the page: growth, profitable months, trades, and 4.9 from 127 reviews", () => {
    open();
    for (const figure of ["89.7%", "76 of 89", "13–17", "4.9", "from 127 reviews"])
      expect(screen.getByText(figure)).toBeDefined();
  });

  it("disappear with the claims, while the service's promises stay", async () => {
    vi.stubEnv("SITE_CLAIMS", "off");
    vi.resetModules();
    const { AlgorithmPage: QuietPage } = await import("./algorithm-page.tsx");
    const { renderSite: renderQuietSite } = await import("../../testing/render-site.tsx");
    renderQuietSite({ at: "/", pages: { "/": () => <QuietPage legalLinks={null} /> } });
    expect(document.body.textContent).not.toMatch(/89\.7|76 of 89|127 reviews|4\.9/);
    expect(screen.queryByText(algorithmTexts.recordTitle)).toBeNull();
    expect(screen.getByText("15 s")).toBeDefined();
    expect(document.body.textContent).toContain(riskDisclosure);
  });
});

describe("[A2.39, A9.3] the rupee counter", () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] }));
  afterEach(() => void vi.useRealTimers());

  const spoken = () => screen.getByText(algorithmTexts.exampleCapital).nextElementSibling?.querySelector(".sr-only");
  const after = (ms: number) => act(() => vi.advanceTimersByTime(ms));

  it("shows a new random amount every 4 seconds, with the limits that follow from it", () => {
    vi.spyOn(Math, "random").mockReturnValueOnce(0).mockReturnValueOnce(0.999_999);
    open();
    expect(spoken()?.textContent).toBe("₹1,00,000");
    after(EXAMPLE_PERIOD_MS - 1);
    expect(spoken()?.textContent).toBe("₹1,00,000");
    after(1);
    expect(spoken()?.textContent).toBe("₹500");
    for (const limit of ["₹2.50", "₹5.00"]) expect(screen.getByText(limit)).toBeDefined();
    after(EXAMPLE_PERIOD_MS);
    expect(spoken()?.textContent).toBe("₹10,00,000");
    for (const limit of ["₹5,000.00", "₹10,000.00"]) expect(screen.getByText(limit)).toBeDefined();
    vi.restoreAllMocks();
  });

  it("can be stopped and started, and says that it is an illustration", () => {
    open();
    expect(screen.getByText(algorithmTexts.exampleNote)).toBeDefined();
    fireEvent.click(screen.getByRole("button", { name: algorithmTexts.pause }));
    after(10 * EXAMPLE_PERIOD_MS);
    expect(spoken()?.textContent).toBe("₹1,00,000");
    fireEvent.click(screen.getByRole("button", { name: algorithmTexts.play }));
    expect(screen.getByRole("button", { name: algorithmTexts.pause })).toBeDefined();
  });
});
