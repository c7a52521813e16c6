import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { aRun, aRunningRun, aStock, hurry } from "../../testing/trading-desk.fixture.ts";
import { provideTradingPage } from "../../testing/trading-page.fixture.tsx";

const page = provideTradingPage("TradingAlgorithm");
const { server, desk, visit, open, field, button, isEnabled, toasts } = page;
const { expectToast, lamp, detail } = page;
afterEach(() => Reflect.deleteProperty(document, "visibilityState"));

describe("[B2.6] the states of the trading page, in order", () => {
  it("[B2.6, B2.7] first shows that it checks the session", () => {
    visit();
    expect(screen.getByText("Checking authentication...")).toBeDefined();
  });

  it("[B2.8, B6.1] asks a visitor to log in", async () => {
    server.answer("GET /auth/profile", { status: 401, body: { detail: "", code: "not_signed_in" } });
    visit();
    expect(await screen.findByRole("heading", { name: "Authentication Required" })).toBeDefined();
    expect(screen.getByRole("link", { name: "Go to Login" }).getAttribute("href")).toBe("/auth");
  });

  it("[B2.8] redirects after an ended session to the login and back", async () => {
    const time = hurry();
    await open();
    for (const call of ["GET /auth/profile", "GET /algorithm/status"] as const)
      server.answer(call, { status: 401, body: { detail: "", code: "not_signed_in" } });
    time.poll(10_000);
    const link = await screen.findByRole("link", { name: "Go to Login" });
    expect(link.getAttribute("href")).toBe("/auth?next=%2Ftrading");
  });

  it("[B2.6, B2.9] then shows that it checks the connections", async () => {
    server.answer("GET /zerodha/status", { body: {}, delayMs: 60_000 });
    visit();
    expect(await screen.findByText("Checking connection status...")).toBeDefined();
  });

  it("[B2.10, B2.4, B6.2] without a broker links to all three", async () => {
    desk.connect();
    visit();
    await screen.findByRole("heading", { name: "No Broker Connected" });
    expect(screen.getAllByRole("link", { name: /^Connect / }).map((link) => link.getAttribute("href"))).toEqual([
      "/dashboard?tab=FyersConnection",
      "/dashboard?tab=AngelOneConnection",
      "/dashboard?tab=ZerodhaConnection",
    ]);
  });

  it("[B2.11] connected shows capital, quick amounts, background mode, both buttons and a red light", async () => {
    await open();
    expect(field().type).toBe("number");
    expect(screen.getAllByRole("button", { name: /^(1K|5K|10K|25K|50K|1L),/ })).toHaveLength(6);
    expect(screen.getByRole("switch", { name: "Background Mode" })).toBeDefined();
    expect(button("Deactivate").disabled).toBe(true);
    expect(screen.getByRole("heading", { name: "Stopped" })).toBeDefined();
    expect(lamp()).toBe("red");
  });

  it("[B2.11] shows a green light while it runs", async () => {
    desk.runs({ fyers: aRunningRun("fyers") });
    await open();
    expect(await screen.findByRole("heading", { name: "Running" })).toBeDefined();
    expect(lamp()).toBe("green");
  });

  it("[B8.2] counts a status that cannot be read as not connected, and says so once", async () => {
    const time = hurry();
    for (const broker of ["fyers", "zerodha", "angelone"])
      server.answer(`GET /${broker}/status`, { status: 500, body: {} });
    visit();
    await screen.findByRole("heading", { name: "No Broker Connected" });
    await expectToast("Failed to check connection status");
    time.poll(10_000);
    await waitFor(() => expect(server.calls("GET /fyers/status").length).toBeGreaterThan(1));
    expect(toasts()).toHaveLength(1);
  });

  it("keeps the stop button when the connection cannot be read", async () => {
    desk.runs({ fyers: aRunningRun("fyers") });
    for (const broker of ["fyers", "zerodha", "angelone"])
      server.answer(`GET /${broker}/status`, { status: 500, body: {} });
    await open();
    await isEnabled("Deactivate");
  });
});

describe("the page's requests", () => {
  it("[B7.4, B7.5, B6.4, A6.5] names the user in X-User-ID and sends a stored token", async () => {
    localStorage.setItem("token", "kept-before");
    await open();
    for (const route of ["GET /algorithm/status", "GET /algorithm/all-status"]) {
      await waitFor(() => expect(server.calls(route).length).toBeGreaterThan(0));
      expect(server.calls(route)[0]?.headers).toMatchObject({
        "x-user-id": desk.userId,
        authorization: "Bearer kept-before",
      });
    }
  });

  it("[B4.2, B9.2, B7.3] polls the brokers and the status every 10 seconds", async () => {
    const time = hurry();
    await open();
    const asked = [
      "GET /fyers/status",
      "GET /zerodha/status",
      "GET /angelone/status",
      "GET /algorithm/status",
      "GET /algorithm/all-status",
    ];
    const before = asked.map((route) => server.calls(route).length);
    expect(time.intervals()).not.toContain(5_000);
    time.poll(10_000);
    await waitFor(() =>
      expect(asked.map((route) => server.calls(route).length)).toEqual(before.map((count) => count + 1)),
    );
  });

  it("[B4.2] keeps polling while the page is hidden, also after a read without an answer", async () => {
    const time = hurry();
    desk.runs({ fyers: aRunningRun("fyers") });
    await open();
    await screen.findByRole("heading", { name: "Running" });
    Object.defineProperty(document, "visibilityState", { configurable: true, get: () => "hidden" });
    const counts = () => ["GET /angelone/status", "GET /algorithm/status"].map((route) => server.calls(route).length);
    const [links = 0, runs = 0] = counts();
    server.answer("GET /algorithm/status", { isCutOff: true });
    time.poll(10_000);
    // The second try does not wait until the page is visible.
    await expect.poll(counts).toEqual([links + 1, runs + 2]);
    await screen.findByRole("heading", { name: "Stopped" });
    desk.runs({ fyers: aRunningRun("fyers") });
    time.poll(10_000);
    await screen.findByRole("heading", { name: "Running" });
    expect(counts()).toEqual([links + 2, runs + 3]);
  });

  it("[B9.7] has a clock that moves every second", async () => {
    const time = hurry();
    desk.clock({ speed: 1 });
    await open();
    await screen.findByText(/Monday, 16 November 2026, 8:55:3\d AM IST/);
    expect(time.intervals()).toContain(1_000);
  });

  it("[B4.3, B7.6, B7.7] loads capital and stocks when it runs, and forgets them when it stops", async () => {
    const time = hurry();
    desk.band(50_000, 10_000);
    await open();
    await waitFor(() => expect(field().value).toBe("10000"));
    expect(server.calls("GET /algorithm/details")).toHaveLength(0);
    server.answer("GET /algorithm/stocks", { body: { stocks: [aStock("SBIN"), aStock("BPCL")] } });
    desk.runs({ fyers: aRunningRun("fyers") });
    time.poll(10_000);
    await waitFor(() => expect(detail("Shortlisted stocks")).toBe("SBIN, BPCL"));
    expect(detail("Capital in use")).toBe("₹25,000");
    expect([server.calls("GET /algorithm/details").length, server.calls("GET /algorithm/stocks").length]).toEqual([
      1, 1,
    ]);
    expect(field().value).toBe("25000");
    expect(field().disabled).toBe(true);
    desk.runs();
    time.poll(10_000);
    await waitFor(() => expect(field().value).toBe("10000"));
    expect(field().disabled).toBe(false);
    expect(screen.queryByText("Shortlisted stocks")).toBeNull();
    expect(detail("Capital saved")).toBe("₹10,000");
  });

  it.each([
    ["500", { status: 500, body: { detail: "x", code: "unexpected" } }],
    ["a lost answer", { isCutOff: true }],
  ])("[B4.4, B8.7] counts %s as stopped without a toast", async (_, answer) => {
    const time = hurry();
    desk.runs({ fyers: aRunningRun("fyers") });
    await open();
    await screen.findByRole("heading", { name: "Running" });
    server.answer("GET /algorithm/status", answer);
    time.poll(10_000);
    await screen.findByRole("heading", { name: "Stopped" });
    expect(lamp()).toBe("red");
    expect(toasts()).toEqual([]);
  });

  it("[B4.4, B9.3] retries once before a missing answer counts, and never shows Stopped in between", async () => {
    const time = hurry();
    desk.runs({ fyers: aRunningRun("fyers") });
    await open();
    await screen.findByRole("heading", { name: "Running" });
    const before = server.calls("GET /algorithm/status").length;
    let asked = 0;
    server.answer("GET /algorithm/status", {
      body: aRunningRun("fyers"),
      get isCutOff() {
        asked += 1;
        return asked === 1;
      },
    });
    time.poll(10_000);
    await waitFor(() => expect(server.calls("GET /algorithm/status").length).toBe(before + 2));
    expect(screen.getByRole("heading", { name: "Running" })).toBeDefined();
    expect(screen.queryByRole("heading", { name: "Stopped" })).toBeNull();
  });

  it("[B4.4, B8.7] is silent about a 401 and forces nothing, and has a message for a 403", async () => {
    const time = hurry();
    desk.runs({ fyers: aRunningRun("fyers") });
    await open();
    await screen.findByRole("heading", { name: "Running" });
    server.answer("GET /algorithm/status", { status: 401, body: { detail: "", code: "unexpected" } });
    const before = server.calls("GET /auth/profile").length;
    time.poll(10_000);
    await waitFor(() => expect(server.calls("GET /auth/profile").length).toBe(before + 1));
    expect(screen.getByRole("heading", { name: "Running" })).toBeDefined();
    expect(toasts()).toEqual([]);
    server.answer("GET /algorithm/status", { status: 403, body: { detail: "no", code: "forbidden" } });
    time.poll(10_000);
    await expectToast("Active subscription required to run algorithms");
    await screen.findByRole("heading", { name: "Stopped" });
  });

  it("[B4.1] says closing until it is flat, and refuses a start meanwhile", async () => {
    desk.runs({ fyers: aRun({ broker: "fyers", closing: true }) });
    await open();
    await screen.findByText(/^Closing your open positions/);
    expect(screen.getByRole("heading", { name: "Stopped" })).toBeDefined();
    expect(button("Activate").disabled).toBe(true);
  });
});

describe("the page's other facts", () => {
  it("[B7.14] calls a broker the first connected where it would start, not where something else runs", async () => {
    const time = hurry();
    desk.connect("fyers", "angelone");
    await open();
    expect(screen.getByText(/the first connected of Fyers, Zerodha, Angel One/)).toBeDefined();
    desk.runs({ angelone: aRunningRun("angelone") });
    time.poll(10_000);
    await screen.findByText("Trading through");
    expect(screen.queryByText(/the first connected of/)).toBeNull();
  });

  it("[B4.3] says from when there is a shortlist, which is before the open", async () => {
    desk.runs({ fyers: aRunningRun("fyers") });
    await open();
    await waitFor(() => expect(detail("Shortlisted stocks")).toBe("From about 9:13 AM"));
  });

  it("says with Background off that a locked phone gets no entries", async () => {
    await open();
    expect(screen.getByText("no new entries")).toBeDefined();
    fireEvent.click(screen.getByRole("switch", { name: "Background Mode" }));
    expect(screen.queryByText("no new entries")).toBeNull();
  });

  it("[B9.5, B7.13] shows the day's schedule and the scheduler's state", async () => {
    await open();
    const card = within(screen.getByRole("region", { name: "Daily Schedule" }));
    await card.findByText("Background Mode is off, so nothing starts automatically.");
    expect(card.getAllByRole("listitem").map((row) => row.textContent)).toEqual([
      "8:00 AMAuto disconnectDone",
      "8:30 AMAuto reconnectDone",
      "9:00 AMStrategy auto-startBackground off",
    ]);
    expect(card.getByText("The scheduler is running")).toBeDefined();
    expect(card.queryByText(/^Next: Strategy auto-start/)).toBeNull();
    fireEvent.click(screen.getByRole("switch", { name: "Background Mode" }));
    await card.findByText("Next: Strategy auto-start at 9:00 AM on Monday, 16 November.");
  });

  it("[B4.1, B9.4] says how long a start is still possible", async () => {
    await open();
    expect(await screen.findByText("Ready to start. 14 min 29 s left today.")).toBeDefined();
  });

  it("ends the daily start when background mode is switched off", async () => {
    desk.runs({ fyers: aRun({ broker: "fyers", background_mode: true, next_start: "2026-11-17" }) });
    server.answer("POST /algorithm/stop-background", { body: { ...aRun(), message: "" } });
    await open();
    await waitFor(() => expect(detail("Next automatic start")).toBe("17 Nov 2026, 9:00\u00A0AM"));
    fireEvent.click(screen.getByRole("switch", { name: "Background Mode" }));
    await expectToast("It no longer starts automatically.");
    expect(server.calls("POST /algorithm/stop-background")[0]?.body).toEqual({ broker: "fyers" });
  });

  it("offers approval for an automatically started day", async () => {
    desk.runs({ fyers: aRunningRun("fyers", { day_approval: "waiting" }) });
    server.answer("POST /algorithm/approve-day", {
      body: { ...aRunningRun("fyers"), message: "Today's trading is approved" },
    });
    await open();
    fireEvent.click(await screen.findByRole("button", { name: "Approve today" }));
    await expectToast("Today's trading is approved");
  });
});
