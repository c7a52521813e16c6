import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { epochMs } from "@vriddhi/core/time/clock";
import { useState } from "react";
import { describe, expect, it } from "vitest";
import { QueryProvider } from "../../lib/query.tsx";
import { createSharedLatest } from "../../lib/shared-latest.ts";
import { aUser } from "../../testing/account.fixture.ts";
import { renderSite } from "../../testing/render-site.tsx";
import { aRun, aRunningRun, aStock, hurry } from "../../testing/trading-desk.fixture.ts";
import { provideTradingPage } from "../../testing/trading-page.fixture.tsx";
import { TradingTab } from "./trading-tabs.tsx";

const page = provideTradingPage("AngelOneTrading");
const { server, desk, visit, field, button, type, press, isEnabled, pressWhenEnabled, toasts } = page;
const { expectToast, quick, detail, heading } = page;
const ALL = "GET /algorithm/all-status";
const START = "POST /angelone-algorithm/start";
const STOP = "POST /angelone-algorithm/stop";
const started = (changes = {}) => ({ ...aRunningRun("angelone", changes), message: "It goes on by itself" });
const stopped = { ...aRun({ broker: "angelone" }), message: "" };
async function open() {
  desk.connect("angelone");
  await page.open();
}
const KEY = `own:${desk.userId}:angelone_algorithm`;
interface Known {
  readonly status: string;
  readonly at: ReturnType<typeof epochMs>;
}
const anotherTab = () =>
  createSharedLatest<Known>({
    key: KEY,
    toFact: ({ status }, at) => ({ status: String(status), at }),
    now: () => epochMs(Date.now()),
  });

describe("[B2.23] the Angel One trading screen", () => {
  it("has capital, quick amounts, background mode, Activate and Stop, the status and the schedule", async () => {
    await open();
    expect(["1K", "5K", "10K", "25K", "50K", "1L"].map((label) => quick(label).textContent)).toHaveLength(6);
    expect(screen.getByRole("switch", { name: "Background Mode" })).toBeDefined();
    expect(button("Stop").disabled).toBe(true);
    expect(screen.getByRole("region", { name: "Algorithm status" })).toBeDefined();
    expect(detail("Capital chosen")).toBe("₹500");
    const card = within(screen.getByRole("region", { name: "Daily Schedule" }));
    for (const step of ["Auto disconnect", "Auto reconnect", "Strategy auto-start"])
      expect(card.getByText(step)).toBeDefined();
  });

  it("[B2.9, B4.1] does not show Stopped, on return, before the current status was read", async () => {
    desk.connect("angelone");
    const Toggled = () => {
      const [isShown, setShown] = useState(true);
      return (
        <QueryProvider>
          <button type="button" onClick={() => setShown((was) => !was)}>
            Leave or return
          </button>
          {isShown && <TradingTab tab="AngelOneTrading" user={aUser()} />}
        </QueryProvider>
      );
    };
    renderSite({ at: "/trading", pages: { "/trading": Toggled } });
    await heading("Stopped");
    press("Leave or return");
    const all = { angelone: aRunningRun("angelone") };
    server.answer(ALL, { body: { ...all, fyers: aRun(), zerodha: aRun(), paper: aRun() }, delayMs: 60_000 });
    press("Leave or return");
    expect(await screen.findByText("Checking connection status...")).toBeDefined();
    expect(screen.queryByRole("heading", { name: "Stopped" })).toBeNull();
  });

  it("[B6.2] requires the connection and points to the sidebar", async () => {
    desk.connect("fyers", "zerodha");
    visit();
    await heading("Connection Required");
    expect(screen.getByText(/Angel One Connection in the sidebar/)).toBeDefined();
    expect(server.calls("GET /fyers/status")).toHaveLength(0);
  });

  it("[B4.2, B9.2] polls the status every 5 seconds, but not during a start", async () => {
    const time = hurry([]);
    server.answer(START, { body: started(), delayMs: 60_000 });
    await open();
    await isEnabled("Activate");
    const before = server.calls(ALL).length;
    time.poll(5_000);
    // The test drives the intervals, so polling must not depend on one.
    await expect.poll(() => server.calls(ALL)).toHaveLength(before + 1);
    press("Activate");
    await expect.poll(() => server.calls(START)).toHaveLength(1);
    await expect.poll(() => time.intervals()).not.toContain(5_000);
  });

  it("[B7.16, B4.6, B8.6] starts with capital and background mode, reads again after 1 s and shows a toast for 5 s", async () => {
    const time = hurry();
    server.answer(START, { body: started() });
    await open();
    press(/^25K,/);
    await isEnabled("Activate");
    desk.runs({ angelone: aRunningRun("angelone", { stocks: [aStock("SBIN")] }) });
    press("Activate");
    await expectToast("Angel One algorithm started successfully!", 5_000);
    await heading("Running");
    expect(server.calls(START)[0]?.body).toEqual({ capital: 25_000, background_mode: false });
    expect(time.waited).toEqual([1_000]);
    await waitFor(() => expect(detail("Shortlisted stocks")).toBe("SBIN"));
    expect([field().value, field().disabled]).toEqual(["25000", true]);
  });

  it("[B4.6] explains background mode", async () => {
    hurry();
    server.answer(START, { body: started({ background_mode: true }) });
    await open();
    fireEvent.click(screen.getByRole("switch", { name: "Background Mode" }));
    await pressWhenEnabled("Activate");
    await expectToast("It goes on by itself");
    expect(server.calls(START)[0]?.body).toEqual({ capital: 500, background_mode: true });
  });

  it("[B7.17, B4.3, B8.6] stops, shows a toast for 3 s, and the capital is 500 again", async () => {
    hurry();
    desk.runs({ angelone: aRunningRun("angelone") });
    server.answer(STOP, { body: stopped });
    await open();
    await waitFor(() => expect(field().value).toBe("25000"));
    await isEnabled("Stop");
    desk.runs();
    press("Stop");
    await expectToast("Angel One algorithm stopped successfully!", 3_000);
    await waitFor(() => expect([field().value, field().disabled]).toEqual(["500", false]));
    expect(server.calls(STOP)[0]?.body).toBeNull();
  });

  it("[B4.6] counts an unanswered stop as stopped, without trying again", async () => {
    const time = hurry();
    desk.runs({ angelone: aRunningRun("angelone") });
    server.answer(STOP, { isCutOff: true });
    await open();
    await isEnabled("Stop");
    desk.runs();
    press("Stop");
    await expectToast("Stop request sent - verifying status...");
    await heading("Stopped");
    expect([server.calls(STOP).length, time.waited.at(-1)]).toEqual([1, 1_000]);
    expect(toasts()).toHaveLength(1);
  });

  it.each([
    [400, "In the server's own words", "In the server's own words"],
    [403, null, "Active subscription required to run algorithms."],
    [400, null, "Invalid request. Please check your settings."],
    [500, null, "Server error. Please try again in a few minutes."],
    [409, null, "An unexpected error occurred. Please try again."],
  ])("[B8.5] after %i with “%s” says “%s” for 8 s, also beside the buttons", async (status, detail, words) => {
    hurry();
    server.answer(START, { status, body: { detail: detail, code: "refused" } });
    await open();
    await pressWhenEnabled("Activate");
    await expectToast(words, 8_000);
    expect(screen.getAllByText(words).length).toBeGreaterThan(0);
    expect(server.calls(START)).toHaveLength(1);
  });

  it("[B5.2] refuses more than the band in its own words and keeps the earlier value", async () => {
    await open();
    await screen.findByText("Your upper band ₹50,000");
    type("6000");
    type("60000");
    await expectToast("Your upper band capital is: ₹50,000");
    expect(field().value).toBe("6000");
    expect(quick("1L").disabled).toBe(true);
    expect(quick("1L").className).not.toContain("text-danger");
  });

  it("[B5.1, B4.3] saves nothing: it begins with 500", async () => {
    desk.band(50_000, 20_000);
    await open();
    expect(field().value).toBe("500");
    type("10000");
    fireEvent.blur(field());
    expect(server.calls().filter(({ route }) => route.startsWith("P"))).toEqual([]);
  });
});

describe("[B4.7] the status of Angel One in several tabs", () => {
  it("reaches the other tabs with its time, by channel and storage", async () => {
    desk.runs({ angelone: aRunningRun("angelone") });
    await open();
    await heading("Running");
    await waitFor(() => expect(JSON.parse(localStorage.getItem(KEY) ?? "{}")).toMatchObject({ status: "running" }));
    expect(Number.isFinite(JSON.parse(localStorage.getItem(KEY) ?? "{}").at)).toBe(true);
  });

  it("follows another tab's later change, and polls", async () => {
    hurry();
    await open();
    await heading("Stopped");
    const before = server.calls(ALL).length;
    desk.runs({ angelone: aRunningRun("angelone") });
    const tab = anotherTab();
    tab.publish({ status: "running", at: epochMs(Date.now() + 1_000) });
    await heading("Running");
    await waitFor(() => expect(server.calls(ALL).length).toBeGreaterThan(before));
    tab.close();
  });

  it("ignores another tab's older status", async () => {
    hurry();
    await open();
    await heading("Stopped");
    const tab = anotherTab();
    tab.publish({ status: "running", at: epochMs(Date.now() - 60_000) });
    const echo = new Promise((resolve) => {
      const channel = new BroadcastChannel(KEY);
      channel.onmessage = () => {
        channel.close();
        resolve(null);
      };
    });
    new BroadcastChannel(KEY).postMessage(JSON.stringify({ status: "running", at: Date.now() - 60_000 }));
    await echo;
    expect(screen.getByRole("heading", { name: "Stopped" })).toBeDefined();
    tab.close();
  });
});
