import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { announceLogin } from "../../../lib/broker-login-window.ts";
import { QueryProvider } from "../../../lib/query.tsx";
import { useSession } from "../../../lib/session.tsx";
import { aSubscription, aUser } from "../../../testing/account.fixture.ts";
import { provideApiServer } from "../../../testing/api-server.ts";
import { markSignedIn, preparePageTests, renderSite } from "../../../testing/render-site.tsx";
import { connectionTexts } from "../../../texts/connection.texts.ts";
import { ConnectionWizard } from "../wizard/connection-wizard.tsx";
import { zerodhaLoginTexts, zerodhaScriptTexts, zerodhaTexts } from "./zerodha.texts.ts";
import type { ZerodhaCredentials, ZerodhaStatus } from "./zerodha-values.ts";

preparePageTests();
const server = provideApiServer();
const STATUS = "GET /zerodha/status";
const SAVE = "POST /zerodha/credentials";
const LOGIN = "POST /zerodha/login";
const loginUrl = "https://kite.example/connect/login?v=3&api_key=kitekey";

const stored: ZerodhaCredentials = {
  api_key: "••••••••9abc",
  api_secret: "••••••••7xyz",
  user_name: "AB1234",
  auto_trading_enabled: false,
  max_daily_trades: 50,
  risk_management_enabled: true,
};
const nothing: ZerodhaStatus = {
  connected: false,
  user_id: null,
  user_name: null,
  user_type: null,
  email: null,
  last_api_call: null,
  credentials: null,
  redirect_url: "https://vriddhi.example/connect/zerodha",
  session_until: null,
  last_error: null,
  pending: null,
};
const kept: ZerodhaStatus = { ...nothing, user_id: "AB1234", credentials: stored };
const connected: ZerodhaStatus = {
  ...kept,
  connected: true,
  user_name: "Asha Rao",
  user_type: "individual",
  email: "asha@example.com",
  last_api_call: "2026-11-16T03:40:00.000Z",
};
const answerStatus = (status: ZerodhaStatus) => server.answer(STATUS, { body: status });

let windows: { opener: unknown; location: { href: string }; features: string }[];

beforeEach(() => {
  markSignedIn();
  server.answer("GET /auth/profile", { body: aUser() });
  server.answer("GET /algorithm/subscription", { body: aSubscription() });
  answerStatus(nothing);
  windows = [];
  // jsdom has no layout: a switch that observes its own size never gets a change
  vi.stubGlobal(
    "ResizeObserver",
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
  vi.stubGlobal("open", (_address: string, _name: string, features: string) => {
    const opened = { opener: window, location: { href: "" }, features };
    windows.push(opened);
    return opened;
  });
});

function Page() {
  if (useSession().kind !== "user") return null;
  return (
    <QueryProvider>
      <ConnectionWizard broker="zerodha" userId={aUser().id} />
    </QueryProvider>
  );
}

async function open(title: string) {
  renderSite({ at: "/tab", pages: { "/tab": Page } });
  await screen.findByRole("heading", { name: title });
}
const field = (label: string) => screen.getByLabelText(label) as HTMLInputElement;
const type = (label: string, value: string) => fireEvent.change(field(label), { target: { value } });
const button = (name: string) => screen.getByRole("button", { name }) as HTMLButtonElement;
const press = (name: string) => fireEvent.click(button(name));
const heading = (name: string) => screen.findByRole("heading", { name });
/** The announced text: the live regions hold the latest toast. */
const expectToast = (text: string) =>
  waitFor(() =>
    expect([...document.querySelectorAll("[role=status],[role=alert]")].map((region) => region.textContent)).toContain(
      text,
    ),
  );

function fillIn() {
  type("API key", "kitekey");
  type("API secret", "kitesecret");
  type("Client ID", "AB1234");
}

describe("[B2.18] the Zerodha connection", () => {
  it("[B2.19] shows the form with its badge, a masked secret and the address to register", async () => {
    await open("Connect to Zerodha");
    expect(screen.getByText("Not Connected")).toBeDefined();
    expect(field("API secret").type).toBe("password");
    press("Show API secret");
    expect(field("API secret").type).toBe("text");
    expect(field("Redirect URL").value).toBe(nothing.redirect_url);
    expect(screen.getByRole("link", { name: /How to connect\?/ }).getAttribute("href")).toBe("/guides/zerodha.pdf");
  });

  it("[B3.6] shows no settings before there is a connection", async () => {
    await open(zerodhaScriptTexts.formTitle);
    expect(screen.queryByText(zerodhaTexts.settingsTitle)).toBeNull();
    expect(screen.queryByRole("switch")).toBeNull();
  });

  it("[B5.6] requires every credential beside its field and sends nothing", async () => {
    await open(zerodhaScriptTexts.formTitle);
    press(zerodhaScriptTexts.connect);
    expect(await screen.findByText("API key is required")).toBeDefined();
    expect(screen.getByText("API secret is required")).toBeDefined();
    expect(screen.getByText("Client ID is required")).toBeDefined();
    expect(server.calls(SAVE)).toHaveLength(0);
  });

  it("[B4.10, B2.20, B8.10] continues to the login when an address is returned, and connects by the token", async () => {
    server.answer(SAVE, { body: { message: "", login_url: loginUrl } });
    await open(zerodhaScriptTexts.formTitle);
    fillIn();
    press(zerodhaScriptTexts.connect);
    await heading("Complete Zerodha Login");
    await expectToast("Zerodha credentials saved! Please complete the login process.");
    expect(screen.getByText("Pending Auth")).toBeDefined();
    expect(server.calls(SAVE)[0]?.body).toEqual({
      api_key: "kitekey",
      api_secret: "kitesecret",
      user_name: "AB1234",
      auto_trading_enabled: false,
      max_daily_trades: 50,
      risk_management_enabled: true,
    });
    expect(windows).toEqual([{ opener: null, location: { href: loginUrl }, features: "popup,width=800,height=600" }]);

    expect(button(zerodhaLoginTexts.complete).disabled).toBe(true);
    type(zerodhaLoginTexts.grant, "   ");
    expect(button(zerodhaLoginTexts.complete).disabled).toBe(true);
    const whole = "https://vriddhi.example/connect/zerodha?request_token=tok&action=login&status=success";
    type(zerodhaLoginTexts.grant, whole);
    server.answer(LOGIN, { body: { message: "" } });
    answerStatus(connected);
    press(zerodhaLoginTexts.complete);
    await heading("Connected to Zerodha");
    await expectToast("Successfully connected to Zerodha!");
    expect(server.calls(LOGIN)[0]?.body).toEqual({ request_token: whole });
  });

  it("names the button that opens the login when the browser blocks windows", async () => {
    vi.stubGlobal("open", () => null);
    server.answer(SAVE, { body: { message: "", login_url: loginUrl } });
    await open(zerodhaScriptTexts.formTitle);
    fillIn();
    press(zerodhaScriptTexts.connect);
    await heading(zerodhaLoginTexts.title);
    expect(screen.getByText(connectionTexts.windowBlocked)).toBeDefined();
    expect(screen.getByRole("link", { name: connectionTexts.openLogin }).getAttribute("href")).toBe(loginUrl);
  });

  it("is connected as soon as the other window says so", async () => {
    server.answer(SAVE, { body: { message: "", login_url: loginUrl } });
    await open(zerodhaScriptTexts.formTitle);
    fillIn();
    press(zerodhaScriptTexts.connect);
    await heading(zerodhaLoginTexts.title);
    answerStatus(connected);
    const onReceived = vi.fn();
    const stop = announceLogin("zerodha", { kind: "connected" }, onReceived);
    await heading(zerodhaTexts.connectedTitle);
    await expectToast("Successfully connected to Zerodha!");
    expect(onReceived).toHaveBeenCalled();
    stop();
  });

  it("[B4.10, B8.10] treats a save without an address as complete", async () => {
    answerStatus(kept);
    server.answer(SAVE, { body: { message: "" } });
    await open(zerodhaScriptTexts.formTitle);
    answerStatus(connected);
    press(zerodhaScriptTexts.connect);
    await heading(zerodhaTexts.connectedTitle);
    await expectToast("Zerodha credentials saved successfully!");
    expect(server.calls(SAVE)[0]?.body).toEqual(stored);
  });

  it("sends unchanged masks back and refuses an edited one", async () => {
    answerStatus(kept);
    await open(zerodhaScriptTexts.formTitle);
    expect(field("API secret").value).toBe(stored.api_secret);
    type("API secret", `${stored.api_secret}1`);
    press(zerodhaScriptTexts.connect);
    expect(await screen.findByText(connectionTexts.maskEdited)).toBeDefined();
    expect(server.calls(SAVE)).toHaveLength(0);
  });

  it.each([
    [
      "the server's sentence",
      { status: 409, body: { detail: "Linked elsewhere.", code: "client_taken" } },
      "Linked elsewhere.",
    ],
    ["its own without one", { isCutOff: true }, "Failed to connect to Zerodha"],
  ])("[B8.10] says %s when the save is refused", async (_, answer, sentence) => {
    server.answer(SAVE, answer);
    await open(zerodhaScriptTexts.formTitle);
    fillIn();
    press(zerodhaScriptTexts.connect);
    await expectToast(sentence);
    expect(screen.getByRole("heading", { name: zerodhaScriptTexts.formTitle })).toBeDefined();
  });

  it.each([
    [
      "the server's sentence",
      { status: 400, body: { detail: "Token is invalid.", code: "broker_refused" } },
      "Token is invalid.",
    ],
    ["its own without one", { isCutOff: true }, "Failed to complete Zerodha authentication"],
  ])("[B8.10] says %s when the token is refused", async (_, answer, sentence) => {
    server.answer(SAVE, { body: { message: "", login_url: loginUrl } });
    server.answer(LOGIN, answer);
    await open(zerodhaScriptTexts.formTitle);
    fillIn();
    press(zerodhaScriptTexts.connect);
    await heading(zerodhaLoginTexts.title);
    type(zerodhaLoginTexts.grant, "tok");
    press(zerodhaLoginTexts.complete);
    await expectToast(sentence);
  });

  it("[B8.10] loads the stored values into the form, or shows a failure", async () => {
    await open(zerodhaScriptTexts.formTitle);
    press(zerodhaTexts.fetch);
    await expectToast("Failed to fetch credentials. Please try again.");
    server.answer("GET /zerodha/credentials", { body: stored });
    press(zerodhaTexts.fetch);
    await expectToast("Credentials fetched successfully!");
    expect(field("API key").value).toBe(stored.api_key);
    expect(screen.queryByText(zerodhaTexts.settingsTitle)).toBeNull();
  });
});

describe("[B2.21, B2.22] a connected Zerodha account", () => {
  beforeEach(() => answerStatus(connected));
  const detail = (name: string) => screen.getByText(name, { selector: "dt" }).nextElementSibling?.textContent;

  it("shows the account and its last use", async () => {
    await open("Connected to Zerodha");
    expect(screen.getByText("Connected", { exact: true })).toBeDefined();
    expect(detail(zerodhaTexts.clientId)).toBe("AB1234");
    expect(detail(zerodhaTexts.name)).toBe("Asha Rao");
    expect(detail(zerodhaTexts.lastCall)).toBe("16 Nov 2026, 9:10 AM IST");
  });

  it("[B3.6] saves its settings with the credentials left as they are", async () => {
    server.answer(SAVE, { body: { message: "" } });
    await open(zerodhaTexts.connectedTitle);
    fireEvent.click(screen.getByRole("switch", { name: zerodhaTexts.autoTrading }));
    type(zerodhaTexts.maxDailyTrades, "501");
    press(zerodhaTexts.saveSettings);
    expect(await screen.findByText(zerodhaTexts.maxDailyTradesFault)).toBeDefined();
    type(zerodhaTexts.maxDailyTrades, "12");
    press(zerodhaTexts.saveSettings);
    await expectToast("Zerodha credentials saved successfully!");
    expect(server.calls(SAVE)[0]?.body).toEqual({ ...stored, auto_trading_enabled: true, max_daily_trades: 12 });
  });

  it("[B8.10] disconnects, keeps the credentials and returns to the form", async () => {
    server.answer("POST /zerodha/disconnect", { body: { message: "" } });
    await open(zerodhaTexts.connectedTitle);
    answerStatus(kept);
    press(connectionTexts.disconnect);
    await heading(zerodhaScriptTexts.formTitle);
    await expectToast("Disconnected from Zerodha. Your API credentials have been preserved.");
    expect(field("API key").value).toBe(stored.api_key);
  });

  it("[B8.10] shows why it could not disconnect", async () => {
    const body = { detail: "A position is still open.", code: "position_open" };
    server.answer("POST /zerodha/disconnect", { status: 409, body });
    await open(zerodhaTexts.connectedTitle);
    press(connectionTexts.disconnect);
    await expectToast("Failed to disconnect from Zerodha");
    expect(screen.getByText("A position is still open.")).toBeDefined();
  });

  it("[B2.22] shows the form again for a reconnect, moves the focus there and back", async () => {
    await open(zerodhaTexts.connectedTitle);
    button(connectionTexts.reconnect).focus();
    press(connectionTexts.reconnect);
    const title = await heading(zerodhaScriptTexts.formTitle);
    expect(document.activeElement?.contains(title) && document.activeElement !== document.body).toBe(true);
    press(connectionTexts.cancel);
    await heading(zerodhaTexts.connectedTitle);
  });

  it("[B2.22] always reconnects: the form sends the settings as they are, and a login follows", async () => {
    server.answer(SAVE, { body: { message: "", login_url: loginUrl } });
    await open(zerodhaTexts.connectedTitle);
    expect(button(zerodhaTexts.saveSettings).disabled).toBe(true);
    press(connectionTexts.reconnect);
    await heading(zerodhaScriptTexts.formTitle);
    expect(screen.queryByText(zerodhaTexts.settingsTitle)).toBeNull();
    answerStatus({ ...connected, pending: { client_id: "AB1234", since: "2026-11-16T03:45:00.000Z" } });
    press(zerodhaScriptTexts.connect);
    await heading(zerodhaLoginTexts.title);
    expect(server.calls(SAVE)[0]?.body).toEqual(stored);
    expect(windows.map(({ location }) => location.href)).toEqual([loginUrl]);
  });

  it("[B8.11, B4.10] deletes the credentials only after the confirmation and empties the form", async () => {
    server.answer("DELETE /zerodha/credentials", { body: { message: "" } });
    await open(zerodhaTexts.connectedTitle);
    press(connectionTexts.remove);
    const dialog = await screen.findByRole("dialog");
    expect(dialog.textContent).toContain(
      "Are you sure you want to completely delete your Zerodha API credentials? You'll need to re-enter them to reconnect.",
    );
    fireEvent.click(within(dialog).getByRole("button", { name: "Cancel" }));
    expect(server.calls("DELETE /zerodha/credentials")).toHaveLength(0);
    press(connectionTexts.remove);
    answerStatus(nothing);
    fireEvent.click(
      within(await screen.findByRole("dialog")).getByRole("button", { name: connectionTexts.removeConfirm }),
    );
    await heading(zerodhaScriptTexts.formTitle);
    await expectToast("Zerodha credentials deleted completely");
    expect(field("API key").value).toBe("");
  });

  it("[B8.10] shows that it could not delete", async () => {
    server.answer("DELETE /zerodha/credentials", { isCutOff: true });
    await open(zerodhaTexts.connectedTitle);
    press(connectionTexts.remove);
    fireEvent.click(
      within(await screen.findByRole("dialog")).getByRole("button", { name: connectionTexts.removeConfirm }),
    );
    await expectToast("Failed to delete Zerodha credentials");
  });
});
