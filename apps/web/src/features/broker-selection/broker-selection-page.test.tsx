import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { aSubscription, aUser } from "../../testing/account.fixture.ts";
import { provideApiServer } from "../../testing/api-server.ts";
import { markSignedIn, preparePageTests, renderSite } from "../../testing/render-site.tsx";
import { brokerOptions } from "./broker-option.ts";
import { brokerSelectionTexts as texts } from "./broker-selection.texts.ts";
import { BrokerSelectionPage, CONNECT_DELAY_MS } from "./broker-selection-page.tsx";

preparePageTests();
beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => void vi.useRealTimers());

const open = (goTo?: (path: string) => Promise<void>) =>
  renderSite({
    at: "/broker-selection",
    pages: { "/broker-selection": () => <BrokerSelectionPage {...(goTo ? { open: goTo } : {})} /> },
  });
const address = () => screen.getByTestId("address").textContent;
const after = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const toasts = () =>
  [...screen.getAllByRole("status"), ...screen.getAllByRole("alert")].map(({ textContent }) => textContent);
const cardOf = (name: string) => screen.getByRole("heading", { name }).closest("li");

describe("[A2.44, A3.6] the cards", () => {
  it("[A3.6] are four, in their order, with everything an option has", () => {
    open();
    const names = screen.getAllByRole("heading", { level: 2 }).map(({ textContent }) => textContent);
    expect(names.slice(0, 4)).toEqual(["Fyers", "Zerodha Kite", "Angel One", "Delta Exchange"]);
    for (const { name, description, features, isActive } of brokerOptions) {
      const shown = cardOf(name)?.textContent;
      for (const part of [description, ...features, isActive ? texts.available : texts.comingSoonBadge])
        expect(shown).toContain(part);
    }
    expect(brokerOptions.map(({ id, isActive, comingSoon }) => [id, isActive, comingSoon])).toEqual([
      ["fyers", true, false],
      ["zerodha", true, false],
      ["angelone", true, false],
      ["deltaexchange", false, true],
    ]);
  });
});

describe("[A2.45, A4.5, A9.3] choosing a broker", () => {
  it.each([
    ["Fyers", "/algorithm/dashboard/FyersConnection"],
    ["Zerodha Kite", "/algorithm/dashboard/ZerodhaConnection"],
    ["Angel One", "/algorithm/dashboard/AngelOneConnection"],
  ])("[A4.5] %s shows that it connects and opens it after one second", async (name, path) => {
    open();
    const link = screen.getByRole("link", { name: texts.connect(name) });
    expect(link.getAttribute("href")).toBe(path);
    fireEvent.click(link);
    expect(cardOf(name)?.getAttribute("aria-busy")).toBe("true");
    expect(toasts()).toContain(texts.connecting(name));
    await after(CONNECT_DELAY_MS - 1);
    expect(address()).toBe("/broker-selection");
    await after(1);
    expect(address()).toBe(path);
  });

  it("counts once: a second press, here or on another card, changes nothing", async () => {
    const opened: string[] = [];
    open(async (path) => void opened.push(path));
    fireEvent.click(screen.getByRole("link", { name: texts.connect("Fyers") }));
    await after(500);
    fireEvent.click(screen.getByRole("link", { name: texts.connect("Angel One") }));
    fireEvent.click(screen.getByRole("link", { name: texts.connecting("Fyers") }));
    await after(5 * CONNECT_DELAY_MS);
    expect(opened).toEqual(["/algorithm/dashboard/FyersConnection"]);
  });

  it("[A8.6] that is not available yet says so and opens nothing", async () => {
    open();
    fireEvent.click(screen.getByRole("button", { name: texts.notYet }));
    expect(toasts()).toContain("This broker integration is coming soon!");
    await after(5 * CONNECT_DELAY_MS);
    expect(address()).toBe("/broker-selection");
  });

  it("[A8.6] that fails shows it and can be retried", async () => {
    let tries = 0;
    open(async () => {
      tries += 1;
      throw new Error("the page could not be loaded");
    });
    fireEvent.click(screen.getByRole("link", { name: texts.connect("Fyers") }));
    await after(CONNECT_DELAY_MS);
    expect(toasts()).toContain("Something went wrong. Please try again.");
    fireEvent.click(screen.getByRole("link", { name: texts.connect("Fyers") }));
    await after(CONNECT_DELAY_MS);
    expect(tries).toBe(2);
  });

  it("leaves a link that is opened in another tab to the browser", async () => {
    open();
    const press = fireEvent.click(screen.getByRole("link", { name: texts.connect("Fyers") }), { ctrlKey: true });
    expect(press).toBe(true);
    expect(cardOf("Fyers")?.getAttribute("aria-busy")).toBeNull();
  });
});

describe("a user whose account is connected", () => {
  const server = provideApiServer();
  beforeEach(() => void vi.useRealTimers());

  it("reads so on its card and opens it without a second connection", async () => {
    markSignedIn();
    server.answer("GET /auth/profile", { body: aUser() });
    server.answer("GET /algorithm/subscription", { body: aSubscription() });
    const account = { is_ready: true, reason: null, detail: null, broker_said: null, action: null };
    const brokers = [
      { ...account, broker: "angelone", session_expires_at: "2026-11-16T18:30:00.000Z" },
      { ...account, broker: "zerodha", session_expires_at: null },
    ];
    server.answer("GET /brokers/readiness", { body: { trading_day: "2026-11-16", checked_at: null, brokers } });
    open();
    const link = await screen.findByRole("link", { name: texts.open("Angel One") });
    expect(cardOf("Angel One")?.textContent).toContain(texts.connected);
    expect(cardOf("Zerodha Kite")?.textContent).toContain(texts.available);
    fireEvent.click(link);
    await waitFor(() => expect(address()).toBe("/algorithm/dashboard/AngelOneConnection"));
  });
});
