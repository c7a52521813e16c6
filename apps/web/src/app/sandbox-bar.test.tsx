import { screen, waitFor } from "@testing-library/react";
import { epochMs } from "@vriddhi/core/time/clock";
import { afterEach, describe, expect, it } from "vitest";
import { provideApiServer } from "../testing/api-server.ts";
import { preparePageTests, renderSite } from "../testing/render-site.tsx";
import { siteTexts } from "../texts/site.texts.ts";
import { describeSpeed, simulatedNow } from "./sandbox-clock.ts";
import { SandboxSlot } from "./sandbox-slot.tsx";

preparePageTests();
const server = provideApiServer();
afterEach(() => document.documentElement.removeAttribute("data-mode"));

const open = () => renderSite({ at: "/about", pages: { "/about": SandboxSlot } });
const clock = { readAtMs: 1_000, now: epochMs(50_000), speed: 20, isHeld: false };

describe("the simulated clock between two readings", () => {
  it("runs on at its speed", () => expect(simulatedNow(clock, 3_000)).toBe(90_000));
  it("does not advance while it is held", () => expect(simulatedNow({ ...clock, isHeld: true }, 3_000)).toBe(50_000));
  it("never runs backwards when this device's clock is set back", () => expect(simulatedNow(clock, 0)).toBe(50_000));
  it("says how fast it runs", () => {
    expect([clock, { ...clock, speed: 0 }, { ...clock, isHeld: true }].map(describeSpeed)).toEqual([
      "20×",
      siteTexts.sandboxFrozen,
      siteTexts.sandboxHeld,
    ]);
  });
});

describe("the sandbox bar", () => {
  it("shows simulated time, speed and a link to the controls in sandbox mode", async () => {
    document.documentElement.dataset["mode"] = "sandbox";
    server.answer("GET /sandbox/clock", { body: { now: "2026-11-16T08:40:00+05:30", speed: 0, held: false } });
    open();
    await waitFor(() => expect(screen.getByRole("complementary").textContent).toContain("16 Nov 2026, 08:40:00 IST"));
    expect(screen.getByRole("link", { name: siteTexts.sandboxControls }).getAttribute("href")).toBe("/sandbox");
  });

  it("says so when the clock does not answer", async () => {
    document.documentElement.dataset["mode"] = "sandbox";
    open();
    await waitFor(() => expect(screen.getByText(siteTexts.sandboxUnreachable)).toBeTruthy());
  });

  it("is not there in live mode and asks nothing", async () => {
    document.documentElement.dataset["mode"] = "live";
    open();
    await waitFor(() => expect(screen.getByTestId("address").textContent).toBe("/about"));
    expect(screen.queryByRole("complementary")).toBeNull();
    expect(server.calls()).toHaveLength(0);
  });
});
