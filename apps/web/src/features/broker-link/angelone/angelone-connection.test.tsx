import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { epochMs } from "@vriddhi/core/time/clock";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { QueryProvider } from "../../../lib/query.tsx";
import { useSession, useSessionStore } from "../../../lib/session.tsx";
import { aSubscription, aUser } from "../../../testing/account.fixture.ts";
import { provideApiServer } from "../../../testing/api-server.ts";
import { markSignedIn, preparePageTests, renderSite } from "../../../testing/render-site.tsx";
import { connectionTexts } from "../../../texts/connection.texts.ts";
import { ConnectionWizard } from "../wizard/connection-wizard.tsx";
import { angelOneFields, angelOneMornings, angelOneScriptTexts, angelOneTexts } from "./angelone.texts.ts";
import type { AngelOneStatus } from "./angelone-link.ts";
import { createSharedConnection } from "./shared-connection.ts";

preparePageTests();
const server = provideApiServer();
const STATUS = "GET /angelone/status";
const CONNECT = "POST /angelone/connect";
const userId = aUser().id;
const KEY = `own:${userId}:angelone_connection`;

const masks = { api_key: "••••••••9abc", username: "A100", password: "••••", totp_token: "••••••••WXYZ" };
const nothing: AngelOneStatus = {
  is_connected: false,
  last_updated: null,
  profile: null,
  credentials: null,
  refresh_token: null,
  session_until: null,
  last_error: null,
  pending: null,
};
const kept: AngelOneStatus = { ...nothing, credentials: masks };
const connected: AngelOneStatus = {
  ...nothing,
  is_connected: true,
  last_updated: "2026-11-16T03:40:00.000Z",
  profile: { clientcode: "A100", name: "Asha Rao", email: "asha@example.com", mobileno: null },
  credentials: masks,
  refresh_token: "handle-1",
};
const answerStatus = (status: AngelOneStatus) => server.answer(STATUS, { body: status });

beforeEach(() => {
  markSignedIn();
  server.answer("GET /auth/profile", { body: aUser() });
  server.answer("GET /algorithm/subscription", { body: aSubscription() });
  server.answer("POST /auth/logout", { body: { message: "" } });
  answerStatus(nothing);
});

function Page() {
  const store = useSessionStore();
  if (useSession().kind !== "user") return <h2>Visitor</h2>;
  return (
    <QueryProvider>
      <ConnectionWizard broker="angelone" userId={userId} />
      <button type="button" onClick={() => void store.leave()}>
        log out
      </button>
    </QueryProvider>
  );
}
const heading = (name: string) => screen.findByRole("heading", { name });
async function open(title: string) {
  renderSite({ at: "/tab", pages: { "/tab": Page } });
  await heading(title);
}
const field = (label: string) => screen.getByLabelText(label) as HTMLInputElement;
const type = (label: string, value: string) => fireEvent.change(field(label), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
const expectToast = (text: string) =>
  waitFor(() =>
    expect([...document.querySelectorAll("[role=status],[role=alert]")].map((region) => region.textContent)).toContain(
      text,
    ),
  );
const sent = { api_key: "key", username: "A100", password: "1234", totp_token: "JBSW" };
function fillIn() {
  for (const { name, label } of angelOneFields) type(label, sent[name]);
}
function inAnotherTab(isConnected: boolean, at = Date.now()) {
  const tab = createSharedConnection(userId, () => epochMs(Date.now()));
  tab.publish({ isConnected, at: epochMs(at) });
  return tab;
}

describe("[B2.17] the Angel One form", () => {
  it("[B5.5] has four fields, a PIN of at most 4, and requires all", async () => {
    await open(angelOneScriptTexts.formTitle);
    expect(angelOneFields.map(({ label }) => field(label).name)).toEqual(Object.keys(sent));
    expect(field("Trading PIN").maxLength).toBe(4);
    expect(screen.getByText(angelOneScriptTexts.securityNote)).toBeDefined();
    press(angelOneScriptTexts.connect);
    for (const { missing } of angelOneFields) expect(await screen.findByText(missing)).toBeDefined();
    expect(server.calls(CONNECT)).toHaveLength(0);
  });

  it("[B4.9, B8.9] connects", async () => {
    server.answer(CONNECT, { body: { message: "" } });
    await open(angelOneScriptTexts.formTitle);
    fillIn();
    answerStatus(connected);
    press(angelOneScriptTexts.connect);
    await heading(angelOneTexts.connectedTitle);
    await expectToast("Successfully connected to Angel One!");
    expect(server.calls(CONNECT)[0]?.body).toEqual(sent);
  });

  it("[B8.9] shows a failure toast, and the reason in the form", async () => {
    server.answer(CONNECT, { status: 400, body: { detail: "Invalid totp", code: "broker_refused" } });
    await open(angelOneScriptTexts.formTitle);
    fillIn();
    press(angelOneScriptTexts.connect);
    await expectToast("Failed to connect to Angel One");
    expect(await screen.findByText("Invalid totp")).toBeDefined();
  });

  it.each([
    ["Invalid totp", "TOTP secret or code"],
    ["Invalid login id or password", "Trading PIN"],
    ["Invalid API Key", "API key"],
  ])(
    "puts the refusal “%s” at its field, with the focus there, and keeps it above the button",
    async (detail, label) => {
      server.answer(CONNECT, { status: 400, body: { detail, code: "broker_refused" } });
      await open(angelOneScriptTexts.formTitle);
      fillIn();
      press(angelOneScriptTexts.connect);
      await waitFor(() => expect(field(label).getAttribute("aria-invalid")).toBe("true"));
      expect(document.activeElement).toBe(field(label));
      expect(
        document.getElementById(field(label).getAttribute("aria-describedby")?.split(" ")[0] ?? "")?.textContent,
      ).toBe(detail);
      const note = screen.getByText("Failed to connect to Angel One", { selector: "form p" });
      expect(note).toBeDefined();
      expect(field("Trading PIN").value).toBe("1234");
      // A second try begins without the old blame.
      server.answer(CONNECT, { body: { message: "" } });
      answerStatus(connected);
      press(angelOneScriptTexts.connect);
      await heading(angelOneTexts.connectedTitle);
    },
  );

  it("shows a refusal without a field above the button", async () => {
    server.answer(CONNECT, {
      status: 503,
      body: { detail: "The broker does not answer.", code: "broker_unavailable" },
    });
    await open(angelOneScriptTexts.formTitle);
    fillIn();
    press(angelOneScriptTexts.connect);
    const reason = await screen.findByText("The broker does not answer.");
    expect(reason.closest("[role=alert]")?.textContent).toContain("Failed to connect to Angel One");
  });

  it("[B8.9] loads the stored values or shows a failure; masks are sent unchanged", async () => {
    server.answer(CONNECT, { body: { message: "" } });
    await open(angelOneScriptTexts.formTitle);
    press(angelOneTexts.fetch);
    await expectToast("Failed to fetch credentials");
    server.answer("GET /angelone/credentials", { body: masks });
    press(angelOneTexts.fetch);
    await waitFor(() => expect(field("API key").value).toBe(masks.api_key));
    press(angelOneScriptTexts.connect);
    await waitFor(() => expect(server.calls(CONNECT)[0]?.body).toEqual(masks));
  });
});

describe("[B2.16] a connected Angel One account", () => {
  beforeEach(() => answerStatus(connected));
  const detail = (name: string) => screen.getByText(name, { selector: "dt" }).nextElementSibling?.textContent;

  it("shows the account and its last connection", async () => {
    await open(angelOneTexts.connectedTitle);
    expect(detail(angelOneTexts.clientCode)).toBe("A100");
    expect(detail(angelOneTexts.name)).toBe("Asha Rao");
    expect(detail(angelOneTexts.email)).toBe("asha@example.com");
    expect(detail(angelOneTexts.mobile)).toBe(connectionTexts.unknown);
    expect(detail(angelOneTexts.lastConnected)).toBe("16 Nov 2026, 9:10 AM IST");
  });

  it("[B4.9, B8.9] disconnects and clears the form", async () => {
    server.answer("DELETE /angelone/disconnect", { body: { message: "" } });
    await open(angelOneTexts.connectedTitle);
    answerStatus(kept);
    press(connectionTexts.disconnect);
    await heading(angelOneScriptTexts.formTitle);
    await expectToast("Successfully disconnected from Angel One");
    await waitFor(() => expect(angelOneFields.map(({ label }) => field(label).value).join("")).toBe(""));
  });

  it("[B8.9] shows why it could not disconnect", async () => {
    const body = { detail: "A position is still open.", code: "position_open" };
    server.answer("DELETE /angelone/disconnect", { status: 409, body });
    await open(angelOneTexts.connectedTitle);
    press(connectionTexts.disconnect);
    await expectToast("Failed to disconnect from Angel One");
    expect(screen.getByText("A position is still open.")).toBeDefined();
  });

  it("[B4.9] shows the form again for a reconnect", async () => {
    await open(angelOneTexts.connectedTitle);
    press(connectionTexts.reconnect);
    await heading(angelOneScriptTexts.formTitle);
    expect(field("Client code").value).toBe("A100");
  });

  it("[B8.9] shows that the tokens could not be renewed", async () => {
    await open(angelOneTexts.connectedTitle);
    press(angelOneTexts.refresh);
    await expectToast("Failed to refresh Angel One tokens");
  });

  it("[B4.9, B8.9] renews the tokens with Refresh Status", async () => {
    await open(angelOneTexts.connectedTitle);
    server.answer("POST /angelone/refresh", { body: { message: "", refresh_token: "handle-2" } });
    press(angelOneTexts.refresh);
    await expectToast("Angel One tokens refreshed successfully");
    expect(server.calls("POST /angelone/refresh")[0]?.body).toEqual({ refresh_token: "handle-1" });
  });

  it("[B8.9] says when there is no refresh token", async () => {
    answerStatus({ ...connected, refresh_token: null });
    await open(angelOneTexts.connectedTitle);
    press(angelOneTexts.refresh);
    await expectToast("No refresh token available");
    expect(server.calls("POST /angelone/refresh")).toHaveLength(0);
  });
});

describe("[B4.7] several tabs", () => {
  it("shows another tab's change at once, and reads it again", async () => {
    answerStatus(connected);
    await open(angelOneTexts.connectedTitle);
    answerStatus(kept);
    const tab = inAnotherTab(false);
    await heading(angelOneScriptTexts.formTitle);
    await waitFor(() => expect(server.calls(STATUS).length).toBeGreaterThan(1));
    answerStatus(connected);
    tab.publish({ isConnected: true, at: epochMs(Date.now() + 1) });
    await heading(angelOneTexts.connectedTitle);
    tab.close();
  });

  it("ignores another tab's older status", async () => {
    answerStatus(connected);
    await open(angelOneTexts.connectedTitle);
    await waitFor(() => expect(localStorage.getItem(KEY)).toContain("true"));
    inAnotherTab(false, Date.now() - 60_000).close();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(screen.getByRole("heading", { name: angelOneTexts.connectedTitle })).toBeDefined();
  });

  it("leaves nothing behind at logout", async () => {
    answerStatus(connected);
    await open(angelOneTexts.connectedTitle);
    await waitFor(() => expect(localStorage.getItem(KEY)).not.toBeNull());
    press("log out");
    await heading("Visitor");
    expect(localStorage.getItem(KEY)).toBeNull();
  });

  it("[B9.2] polls every 10 seconds, and not while the page is hidden", async () => {
    const polls: (() => void)[] = [];
    const setRealInterval = globalThis.setInterval;
    vi.stubGlobal("setInterval", (work: () => void, everyMs: number) => {
      if (everyMs === 10_000) polls.push(work);
      return setRealInterval(work, everyMs);
    });
    answerStatus(connected);
    await open(angelOneTexts.connectedTitle);
    const poll = () => polls.at(-1)?.();
    const before = server.calls(STATUS).length;
    Object.defineProperty(document, "visibilityState", { configurable: true, get: () => "hidden" });
    poll();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(server.calls(STATUS)).toHaveLength(before);
    Reflect.deleteProperty(document, "visibilityState");
    poll();
    await waitFor(() => expect(server.calls(STATUS)).toHaveLength(before + 1));
  });
});

describe("[B9.5] Angel One's mornings", () => {
  const readiness = (reason: string) => ({
    broker: "angelone",
    is_ready: false,
    reason,
    detail: "x",
    broker_said: null,
    action: null,
    session_expires_at: null,
  });
  const answerReadiness = (reason: string) =>
    server.answer("GET /brokers/readiness", {
      body: { trading_day: "2026-11-16", checked_at: null, brokers: [readiness(reason)] },
    });

  it("says that it connects automatically at 8:30 when it does", async () => {
    answerStatus(kept);
    answerReadiness("connects_by_itself");
    await open(angelOneScriptTexts.formTitle);
    expect(await screen.findByText(angelOneTexts.comesByItself)).toBeDefined();
    cleanup();
    answerReadiness("credentials_refused");
    await open(angelOneScriptTexts.formTitle);
    expect(screen.queryByText(angelOneTexts.comesByItself)).toBeNull();
  });

  it.each([
    ["with a stored secret and a subscription", {}, "active", angelOneMornings.byItself],
    ["without a stored secret", { credentials: { ...masks, totp_token: "" } }, "active", angelOneMornings.byHand],
    ["without a subscription", {}, "expired", angelOneMornings.unsubscribed],
  ] as const)("says what happens next morning %s", async (_, more, status, sentence) => {
    server.answer("GET /algorithm/subscription", { body: aSubscription({ status }) });
    answerStatus({ ...connected, ...more });
    await open(angelOneTexts.connectedTitle);
    expect(await screen.findByText(sentence)).toBeDefined();
  });
});
