import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { CONSENT_VERSION } from "@vriddhi/core/run/consent";
import { beforeEach, describe, expect, it } from "vitest";
import { aRun, aRunningRun, hurry } from "../../testing/trading-desk.fixture.ts";
import { provideTradingPage } from "../../testing/trading-page.fixture.tsx";
import { consentTexts } from "./consent.texts.ts";
import { firstStartTexts } from "./first-start.texts.ts";

const page = provideTradingPage("TradingAlgorithm");
const { server, desk, open, field, button, type, press, isEnabled, pressWhenEnabled, expectToast } = page;
const START = "POST /algorithm/start";
const STOP = "POST /algorithm/stop";
const started = (changes = {}) => ({ ...aRunningRun("fyers", changes), message: "Algorithm started" });

describe("[B7.14] Activate", () => {
  it("[B4.5, B4.6, B8.6] starts at the first connected broker and reads the status again", async () => {
    hurry();
    desk.connect("zerodha", "angelone");
    desk.band(50_000, 10_000);
    server.answer(START, { body: { ...started(), broker: "zerodha" } });
    await open();
    await waitFor(() => expect(field().value).toBe("10000"));
    await isEnabled("Activate");
    desk.runs({ zerodha: aRunningRun("zerodha") });
    press("Activate");
    await screen.findByRole("heading", { name: "Running" });
    await expectToast("Algorithm started successfully");
    const [call] = server.calls(START);
    expect(call?.address).toBe("/algorithm/start");
    expect(call?.body).toEqual({ trading_type: "equity", capital: 10_000, broker: "zerodha" });
    expect(call?.headers["x-user-id"]).toBe(desk.userId);
    expect(call?.headers["idempotency-key"]).toMatch(/^[0-9a-f]{32}$/);
    await waitFor(() => expect([button("Activate").disabled, button("Deactivate").disabled]).toEqual([true, false]));
  });

  it("[B4.6] sends background mode as a query and explains it", async () => {
    hurry();
    server.answer(START, { body: { ...started({ background_mode: true }), message: "It goes on without this page" } });
    await open();
    fireEvent.click(screen.getByRole("switch", { name: "Background Mode" }));
    await pressWhenEnabled("Activate");
    await expectToast("It goes on without this page");
    expect(server.calls(START)[0]?.address).toBe("/algorithm/start?background_mode=true");
  });

  it("[B4.5, B7.8] waits for the saved capital, unless an amount is chosen before it is there", async () => {
    server.answer("GET /api/fyers/capital", { body: {}, delayMs: 60_000 });
    server.answer("PUT /api/fyers/capital", { body: { capital_amount: 50_000, capital: 5_000 } });
    await open();
    await screen.findByText("Ready to start. 14 min 29 s left today.");
    await waitFor(() => expect(server.calls("GET /algorithm/all-status").length).toBeGreaterThan(0));
    expect(button("Activate").disabled).toBe(true);
    press(/^5K,/);
    await isEnabled("Activate");
  });

  it("[B4.5, B8.3] starts with 500 where the saved capital cannot be read", async () => {
    server.answer("GET /api/fyers/capital", { status: 500, body: {} });
    server.answer(START, { body: started() });
    await open();
    await pressWhenEnabled("Activate");
    await waitFor(() => expect(server.calls(START)[0]?.body).toMatchObject({ capital: 500 }));
  });

  it("[B4.5] locks the capital of this start, not that of the run before", async () => {
    const time = hurry();
    desk.runs({ fyers: aRunningRun("fyers") });
    server.answer("PUT /api/fyers/capital", { body: { capital_amount: 50_000, capital: 10_000 } });
    server.answer(START, { body: started({ capital: 10_000 }) });
    await open();
    await waitFor(() => expect(field().value).toBe("25000"));
    desk.runs();
    time.poll(10_000);
    await screen.findByRole("heading", { name: "Stopped" });
    press(/^10K,/);
    await isEnabled("Activate");
    // The server answers nothing more after the start.
    for (const path of ["status", "all-status", "details"] as const)
      server.answer(`GET /algorithm/${path}`, { body: {}, delayMs: 60_000 });
    press("Activate");
    await screen.findByRole("heading", { name: "Running" });
    expect([field().value, field().disabled]).toEqual(["10000", true]);
  });

  it("[B5.1] falls back to 500 where the value is not valid", async () => {
    hurry();
    server.answer(START, { body: started() });
    await open();
    type("");
    await pressWhenEnabled("Activate");
    await waitFor(() => expect(server.calls(START)[0]?.body).toMatchObject({ capital: 500 }));
  });

  it("[B8.4, B9.3, B7.14] tries three times, after 1 s and 2 s, under one name, and then gives up", async () => {
    const time = hurry();
    server.answer(START, { isCutOff: true });
    await open();
    await pressWhenEnabled("Activate");
    await expectToast("Connection timeout. Retrying... (1/3)");
    await expectToast("Connection timeout. Retrying... (2/3)");
    await expectToast("Failed to connect to server. Please try again later.");
    expect(server.calls(START)).toHaveLength(3);
    expect(time.waited).toEqual([1_000, 2_000]);
    expect(new Set(server.calls(START).map(({ headers }) => headers["idempotency-key"])).size).toBe(1);
    await isEnabled("Activate");
  });

  it.each([
    [403, "anything", "Active subscription required to run algorithms"],
    [
      400,
      "Strategy cannot be started after 9:10 AM.",
      "Strategy cannot be started after 9:10 AM. Please try again tomorrow.",
    ],
    [400, "It is already running", "Strategy is already running for your account"],
    [400, "Zerodha credentials missing.", "Fyers credentials missing. Please reconnect your account."],
    [400, "Capital changes in steps of ₹500", "Capital changes in steps of ₹500"],
    [400, null, "Failed to start algorithm"],
    [409, "Still closing", "Still closing"],
    [500, null, "Failed to start algorithm"],
  ])("[B8.4] after %i with “%s” says “%s”, also beside the buttons", async (status, detailText, words) => {
    hurry();
    server.answer(START, { status, body: { detail: detailText, code: "refused" } });
    await open();
    await pressWhenEnabled("Activate");
    await expectToast(words, words.includes("9:10 AM") ? 8_000 : 5_000);
    expect(screen.getAllByText(words).length).toBeGreaterThan(1);
    expect(server.calls(START)).toHaveLength(1);
  });

  it("[B8.4] reads the status again when it is already running", async () => {
    hurry();
    server.answer(START, { status: 400, body: { detail: "already running", code: "already_running" } });
    await open();
    await isEnabled("Activate");
    desk.runs({ fyers: aRunningRun("fyers") });
    press("Activate");
    await screen.findByRole("heading", { name: "Running" });
  });

  it("[B9.4, B8.4] after 9:10 offers the next trading day, which is background mode", async () => {
    hurry();
    const body = { detail: "Strategy cannot be started after 9:10 AM.", code: "start_too_late" };
    server.answer(START, { status: 400, body });
    server.answer("POST /algorithm/start-next-day", {
      body: {
        ...aRun({ next_start: "2026-11-17" }),
        message: "It starts automatically at 9:00 AM on Tuesday, 17 November",
      },
    });
    await open();
    await pressWhenEnabled("Activate");
    fireEvent.click(await screen.findByRole("button", { name: "Start next trading day" }));
    await expectToast("It starts automatically at 9:00 AM on Tuesday, 17 November");
    expect(server.calls("POST /algorithm/start-next-day")[0]?.body).toEqual({ capital: 500, broker: "fyers" });
  });
});

describe("the first Activate", () => {
  const MODE = "PUT /algorithm/approval-mode";
  beforeEach(() => {
    desk.runs({ fyers: aRun({ broker: "fyers", approval_mode: null, consent_needed: CONSENT_VERSION }) });
    server.answer(START, { body: started() });
  });

  it("asks for consent and for the approval mode, stores the mode by its own call and then starts", async () => {
    hurry();
    server.answer(MODE, { body: { ...aRun(), message: "" } });
    await open();
    await pressWhenEnabled("Activate");
    const dialog = within(await screen.findByRole("dialog", { name: consentTexts.title }));
    for (const point of consentTexts.points) expect(dialog.getByText(point)).toBeDefined();
    fireEvent.click(dialog.getByRole("radio", { name: /^Manual/ }));
    fireEvent.click(dialog.getByRole("button", { name: firstStartTexts.confirm }));
    expect(await dialog.findByText(consentTexts.mustAgree)).toBeDefined();
    expect(server.calls(START)).toHaveLength(0);
    fireEvent.click(dialog.getByRole("checkbox"));
    fireEvent.click(dialog.getByRole("button", { name: firstStartTexts.confirm }));
    await waitFor(() => expect(server.calls(START)).toHaveLength(1));
    expect(server.calls(MODE)[0]?.body).toEqual({ broker: "fyers", mode: "manual" });
    expect(server.calls(START)[0]?.body).toMatchObject({ consent_version: CONSENT_VERSION });
  });

  it("starts nothing when the chosen mode could not be stored", async () => {
    server.answer(MODE, { status: 500, body: {} });
    await open();
    await pressWhenEnabled("Activate");
    const dialog = within(await screen.findByRole("dialog", { name: consentTexts.title }));
    fireEvent.click(dialog.getByRole("checkbox"));
    fireEvent.click(dialog.getByRole("button", { name: firstStartTexts.confirm }));
    expect(await dialog.findByText(firstStartTexts.modeFailed)).toBeDefined();
    expect(server.calls(START)).toHaveLength(0);
  });
});

describe("[B7.15] Deactivate", () => {
  beforeEach(() => desk.runs({ fyers: aRunningRun("fyers") }));
  const stopped = { ...aRun(), message: "Algorithm stopped" };

  it("[B4.5, B8.6] stops with an empty body, with the specification's texts", async () => {
    hurry();
    server.answer(STOP, { body: stopped });
    await open();
    await isEnabled("Deactivate");
    desk.runs();
    press("Deactivate");
    await expectToast("Algorithm stoped successfully");
    await screen.findByRole("heading", { name: "Stopped" });
    expect(server.calls(STOP)[0]?.body).toEqual({});
  });

  it("[B7.15] ends the daily start too where it runs in the background", async () => {
    hurry();
    desk.runs({ fyers: aRunningRun("fyers", { background_mode: true }) });
    server.answer("POST /algorithm/stop-background", { body: stopped });
    await open();
    await pressWhenEnabled("Deactivate");
    await waitFor(() => expect(server.calls("POST /algorithm/stop-background")[0]?.body).toEqual({}));
    expect(server.calls(STOP)).toHaveLength(0);
  });

  it.each([
    ["a 5xx", { status: 503, body: {} }, 1],
    ["no answer", { isCutOff: true }, 3],
  ])("[B4.6, B8.6] counts %s as stopped, warns and reads again after 1 s", async (_, answer, calls) => {
    const time = hurry();
    server.answer(STOP, answer);
    await open();
    await isEnabled("Deactivate");
    const before = server.calls("GET /algorithm/status").length;
    desk.runs();
    press("Deactivate");
    await expectToast("Stop request sent - verifying status...");
    await screen.findByRole("heading", { name: "Stopped" });
    await waitFor(() => expect(server.calls("GET /algorithm/status").length).toBeGreaterThan(before));
    expect(time.waited.at(-1)).toBe(1_000);
    expect(server.calls(STOP)).toHaveLength(calls);
  });

  it("[B8.4] says why a stop was refused", async () => {
    hurry();
    server.answer(STOP, { status: 400, body: { detail: null, code: "x" } });
    await open();
    await pressWhenEnabled("Deactivate");
    await expectToast("Failed to stop algorithm");
    expect(screen.getByRole("heading", { name: "Running" })).toBeDefined();
  });

  it("asks once before it closes open positions", async () => {
    hurry();
    server.answer(STOP, { body: { ...stopped, closing: true } });
    server.answer("GET /algorithm/day", {
      body: {
        run: null,
        positions: [{ symbol: "SBIN", quantity: 35, open_result_paise: 20_475 }],
        fills: [{ tag: "ENTRY" }],
        result: { now_paise: 17_440 },
      },
    });
    await open();
    await waitFor(() => expect(server.calls("GET /algorithm/day")).toHaveLength(1));
    await waitFor(() => expect(page.detail("Today after charges")).toBe("▲ +₹174.40"));
    await isEnabled("Deactivate");
    await waitFor(() => {
      press("Deactivate");
      expect(screen.getByRole("dialog").textContent).toContain("35 SBIN");
    });
    expect(server.calls(STOP)).toHaveLength(0);
    press("Stop and close");
    await waitFor(() => expect(server.calls(STOP)).toHaveLength(1));
  });
});
