import { fireEvent, screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { aRun, aRunningRun, hurry } from "../../testing/trading-desk.fixture.ts";
import { provideTradingPage } from "../../testing/trading-page.fixture.tsx";
import { consentTexts } from "./consent.texts.ts";

const page = provideTradingPage("ZerodhaTrading");
const { server, desk, visit, field, type, press, isEnabled, pressWhenEnabled, expectToast, quick, heading } = page;
const START = "POST /algorithm/start";
async function open() {
  desk.connect("zerodha");
  await page.open();
}

describe("[B2.23] the Zerodha trading screen", () => {
  it("[B1.1] says whose signals it follows and has no schedule", async () => {
    await open();
    expect(screen.getByText(/It follows the signals of the Angel One side/)).toBeDefined();
    expect(screen.queryByRole("region", { name: "Daily Schedule" })).toBeNull();
  });

  it("requires the connection", async () => {
    desk.connect("angelone");
    visit();
    await heading("Connection Required");
    expect(screen.getByText(/Zerodha Connection in the sidebar/)).toBeDefined();
  });

  it("[B7.14, B8.6] starts with background mode in the payload", async () => {
    const time = hurry();
    server.answer(START, {
      body: { ...aRunningRun("zerodha", { background_mode: true }), message: "In the background" },
    });
    await open();
    fireEvent.click(screen.getByRole("switch", { name: "Background Mode" }));
    await pressWhenEnabled("Activate");
    await expectToast("In the background");
    expect(server.calls(START)[0]?.address).toBe("/algorithm/start");
    expect(server.calls(START)[0]?.body).toEqual({
      trading_type: "equity",
      capital: 500,
      broker: "zerodha",
      background_mode: true,
    });
    expect(time.waited).toEqual([1_000]);
  });

  it("[B8.6] shows for 5 s that it started, without background mode", async () => {
    hurry();
    server.answer(START, { body: { ...aRunningRun("zerodha"), message: "In the server's words" } });
    await open();
    await isEnabled("Activate");
    desk.runs({ zerodha: aRunningRun("zerodha") });
    press("Activate");
    await expectToast("Zerodha algorithm started successfully!", 5_000);
    await heading("Running");
  });

  it("[B7.15, B8.6] stops its own broker", async () => {
    hurry();
    desk.runs({ zerodha: aRunningRun("zerodha"), angelone: aRunningRun("angelone") });
    server.answer("POST /algorithm/stop", { body: { ...aRun(), message: "" } });
    await open();
    await isEnabled("Stop");
    desk.runs({ angelone: aRunningRun("angelone") });
    press("Stop");
    await expectToast("Zerodha algorithm stopped successfully!", 3_000);
    expect(server.calls("POST /algorithm/stop")[0]?.body).toEqual({ broker: "zerodha" });
    await heading("Stopped");
  });

  it("[B5.2] has its own texts for amounts above the band, typed or preset", async () => {
    await open();
    await screen.findByText("Your upper band ₹50,000");
    type("60000");
    await expectToast("Capital cannot exceed your upper band of ₹50,000");
    expect(field().value).toBe("500");
    expect(quick("1L").getAttribute("aria-disabled")).toBe("true");
    press(/^1L,/);
    await expectToast("₹1,00,000 exceeds your capital upper band of ₹50,000");
    expect(field().value).toBe("500");
  });

  it("[B3.6] proposes the mode of Zerodha's own switch", async () => {
    desk.runs({ zerodha: aRun({ broker: "zerodha", approval_mode: null }) });
    await open();
    await pressWhenEnabled("Activate");
    await screen.findByRole("dialog", { name: consentTexts.modeDialog });
    await waitFor(() =>
      expect((screen.getByRole("radio", { name: /^Manual/ }) as HTMLInputElement).checked).toBe(true),
    );
  });
});
