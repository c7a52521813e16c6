import { fireEvent, screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { QueryProvider } from "../../lib/query.tsx";
import { provideApiServer } from "../../testing/api-server.ts";
import { preparePageTests, renderSite } from "../../testing/render-site.tsx";
import { killTexts } from "./kill-switch.texts.ts";
import { KillSwitch } from "./kill-switch.tsx";

preparePageTests();
const server = provideApiServer();
const POST = "POST /algorithm/kill";
const GET = "GET /algorithm/kill";

function open() {
  const Page = () => (
    <QueryProvider>
      <KillSwitch look="strip" />
    </QueryProvider>
  );
  renderSite({ at: "/", pages: { "/": Page } });
  const button = screen.getByRole<HTMLButtonElement>("button", { name: killTexts.button });
  expect(button.disabled).toBe(false);
  fireEvent.click(button);
}
const press = () => fireEvent.click(screen.getByRole("button", { name: killTexts.stopNow }));

describe("the kill switch", () => {
  it("asks once, and does nothing when the user cancels", () => {
    open();
    expect(screen.getByText(killTexts.question)).toBeDefined();
    fireEvent.click(screen.getByRole("button", { name: killTexts.keepGoing }));
    expect(screen.queryByText(killTexts.question)).toBeNull();
    expect(server.calls(POST)).toHaveLength(0);
  });

  it("says flat only when the server has proved it", async () => {
    server.answer(POST, { body: { message: "", is_flat: false, still_open: ["zerodha", "paper"] } });
    server.answer(GET, { body: { is_flat: false, still_open: ["zerodha"] } });
    open();
    press();
    await screen.findByText(killTexts.closing(["zerodha", "paper"]));
    expect(screen.queryByText(killTexts.flat)).toBeNull();
    await expect.poll(() => screen.queryByText(killTexts.closing(["zerodha"])), { timeout: 60_000 }).not.toBeNull();
    server.answer(GET, { body: { is_flat: true, still_open: [] } });
    await expect.poll(() => screen.queryByText(killTexts.flat), { timeout: 60_000 }).not.toBeNull();
    expect(server.calls(POST)).toHaveLength(1);
  });

  it("claims nothing without an answer, and can be pressed again", async () => {
    server.answer(POST, { isCutOff: true });
    open();
    press();
    await screen.findByText(killTexts.notProved);
    server.answer(POST, { body: { message: "", is_flat: true, still_open: [] } });
    fireEvent.click(screen.getByRole("button", { name: killTexts.tryAgain }));
    await screen.findByText(killTexts.flat);
  });

  it("keeps showing open positions while a poll has no answer", async () => {
    server.answer(POST, { body: { message: "", is_flat: false, still_open: ["fyers"] } });
    server.answer(GET, { status: 503, body: { detail: "", code: "busy" } });
    open();
    press();
    await screen.findByText(killTexts.closing(["fyers"]));
    await expect.poll(() => server.calls(GET).length, { timeout: 60_000 }).toBeGreaterThan(1);
    expect(screen.getByText(killTexts.closing(["fyers"]))).toBeDefined();
  });
});
