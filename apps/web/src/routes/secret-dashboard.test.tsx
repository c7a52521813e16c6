import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { secondAdminTexts } from "../features/desk/desk.texts.ts";
import { haltTexts } from "../features/desk/halt/halt.texts.ts";
import { HOLD_MS } from "../features/desk/halt/hold-button.tsx";
import { provideApiServer } from "../testing/api-server.ts";
import { aCapital, answerQuietDesk, DESK_TOKEN, enterDesk, noHalt } from "../testing/desk.fixture.ts";
import { preparePageTests, renderSite } from "../testing/render-site.tsx";
import SecretDashboard from "./secret-dashboard.tsx";

preparePageTests();
beforeEach(() => {
  Element.prototype.scrollIntoView = () => undefined;
  Element.prototype.hasPointerCapture = () => false;
});
const server = provideApiServer();
const CAPITAL = "GET /api/admin/active-users-capital-sum";
const ACT = "00000000-0000-4000-8000-000000000001";
const STOP = "POST /api/admin/halt";

async function open(role: "admin" | "support" = "admin") {
  enterDesk(server, role);
  renderSite({ at: "/secret/dashboard", pages: { "/secret/dashboard": SecretDashboard } });
  await screen.findByRole("heading", { name: /^Welcome/ });
}
const region = (name: string) => within(screen.getByRole("region", { name }));
const address = () => screen.getByTestId("address").textContent;

describe("the back office", () => {
  beforeEach(() => answerQuietDesk(server));

  it("[C2.34] welcomes by name and logs out to /secret, and the token is removed", async () => {
    server.answer("POST /api/logout", { body: { message: "" } });
    await open();
    expect(await screen.findByRole("heading", { name: "Welcome, meera.nair@example.com" })).toBeDefined();
    fireEvent.click(screen.getByRole("button", { name: "Logout" }));
    await waitFor(() => expect(address()).toBe("/secret"));
    expect(localStorage.getItem("admin_token")).toBeNull();
    expect(server.calls("POST /api/logout")[0]?.headers.authorization).toBe(`Bearer ${DESK_TOKEN}`);
  });

  it("[C2.34] welcomes an Admin whose name is not known, and has a menu for phones", async () => {
    localStorage.setItem("admin_token", DESK_TOKEN);
    server.answer("GET /api/verify", { body: { username: "", name: "", role: "admin", expires_at: "" } });
    renderSite({ at: "/secret/dashboard", pages: { "/secret/dashboard": SecretDashboard } });
    expect(await screen.findByRole("heading", { name: "Welcome, Admin" })).toBeDefined();
    fireEvent.click(screen.getByRole("button", { name: "Open menu" }));
    const menu = within(screen.getByRole("dialog", { name: "Menu" }));
    expect(menu.getByRole("link", { name: "Users" }).getAttribute("href")).toBe("/admin/dashboard");
  });

  it("[C2.36][C3.11][C7.10][C9.7] sums up the active capital, its time 2.5 h back and labelled Asia/Kolkata", async () => {
    await open();
    const card = region("Active Users Capital Summary");
    expect(await card.findByText("₹8,27,70,000")).toBeDefined();
    expect(card.getByText("Total Active Capital")).toBeDefined();
    expect(card.getByText("Active Users Count")).toBeDefined();
    expect(card.getByText("412")).toBeDefined();
    expect(card.getByText("00:58:04").getAttribute("title")).toBe("True time: 16 Nov 2026, 08:58:04 IST");
    expect(card.getByText("Asia/Kolkata")).toBeDefined();
    server.answer(CAPITAL, { body: { ...aCapital, active_users_count: 413 } });
    fireEvent.click(card.getByRole("button", { name: "Refresh" }));
    expect(await card.findByText("413")).toBeDefined();
  });

  it("[C2.36] waits for the capital, and says when there is none", async () => {
    server.answer(CAPITAL, { status: 400, body: {} });
    await open();
    expect(region("Active Users Capital Summary").getByText("Loading the capital summary")).toBeDefined();
    expect(await region("Active Users Capital Summary").findByText("No data available")).toBeDefined();
  });

  it("[C4.13] reads capital on entry and again when broker or sort change", async () => {
    await open();
    await screen.findByText("aditya.rao");
    expect(server.calls(CAPITAL)).toHaveLength(1);
    fireEvent.mouseDown(screen.getByRole("tab", { name: /^Fyers/ }), { button: 0 });
    await waitFor(() => expect(server.calls(CAPITAL)).toHaveLength(2));
    fireEvent.click(screen.getByRole("button", { name: /^Ascending order/ }));
    await waitFor(() => expect(server.calls(CAPITAL)).toHaveLength(3));
  });

  it("[C9.7] says that its times are shifted while its clock is true", async () => {
    await open();
    // A browser at UTC is 5.5 h behind India, and 2.5 h more are taken off.
    expect(await screen.findByText("8 h back")).toBeDefined();
    expect(await screen.findByText(/^08:58:\d\d$/)).toBeDefined();
  });

  it("[C8.12] redirects to /secret when a call refuses the token", async () => {
    server.answer("GET /api/scheduled-orders", { status: 401, body: { detail: "over", code: "not_signed_in" } });
    await open();
    await waitFor(() => expect(address()).toBe("/secret"));
    expect(localStorage.getItem("admin_token")).toBeNull();
  });

  it("always says when there is no second admin", async () => {
    server.answer("GET /api/admin/second-admin", { body: { is_on: false, acts: [] } });
    await open();
    expect(await screen.findByText("Only one admin.")).toBeDefined();
  });

  it("shows an unfinished confirmed act, which can be confirmed again but not refused", async () => {
    const at = "2026-11-16T03:30:00.000Z";
    const people = { asked_by: "Asha", decided_by: "Ravi", is_own: false };
    const act = {
      id: ACT,
      kind: "bulk_orders",
      sentence: "long 500 TCS",
      state: "unfinished",
      outcome: null,
      ...people,
    };
    const acts = [{ ...act, asked_at: at, expires_at: at, decided_at: at }];
    server.answer("GET /api/admin/second-admin", { body: { is_on: true, acts } });
    server.answer(`POST /api/admin/second-admin/${ACT}/confirm`, { body: { message: "3/3 orders placed.", act } });
    await open();
    const panel = within(await screen.findByRole("region", { name: secondAdminTexts.title }));
    expect(panel.getByText(secondAdminTexts.unfinished)).toBeDefined();
    expect(panel.queryByRole("button", { name: secondAdminTexts.refuse })).toBeNull();
    fireEvent.click(panel.getByRole("button", { name: secondAdminTexts.confirm }));
    expect(await screen.findByText("3/3 orders placed.")).toBeDefined();
  });

  it("gives support read-only access", async () => {
    await open("support");
    await screen.findByText("aditya.rao");
    expect(screen.queryByRole("region", { name: "Order Placement Panel" })).toBeNull();
    expect(screen.queryByRole("button", { name: haltTexts.button })).toBeNull();
    expect(screen.getByRole<HTMLButtonElement>("switch").disabled).toBe(true);
  });
});

describe("stop all trading", () => {
  beforeEach(() => answerQuietDesk(server));

  const ask = async () => {
    fireEvent.click(await screen.findByRole("button", { name: haltTexts.button }));
    return within(await screen.findByRole("dialog", { name: haltTexts.title }));
  };

  it("opens a question first, with focus on Cancel, and letting go early does nothing", async () => {
    await open();
    const dialog = await ask();
    expect(dialog.getByText(haltTexts.nothingYet)).toBeDefined();
    await waitFor(() => expect(document.activeElement?.textContent).toBe(haltTexts.cancel));
    const hold = dialog.getByRole("button", { name: haltTexts.hold });
    fireEvent.pointerDown(hold, { button: 0 });
    fireEvent.pointerUp(hold);
    expect(await dialog.findByText(haltTexts.letGo)).toBeDefined();
    fireEvent.click(hold);
    expect(server.calls(STOP)).toHaveLength(0);
  });

  it("stops after the hold, the milder choice by default, and the page shows it", async () => {
    const isOn = { ...noHalt, is_on: true, since: "2026-11-16T06:01:07.000Z", by: "Meera Nair" };
    server.answer(STOP, { body: isOn });
    await open();
    const dialog = await ask();
    const heldFrom = performance.now();
    fireEvent.keyDown(dialog.getByRole("button", { name: haltTexts.hold }), { key: " " });
    await waitFor(() => expect(server.calls(STOP)).toHaveLength(1));
    expect(performance.now() - heldFrom).toBeGreaterThanOrEqual(HOLD_MS);
    server.answer("GET /api/admin/halt", { body: isOn });
    expect(await screen.findByText(haltTexts.blocked)).toBeDefined();
    expect(server.calls(STOP).map(({ body }) => body)).toEqual([{ closes_positions: false }]);
    expect(screen.getByText(/^By Meera Nair at 11:31:07 IST\./)).toBeDefined();
  });

  it("says when the stop did not reach the server", async () => {
    server.answer(STOP, { isCutOff: true });
    await open();
    const dialog = await ask();
    fireEvent.click(dialog.getByRole("radio", { name: new RegExp(haltTexts.close) }));
    fireEvent.pointerDown(dialog.getByRole("button", { name: haltTexts.hold }), { button: 0 });
    expect(await screen.findByText(haltTexts.failed)).toBeDefined();
    expect(server.calls(STOP)[0]?.body).toEqual({ closes_positions: true });
  });

  it("is lifted after a confirmation, with the back office's fresh proof", async () => {
    const isOn = { ...noHalt, is_on: true, since: "2026-11-16T06:01:07.000Z", by: null };
    server.answer("GET /api/admin/halt", { body: isOn });
    server.answer("POST /api/admin/halt/lift", { status: 428, body: { detail: "Prove it.", code: "proof_required" } });
    server.answer("POST /api/admin/prove", { body: { message: "" } });
    await open();
    fireEvent.click(await screen.findByRole("button", { name: haltTexts.lift }));
    fireEvent.click(screen.getByRole("button", { name: haltTexts.liftNow }));
    const proof = within(await screen.findByRole("dialog", { name: "Confirm that it is you" }));
    server.answer("POST /api/admin/halt/lift", { body: noHalt });
    server.answer("GET /api/admin/halt", { body: noHalt });
    fireEvent.change(proof.getByLabelText("Password"), { target: { value: "correct horse" } });
    fireEvent.click(proof.getByRole("button", { name: "Confirm" }));
    await waitFor(() => expect(server.calls("POST /api/admin/halt/lift")).toHaveLength(2));
    await waitFor(() => expect(screen.queryByText(haltTexts.blocked)).toBeNull());
    expect(server.calls("POST /api/admin/prove")[0]?.body).toEqual({ password: "correct horse" });
  });
});
