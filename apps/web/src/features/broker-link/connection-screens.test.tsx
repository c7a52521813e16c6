import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { announceLogin } from "../../lib/broker-login-window.ts";
import { QueryProvider } from "../../lib/query.tsx";
import { useSession } from "../../lib/session.tsx";
import { aSubscription, aUser } from "../../testing/account.fixture.ts";
import { provideApiServer } from "../../testing/api-server.ts";
import { type LinkStatuses, linkStatuses, SINCE, theEgress } from "../../testing/link-statuses.fixture.ts";
import { markSignedIn, preparePageTests, renderSite } from "../../testing/render-site.tsx";
import { connectionTexts } from "../../texts/connection.texts.ts";
import { fyersLoginTexts } from "./fyers/fyers.texts.ts";
import { ConnectionWizard } from "./wizard/connection-wizard.tsx";
import { zerodhaLoginTexts } from "./zerodha/zerodha.texts.ts";

preparePageTests();
const server = provideApiServer();
const userId = aUser().id;
/** Polls that were set up, to be fired by hand. */
let polls: (() => void)[];

beforeEach(() => {
  markSignedIn();
  server.answer("GET /auth/profile", { body: aUser() });
  server.answer("GET /algorithm/subscription", { body: aSubscription() });
  server.answer("GET /brokers/readiness", { body: { trading_day: "2026-11-16", checked_at: null, brokers: [] } });
  server.answer("GET /brokers/egress", { body: theEgress() });
  Element.prototype.scrollIntoView = () => undefined;
  vi.stubGlobal(
    "ResizeObserver",
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
  polls = [];
  const setRealInterval = globalThis.setInterval;
  vi.stubGlobal("setInterval", (work: () => void, everyMs: number) => {
    if (everyMs === 10_000) polls.push(work);
    return setRealInterval(work, everyMs);
  });
});
afterEach(() => Reflect.deleteProperty(document, "visibilityState"));

function open({ broker }: LinkStatuses) {
  const Page = () =>
    useSession().kind === "user" && (
      <QueryProvider>
        <ConnectionWizard broker={broker} userId={userId} />
      </QueryProvider>
    );
  renderSite({ at: "/tab", pages: { "/tab": Page } });
}
const heading = (name: string) => screen.findByRole("heading", { name });
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
const pollNow = () => {
  for (const poll of polls) poll();
};
const expectToast = (text: string) =>
  waitFor(() =>
    expect([...document.querySelectorAll("[role=status],[role=alert]")].map((region) => region.textContent)).toContain(
      text,
    ),
  );

describe.each(linkStatuses)("the $name connection", (one) => {
  const STATUS = `GET /${one.broker}/status`;
  const answer = (isConnected: boolean, more: object = {}) =>
    server.answer(STATUS, { body: one.status(isConnected, more) });
  const connectedTitle = `Connected to ${one.name}`;
  const formTitle = `Connect to ${one.name}`;

  it("[B2.12, B2.16, B2.21] notices an ended session by polling, and says why", async () => {
    answer(true);
    open(one);
    await heading(connectedTitle);
    const lastError = { code: "session_expired", detail: "The broker has ended it.", at: "2026-11-16T00:30:00.000Z" };
    answer(false, { last_error: lastError });
    pollNow();
    await heading(formTitle);
    expect(screen.getByText(`The session at ${one.name} has ended`)).toBeDefined();
    expect(screen.getByText("The broker has ended it.")).toBeDefined();
    expect(screen.getByText("16 Nov 2026, 6:00 AM IST")).toBeDefined();
  });

  it("has numbered steps, the broker's console, the address for orders and guidance beside them", async () => {
    answer(false);
    open(one);
    await heading(formTitle);
    expect(screen.getAllByRole("heading", { level: 3 })).toHaveLength(3);
    const console = screen.getByRole("link", { name: /^Open .*opens in a new tab/ });
    expect(console.getAttribute("href")).toMatch(/^https:\/\//);
    const address = await screen.findByLabelText("Address for orders (static IP)");
    expect((address as HTMLTextAreaElement).value).toBe("203.0.113.7");
    const guide = within(screen.getByRole("complementary", { name: "Where to find each value" }));
    expect(guide.getAllByRole("listitem").length).toBeGreaterThan(4);
    expect(guide.getByRole("link", { name: "Support" })).toBeDefined();
  });

  it("links to the simulated brokers' accounts in the sandbox, and only there", async () => {
    answer(false);
    open(one);
    await heading(formTitle);
    expect(screen.queryByRole("link", { name: /^Sandbox/ })).toBeNull();
    cleanup();
    document.documentElement.dataset["mode"] = "sandbox";
    open(one);
    const link = await screen.findByRole("link", { name: "Sandbox: broker accounts are here" });
    delete document.documentElement.dataset["mode"];
    expect(link.getAttribute("href")).toBe("/sandbox?tab=accounts");
  });

  it("sends no request while the page is hidden", async () => {
    answer(true);
    open(one);
    await heading(connectedTitle);
    const before = server.calls(STATUS).length;
    Object.defineProperty(document, "visibilityState", { configurable: true, get: () => "hidden" });
    pollNow();
    Reflect.deleteProperty(document, "visibilityState");
    expect(server.calls(STATUS)).toHaveLength(before);
  });

  it("changes at the session's end, and asks the server", async () => {
    const timers: { work: () => void; waitMs: number }[] = [];
    const setRealTimer = globalThis.setTimeout;
    vi.stubGlobal("setTimeout", (work: () => void, waitMs?: number) => {
      if (waitMs !== undefined && waitMs > 3_000_000) return timers.push({ work, waitMs });
      return setRealTimer(work, waitMs);
    });
    answer(true, { session_until: new Date(Date.now() + 3_600_000).toISOString() });
    open(one);
    await heading(connectedTitle);
    expect(screen.getByText(connectionTexts.sessionUntil)).toBeDefined();
    await waitFor(() => expect(timers.length).toBeGreaterThan(0));
    answer(false);
    timers.at(-1)?.work();
    await heading(formTitle);
  });

  it("believes the server when this device's clock is ahead of the session", async () => {
    answer(true, { session_until: "2020-01-01T00:00:00.000Z" });
    open(one);
    await heading(connectedTitle);
  });

  it("[B8.2] counts as not connected when the status cannot be read, and does not ask for secrets again", async () => {
    server.answer(STATUS, { status: 404, body: { detail: "", code: "not_found" } });
    open(one);
    await expectToast("Failed to check connection status");
    expect(screen.getByText(connectionTexts.checkFailedBody)).toBeDefined();
    expect(screen.queryByRole("textbox")).toBeNull();
    expect(screen.queryByRole("heading", { name: formTitle })).toBeNull();
    answer(true);
    press(connectionTexts.retry);
    await heading(connectedTitle);
  });

  it("[B8.2] keeps a form that is being filled in when a later read fails, and removes a connected view", async () => {
    answer(false);
    open(one);
    await heading(formTitle);
    server.answer(STATUS, { status: 404, body: { detail: "", code: "not_found" } });
    pollNow();
    await screen.findByText(connectionTexts.checkFailedBody);
    expect(screen.getByRole("heading", { name: formTitle })).toBeDefined();
    cleanup();
    answer(true);
    open(one);
    await heading(connectedTitle);
    server.answer(STATUS, { status: 404, body: { detail: "", code: "not_found" } });
    pollNow();
    await screen.findByText(connectionTexts.checkFailedBody);
    expect(screen.queryByRole("heading", { name: connectedTitle })).toBeNull();
  });

  it("[B2.22] disconnects, and deletes the credentials after a question", async () => {
    const REMOVE = `DELETE /${one.broker}/credentials`;
    answer(true);
    server.answer(one.disconnect, { body: { message: "" } });
    server.answer(REMOVE, { body: { message: "" } });
    open(one);
    await heading(connectedTitle);
    answer(false);
    press(connectionTexts.disconnect);
    await heading(formTitle);
    press(connectionTexts.remove);
    const dialog = await screen.findByRole("dialog", { name: connectionTexts.removeTitle });
    expect(dialog.textContent).toContain(
      `Are you sure you want to completely delete your ${one.name} API credentials? You'll need to re-enter them to reconnect.`,
    );
    expect(server.calls(REMOVE)).toHaveLength(0);
    fireEvent.click(within(dialog).getByRole("button", { name: connectionTexts.removeConfirm }));
    await expectToast(`${one.name} credentials deleted completely`);
    expect(server.calls(REMOVE)).toHaveLength(1);
  });

  it("shows beside the buttons why leaving failed", async () => {
    const body = { detail: "A position is still open.", code: "position_open" };
    answer(true);
    server.answer(one.disconnect, { status: 409, body });
    open(one);
    await heading(connectedTitle);
    press(connectionTexts.disconnect);
    expect(await screen.findByText("A position is still open.")).toBeDefined();
  });

  it("shows the form for a reconnect and keeps the connection meanwhile", async () => {
    answer(true);
    open(one);
    await heading(connectedTitle);
    press(connectionTexts.reconnect);
    await heading(formTitle);
    expect(screen.getByText(connectionTexts.replaceNote)).toBeDefined();
    expect(screen.getByText(connectionTexts.connected)).toBeDefined();
    press(connectionTexts.cancel);
    await heading(connectedTitle);
  });
});

describe.each([
  { one: linkStatuses[0] as LinkStatuses, title: fyersLoginTexts.title, success: "Successfully connected to Fyers" },
  {
    one: linkStatuses[2] as LinkStatuses,
    title: zerodhaLoginTexts.title,
    success: "Successfully connected to Zerodha!",
  },
])("a login on the page of $one.name", ({ one, title, success }) => {
  const STATUS = `GET /${one.broker}/status`;
  const KEY = `own:${userId}:${one.broker}_login`;
  const pending = { client_id: "AB1234", since: SINCE };
  const loginUrl = "https://broker.example/login";
  const answer = (isConnected: boolean, more: object = {}) =>
    server.answer(STATUS, { body: one.status(isConnected, more) });
  const remember = () => localStorage.setItem(KEY, JSON.stringify({ loginUrl, requestId: "state-1", since: SINCE }));
  const openLogin = () => screen.queryByRole("link", { name: connectionTexts.openLogin })?.getAttribute("href");

  it("is still pending after a reload, with the link to the broker's page", async () => {
    remember();
    answer(false, { pending });
    open(one);
    await heading(title);
    expect(screen.getByText(connectionTexts.pendingAuth)).toBeDefined();
    expect(openLogin()).toBe(loginUrl);
  });

  it("is pending without the link where it was started in another browser", async () => {
    answer(false, { pending });
    open(one);
    await heading(title);
    expect(openLogin()).toBeUndefined();
    press(connectionTexts.startOver);
    await heading(`Connect to ${one.name}`);
  });

  it("does not cover a connected account that another browser is changing", async () => {
    answer(true, { pending });
    open(one);
    await heading(`Connected to ${one.name}`);
  });

  it("with stored details is still pending after a reload too, though not for ever", async () => {
    const store = (atMs: number) =>
      localStorage.setItem(KEY, JSON.stringify({ loginUrl, requestId: "s", since: null, atMs, wasConnected: false }));
    store(Date.now() - 60_000);
    answer(false);
    open(one);
    await heading(title);
    expect(openLogin()).toBe(loginUrl);
    answer(true);
    pollNow();
    await heading(`Connected to ${one.name}`);
    cleanup();
    store(Date.now() - 3_600_000);
    answer(false);
    open(one);
    await heading(`Connect to ${one.name}`);
  });

  it("ends when it was finished on another device", async () => {
    remember();
    answer(false, { pending });
    open(one);
    await heading(title);
    answer(true);
    pollNow();
    await heading(`Connected to ${one.name}`);
    await expectToast(success);
  });

  it("notifies the waiting page when it fails in the other window", async () => {
    remember();
    answer(false, { pending });
    open(one);
    await heading(title);
    const stop = announceLogin(one.broker, { kind: "failed", sentence: "Invalid authenticator code" }, () => undefined);
    await expectToast("Invalid authenticator code");
    const form = screen.getByRole("heading", { name: title }).closest("div.rounded-lg");
    expect(form?.textContent).toContain("Invalid authenticator code");
    stop();
  });
});
