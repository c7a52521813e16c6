import { screen, waitFor } from "@testing-library/react";
import { epochMs } from "@vriddhi/core/time/clock";
import { afterEach, describe, expect, it } from "vitest";
import { createSharedLatest, type Learnt, type SharedLatest } from "../../lib/shared-latest.ts";
import { aRun, aRunningRun, hurry } from "../../testing/trading-desk.fixture.ts";
import { provideTradingPage } from "../../testing/trading-page.fixture.tsx";
import { runTexts } from "./trading.texts.ts";

const page = provideTradingPage("TradingAlgorithm");
const { server, desk, open, heading, detail, pressWhenEnabled } = page;
const ALL = "GET /algorithm/all-status";
const LINK = "GET /angelone/status";
const keyOf = (fact: string) => `own:${desk.userId}:angelone_${fact}`;
const stored = (fact: string) => JSON.parse(localStorage.getItem(keyOf(fact)) ?? "{}");

type SharedFact = Learnt & Readonly<Record<string, unknown>>;
let tab: SharedLatest<SharedFact> | null = null;
/** Another tab of the same browser publishes a fact about Angel One. */
function publishFact(fact: string, values: Readonly<Record<string, unknown>>, atMs = Date.now() + 1_000): void {
  tab = createSharedLatest<SharedFact>({
    key: keyOf(fact),
    toFact: (fields, at) => ({ ...fields, at }),
    now: () => epochMs(Date.now()),
  });
  tab.publish({ ...values, at: epochMs(atMs) });
}
afterEach(() => {
  tab?.close();
  tab = null;
});

describe("[B4.7] Angel One's run on the page for all brokers", () => {
  it("reaches the other tabs, also while it shows another broker's", async () => {
    desk.connect("fyers", "angelone");
    desk.runs({ fyers: aRunningRun("fyers"), angelone: aRun({ broker: "angelone" }) });
    await open();
    await heading("Running");
    await waitFor(() => expect(stored("algorithm")).toMatchObject({ status: "stopped" }));
  });

  it("reaches the other tabs at once after a press, before any reading", async () => {
    hurry();
    desk.connect("angelone");
    server.answer("POST /algorithm/start", { body: { ...aRunningRun("angelone"), message: "" } });
    await open();
    await waitFor(() => expect(stored("algorithm")).toMatchObject({ status: "stopped" }));
    for (const route of [ALL, "GET /algorithm/status"]) server.answer(route, { isCutOff: true });
    await pressWhenEnabled("Activate");
    await waitFor(() => expect(stored("algorithm")).toMatchObject({ status: "running" }));
  });

  it("follows another tab's later change, and polls", async () => {
    hurry();
    desk.connect("angelone");
    await open();
    await heading("Stopped");
    const before = server.calls(ALL).length;
    desk.runs({ angelone: aRunningRun("angelone") });
    publishFact("algorithm", { status: "running" });
    await heading("Running");
    await waitFor(() => expect(server.calls(ALL).length).toBeGreaterThan(before));
  });

  it("does not apply another tab's Angel One status to the broker that it shows, and polls all the same", async () => {
    hurry();
    desk.connect("fyers", "angelone");
    desk.runs({ fyers: aRunningRun("fyers") });
    await open();
    await heading("Running");
    expect(screen.queryByText(runTexts.alsoRuns)).toBeNull();
    desk.runs({ fyers: aRunningRun("fyers"), angelone: aRunningRun("angelone") });
    publishFact("algorithm", { status: "running" });
    await waitFor(() => expect(detail(runTexts.alsoRuns)).toBe("Angel One"));
    await heading("Running");
  });
});

describe("[B4.7] Angel One's connection on the page for all brokers", () => {
  it("reaches the other tabs with its time", async () => {
    desk.connect("fyers", "angelone");
    await open();
    await waitFor(() => expect(stored("connection")).toMatchObject({ isConnected: true }));
    expect(Number.isFinite(stored("connection").at)).toBe(true);
  });

  it("is polled again when another tab has a newer fact, and only then", async () => {
    hurry();
    desk.connect("fyers");
    await open();
    await waitFor(() => expect(stored("connection")).toMatchObject({ isConnected: false }));
    const before = server.calls(LINK).length;
    publishFact("connection", { isConnected: false });
    tab?.close();
    desk.connect("fyers", "angelone");
    publishFact("connection", { isConnected: true }, Date.now() + 2_000);
    await waitFor(() => expect(server.calls(LINK).length).toBe(before + 1));
  });
});

describe("other runs on the page for all brokers", () => {
  it("says where else it runs, and where something is still being closed", async () => {
    desk.connect("fyers", "zerodha", "angelone");
    const zerodha = aRun({ broker: "zerodha", closing: true });
    desk.runs({ fyers: aRunningRun("fyers"), zerodha, angelone: aRunningRun("angelone") });
    await open();
    await waitFor(() => expect(detail(runTexts.alsoRuns)).toBe("Angel One"));
    expect(detail(runTexts.alsoCloses)).toBe("Zerodha");
  });
});
