import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { healthTexts } from "../features/desk-health/health.texts.ts";
import { actTexts, deskUserTexts } from "../features/desk-user/desk-user.texts.ts";
import type { Reply } from "../lib/api.ts";
import { provideApiServer } from "../testing/api-server.ts";
import { answerQuietDesk, enterDesk } from "../testing/desk.fixture.ts";
import { preparePageTests, renderSite } from "../testing/render-site.tsx";
import DeskHealth from "./desk-health.tsx";
import DeskUser from "./desk-user.tsx";

preparePageTests();
const server = provideApiServer();
const ID = "3f0c8c1e-8a55-4c53-9a52-0d9fd0f3a001";
const PURCHASE = "3f0c8c1e-8a55-4c53-9a52-0d9fd0f3a0b1";

const person: Reply<"GET", "/api/admin/users/{userId}"> = {
  user: {
    id: ID,
    name: "Rohan <b>Das</b>",
    email: "rohan.das@example.com",
    phone: "••••••••3210",
    role: "user",
    created_at: "2026-03-04T10:00:00.000Z",
    has_second_factor: false,
    last_login_at: null,
  },
  suspension: null,
  periods: [
    {
      plan: "QUARTERLY",
      band: 200_000,
      from: "2026-09-01T00:00:00.000Z",
      to: "2026-12-01T00:00:00.000Z",
      state: "running",
      is_paid: true,
    },
  ],
  capital: { amount: 150_000, is_active: true },
  links: [],
  runs: [],
};

function answerPerson(): void {
  answerQuietDesk(server);
  server.answer(`GET /api/admin/users/${ID}`, { body: person });
  server.answer(`GET /api/admin/users/${ID}/billing`, {
    body: {
      reminders: true,
      purchases: [
        {
          id: PURCHASE,
          plan: "QUARTERLY",
          max_capital: 200_000,
          amount: 8_997,
          coupon_code: null,
          status: "paid",
          payment_id: "pay_1",
          ordered_at: "2026-09-01T00:00:00.000Z",
          paid_at: "2026-09-01T00:00:00.000Z",
          period_start: null,
          period_end: null,
          parts: [],
          refunded: 0,
          documents: [],
        },
      ],
    },
  });
  server.answer(`GET /api/admin/users/${ID}/readiness`, {
    body: { trading_day: "2026-11-16", checked_at: null, brokers: [] },
  });
  server.answer("GET /api/admin/orders", { body: { orders: [] } });
  server.answer("GET /api/admin/audit", { body: { events: [] } });
  server.answer("GET /api/admin/support/threads", { body: { threads: [], waiting: 0 } });
}

describe("the user page", () => {
  beforeEach(() => {
    // The test browser has no layout.
    Element.prototype.scrollIntoView = () => undefined;
    answerPerson();
  });
  const open = () => renderSite({ at: `/secret/users/${ID}`, pages: { "/secret/users/:userId": DeskUser } });

  it("shows the user as plain text, the plan and the payments", async () => {
    enterDesk(server);
    open();
    expect(await screen.findByText("Rohan <b>Das</b>")).toBeDefined();
    expect(screen.getByText(deskUserTexts.upTo("QUARTERLY", "₹2,00,000"))).toBeDefined();
    expect(await screen.findByText("₹8,997")).toBeDefined();
  });

  it("suspends with a reason, and shows the server's refusal beside it", async () => {
    enterDesk(server);
    const route = `POST /api/admin/users/${ID}/suspend`;
    server.answer(route, {
      status: 400,
      body: { detail: "Please give a reason of at least 5 characters", code: "invalid_input" },
    });
    open();
    fireEvent.click(await screen.findByRole("button", { name: actTexts.suspend }));
    const dialog = within(await screen.findByRole("dialog"));
    fireEvent.click(dialog.getByRole("button", { name: actTexts.submit.suspend }));
    expect(await dialog.findByText("Please give a reason of at least 5 characters")).toBeDefined();
    server.answer(route, { body: { message: "Suspended." } });
    fireEvent.change(dialog.getByLabelText(actTexts.reason), { target: { value: "Asked for it himself" } });
    fireEvent.click(dialog.getByRole("button", { name: actTexts.submit.suspend }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(server.calls(route).at(-1)?.body).toEqual({ reason: "Asked for it himself" });
  });

  it("asks for another role with a reason, and says that it waits for a second admin", async () => {
    enterDesk(server);
    const route = `PUT /api/admin/users/${ID}/role`;
    server.answer(route, { body: { message: "Waiting for a second admin", waiting_id: ID } });
    open();
    fireEvent.click(await screen.findByRole("button", { name: actTexts.changeRole }));
    const dialog = within(await screen.findByRole("dialog"));
    const submit = dialog.getByRole<HTMLButtonElement>("button", { name: actTexts.submit.role });
    expect(submit.disabled).toBe(true);
    fireEvent.keyDown(dialog.getByRole("combobox", { name: new RegExp(`^${actTexts.role}`) }), { key: "Enter" });
    fireEvent.keyDown(await screen.findByRole("option", { name: actTexts.roles.support }), { key: "Enter" });
    await waitFor(() => expect(screen.queryByRole("option")).toBeNull());
    fireEvent.change(dialog.getByLabelText(actTexts.reason), { target: { value: "Answers people from today on" } });
    fireEvent.click(submit);
    expect(await screen.findByText("Waiting for a second admin")).toBeDefined();
    expect(server.calls(route).map(({ body }) => body)).toEqual([
      { role: "support", reason: "Answers people from today on" },
    ]);
  });

  it("repeats an extension whose answer was lost with its key, and takes another key after a refusal", async () => {
    enterDesk(server);
    const route = `POST /api/admin/users/${ID}/extend`;
    server.answer(route, { isCutOff: true });
    open();
    fireEvent.click(await screen.findByRole("button", { name: actTexts.extend }));
    const dialog = within(await screen.findByRole("dialog"));
    fireEvent.change(dialog.getByLabelText(actTexts.reason), { target: { value: "The feed was away" } });
    const submit = dialog.getByRole<HTMLButtonElement>("button", { name: actTexts.submit.extend });
    const press = async (times: number) => {
      await waitFor(() => expect(submit.getAttribute("aria-busy") === "true" || submit.disabled).toBe(false));
      fireEvent.click(submit);
      await waitFor(() => expect(server.calls(route)).toHaveLength(times));
    };
    await press(1);
    await screen.findByText(actTexts.failed);
    server.answer(route, { status: 409, body: { detail: "There is no plan to extend.", code: "not_subscribed" } });
    await press(2);
    await screen.findByText("There is no plan to extend.");
    await press(3);
    const [lost, refused, again] = server.calls(route).map(({ headers }) => headers["idempotency-key"]);
    expect(lost).toBeDefined();
    expect(refused).toBe(lost);
    expect(again).not.toBe(lost);
  });

  it("shows who works here, and offers no admin a way to change their own role", async () => {
    enterDesk(server);
    const self = { ...person.user, email: "meera.nair@example.com", role: "admin" };
    server.answer(`GET /api/admin/users/${ID}`, { body: { ...person, user: self } });
    open();
    expect(await screen.findByText(deskUserTexts.roles.admin)).toBeDefined();
    expect(screen.queryByRole("button", { name: actTexts.changeRole })).toBeNull();
    expect(screen.getByRole("button", { name: actTexts.extend })).toBeDefined();
  });

  it("sends a fresh login link where the session is missing", async () => {
    enterDesk(server);
    const link = { client_id: "AB1234", session_until: null, last_error: null, is_connected: false } as const;
    const fyers = { ...link, broker: "fyers", is_connected: true } as const;
    server.answer(`GET /api/admin/users/${ID}`, {
      body: { ...person, links: [{ ...link, broker: "zerodha" }, fyers] },
    });
    const route = `POST /api/admin/users/${ID}/login-link`;
    server.answer(route, { body: { message: "Rohan gets a fresh link to log in at Zerodha" } });
    open();
    fireEvent.click(await screen.findByRole("button", { name: deskUserTexts.sendLink("Zerodha") }));
    expect(await screen.findByRole("button", { name: deskUserTexts.linkSent })).toBeDefined();
    expect(server.calls(route).map(({ body }) => body)).toEqual([{ broker: "zerodha" }]);
    expect(screen.queryByRole("button", { name: deskUserTexts.sendLink("Fyers") })).toBeNull();
  });

  it("offers nothing to change to read-only support", async () => {
    enterDesk(server, "support");
    open();
    await screen.findByText("Rohan <b>Das</b>");
    expect(screen.queryByRole("button", { name: actTexts.suspend })).toBeNull();
  });
});

describe("the health page", () => {
  const health: Reply<"GET", "/api/admin/health"> = {
    at: "2026-11-16T05:12:00.000Z",
    feeds: [{ desk: "fyers", last_tick_at: null, age_s: 0.4 }],
    queues: [],
    orders: { trading_day: "2026-11-16", sent: 120, p50_ms: 84.2, p99_ms: 402, unknown: 0, stuck: 0 },
    failed_logins: 2,
    mornings: { trading_day: "2026-11-16", ready: 400, reasons: [{ reason: "session_missing", accounts: 12 }] },
    scheduler_beat_at: "2026-11-16T05:11:59.000Z",
    buckets_covered: 0,
    buckets_without_worker: 0,
  };
  const open = () => renderSite({ at: "/secret/health", pages: { "/secret/health": DeskHealth } });

  it("is quiet while everything is normal", async () => {
    enterDesk(server);
    answerQuietDesk(server);
    server.answer("GET /api/admin/health", { body: health });
    open();
    expect(await screen.findByText(healthTexts.well)).toBeDefined();
    expect(screen.getByText("84 ms")).toBeDefined();
    expect(screen.getByText("session missing")).toBeDefined();
  });

  it("names the figures that need attention", async () => {
    enterDesk(server);
    answerQuietDesk(server);
    server.answer("GET /api/admin/health", { body: { ...health, orders: { ...health.orders, unknown: 3 } } });
    open();
    expect(await screen.findByText(healthTexts.look(1))).toBeDefined();
  });
});
