import { fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { announceLogin } from "../../../lib/broker-login-window.ts";
import { QueryProvider } from "../../../lib/query.tsx";
import { useSession } from "../../../lib/session.tsx";
import { aSubscription, aUser } from "../../../testing/account.fixture.ts";
import { provideApiServer } from "../../../testing/api-server.ts";
import { markSignedIn, preparePageTests, renderSite } from "../../../testing/render-site.tsx";
import { connectionTexts } from "../../../texts/connection.texts.ts";
import { ConnectionWizard } from "../wizard/connection-wizard.tsx";
import { fyersAuto, fyersConnectedTexts, fyersFields, fyersLoginTexts, fyersScriptTexts } from "./fyers.texts.ts";
import type { FyersStatus } from "./fyers-values.ts";

preparePageTests();
const server = provideApiServer();
const STATUS = "GET /fyers/status";
const CONNECT = "POST /fyers/connect";
const AUTO = "POST /fyers/connect-auto";
const CALLBACK = "POST /fyers/callback";
const authUrl = "https://fyers.example/api/v3/generate-authcode?client_id=APP-100";

const nothing: FyersStatus = {
  is_connected: false,
  app_status: "Inactive",
  credentials: {
    FY_ID: "",
    APP_ID: "",
    APP_TYPE: "100",
    PIN: "",
    TOTP_KEY: "",
    REDIRECT_URI: "https://vriddhi.example/connect/fyers",
    SECRET_KEY: "",
  },
  last_updated: null,
  session_until: null,
  last_error: null,
  pending: null,
};
const masks = { PIN: "••••••••", TOTP_KEY: "••••••••WXYZ", SECRET_KEY: "••••••••" };
const proven: FyersStatus = {
  ...nothing,
  app_status: "Active",
  credentials: { ...nothing.credentials, FY_ID: "XA00001", APP_ID: "ABCDE12345", ...masks },
  last_updated: "2026-11-16T03:00:00.000Z",
};
const connected: FyersStatus = { ...proven, is_connected: true };
const answerStatus = (status: FyersStatus) => server.answer(STATUS, { body: status });
const sent = {
  FY_ID: "XA00001",
  APP_ID: "ABCDE12345",
  APP_TYPE: "100",
  PIN: "1234",
  TOTP_KEY: "JBSW",
  SECRET_KEY: "sec",
};

let windows: { opener: unknown; location: { href: string }; features: string }[];

beforeEach(() => {
  markSignedIn();
  server.answer("GET /auth/profile", { body: aUser() });
  server.answer("GET /algorithm/subscription", { body: aSubscription() });
  answerStatus(nothing);
  windows = [];
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
      <ConnectionWizard broker="fyers" userId={aUser().id} />
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

function fillIn() {
  for (const { name, label } of fyersFields) type(label, sent[name]);
}
async function reachAuthStep() {
  server.answer(CONNECT, { body: { auth_url: authUrl, request_id: "req-1" } });
  await open(fyersScriptTexts.formTitle);
  fillIn();
  press(fyersScriptTexts.connect);
  await heading(fyersLoginTexts.title);
}

describe("the Fyers form", () => {
  it("[B2.13] has six fields, APP_TYPE at 100, PIN and secret hidden", async () => {
    await open(fyersScriptTexts.formTitle);
    const names = fyersFields.map(({ label }) => field(label).name);
    expect(names).toEqual(["FY_ID", "APP_ID", "APP_TYPE", "PIN", "TOTP_KEY", "SECRET_KEY"]);
    expect(field("App Type").value).toBe("100");
    expect([field("PIN").type, field("Secret Key").type, field("TOTP Key").type]).toEqual([
      "password",
      "password",
      "text",
    ]);
    expect(field("Redirect URL").value).toBe(nothing.credentials.REDIRECT_URI);
  });

  it("[B2.14] offers no Auto-Connect before the first manual connect, explains it, and links the guide", async () => {
    await open(fyersScriptTexts.formTitle);
    expect(screen.queryByRole("button", { name: "Auto-Connect" })).toBeNull();
    expect(screen.getByText("Auto-connect is available after the first manual connect.")).toBeDefined();
    expect(screen.getByRole("link", { name: /How to connect\?/ }).getAttribute("href")).toBe("/guides/fyers.pdf");
  });

  it("[B2.14] offers it once the app is Active", async () => {
    answerStatus(proven);
    await open(fyersScriptTexts.formTitle);
    expect(screen.getByRole("button", { name: "Auto-Connect" })).toBeDefined();
    expect(screen.getByRole("button", { name: "Manual Connect" })).toBeDefined();
  });

  it("[B5.4] requires all six and sends nothing", async () => {
    await open(fyersScriptTexts.formTitle);
    type("App Type", "");
    press(fyersScriptTexts.connect);
    for (const { missing } of fyersFields) expect(await screen.findByText(missing)).toBeDefined();
    expect(server.calls(CONNECT)).toHaveLength(0);
  });

  it("[B8.8] shows a failure toast, and the reason in the form", async () => {
    server.answer(CONNECT, { status: 409, body: { detail: "Linked elsewhere.", code: "client_taken" } });
    await open(fyersScriptTexts.formTitle);
    fillIn();
    press(fyersScriptTexts.connect);
    await expectToast("Failed to connect to Fyers");
    expect(await screen.findByText("Linked elsewhere.")).toBeDefined();
  });
});

describe("[B2.15, B4.8] the manual way", () => {
  it("opens the login in a window of 800 by 600 and completes with the pasted code", async () => {
    await reachAuthStep();
    await expectToast("Successfully initiated Fyers connection");
    expect(server.calls(CONNECT)[0]?.body).toEqual(sent);
    expect(windows).toEqual([{ opener: null, location: { href: authUrl }, features: "popup,width=800,height=600" }]);
    server.answer(CALLBACK, { body: { message: "" } });
    answerStatus(connected);
    type(fyersLoginTexts.grant, "  https://vriddhi.example/connect/fyers?s=ok&auth_code=abc&state=req-1 ");
    press("Complete Authentication");
    await heading("Connected to Fyers");
    await expectToast("Successfully connected to Fyers");
    expect(server.calls(CALLBACK)[0]?.body).toEqual({
      code: "https://vriddhi.example/connect/fyers?s=ok&auth_code=abc&state=req-1",
      state: "req-1",
    });
  });

  it("[B5.4] requires the code", async () => {
    await reachAuthStep();
    press(fyersLoginTexts.complete);
    expect(await screen.findByText(fyersLoginTexts.grantMissing)).toBeDefined();
    expect(server.calls(CALLBACK)).toHaveLength(0);
  });

  it("[B8.8] shows a refused code and stays for another one", async () => {
    server.answer(CALLBACK, { status: 400, body: { detail: "The code has expired.", code: "broker_refused" } });
    await reachAuthStep();
    type(fyersLoginTexts.grant, "abc");
    press(fyersLoginTexts.complete);
    await expectToast("Failed to complete authentication");
    expect(await screen.findByText("The code has expired.")).toBeDefined();
    expect(screen.getByRole("heading", { name: fyersLoginTexts.title })).toBeDefined();
  });

  it("[B4.8] reads the status three times and returns to the form when it never says connected", async () => {
    server.answer(CALLBACK, { body: { message: "" } });
    await reachAuthStep();
    await waitFor(() => expect(server.calls(STATUS)).toHaveLength(2));
    type(fyersLoginTexts.grant, "abc");
    press(fyersLoginTexts.complete);
    await expectToast("Fyers token validation failed after retry.");
    await heading(fyersScriptTexts.formTitle);
    expect(server.calls(STATUS)).toHaveLength(5);
  });

  it("is connected as soon as the other window says so", async () => {
    await reachAuthStep();
    answerStatus(connected);
    const stop = announceLogin("fyers", { kind: "connected" }, () => undefined);
    await heading(fyersConnectedTexts.title);
    await expectToast("Successfully connected to Fyers");
    stop();
  });

  it("names the button that opens the login when the browser blocks windows", async () => {
    vi.stubGlobal("open", () => null);
    await reachAuthStep();
    expect(screen.getByText(connectionTexts.windowBlocked)).toBeDefined();
    expect(screen.getByRole("link", { name: connectionTexts.openLogin }).getAttribute("href")).toBe(authUrl);
    press(connectionTexts.startOver);
    await heading(fyersScriptTexts.formTitle);
  });
});

describe("Auto-Connect", () => {
  beforeEach(() => answerStatus(proven));

  it("[B4.8, B8.8] goes straight to connected, with the masks as they came", async () => {
    server.answer(AUTO, { body: { message: "" } });
    await open(fyersScriptTexts.formTitle);
    answerStatus(connected);
    press(fyersAuto.label);
    await heading(fyersConnectedTexts.title);
    await expectToast("Successfully connected to Fyers automatically!");
    expect(server.calls(AUTO)[0]?.body).toEqual({ ...sent, ...masks });
  });

  it.each([
    [
      "HTTP 408",
      { status: 408, body: { detail: "other", code: "login_timed_out" } },
      "Authentication timed out. Please try again.",
    ],
    ["the server's sentence", { status: 400, body: { detail: "Wrong PIN.", code: "broker_refused" } }, "Wrong PIN."],
    ["no sentence", { isCutOff: true }, "Failed to auto-connect to Fyers"],
  ])("[B8.8] shows %s", async (_, answer, sentence) => {
    server.answer(AUTO, answer);
    await open(fyersScriptTexts.formTitle);
    press(fyersAuto.label);
    await expectToast(sentence);
  });

  it("[B9.3, B8.8] gives up after 90 seconds and names the manual method", async () => {
    const waits: number[] = [];
    const realTimeout = AbortSignal.timeout.bind(AbortSignal);
    vi.spyOn(AbortSignal, "timeout").mockImplementation((durationMs) => {
      waits.push(durationMs);
      return realTimeout(durationMs === 90_000 ? 50 : durationMs);
    });
    server.answer(AUTO, { body: { message: "" }, delayMs: 400 });
    await open(fyersScriptTexts.formTitle);
    press(fyersAuto.label);
    await expectToast("Auto-connect timed out. Please try the manual method.");
    expect(waits).toContain(90_000);
    vi.restoreAllMocks();
  });
});

describe("[B2.12] a connected Fyers account", () => {
  beforeEach(() => answerStatus(connected));
  const detail = (name: string) => screen.getByText(name, { selector: "dt" }).nextElementSibling?.textContent;

  it("shows last updated, client ID, app ID and a link to the trading dashboard", async () => {
    await open("Connected to Fyers");
    expect(detail(fyersConnectedTexts.lastUpdated)).toBe("16 Nov 2026, 8:30 AM IST");
    expect(detail(fyersConnectedTexts.clientId)).toBe("XA00001");
    expect(detail(fyersConnectedTexts.appId)).toBe("ABCDE12345");
    expect(screen.getByRole("link", { name: fyersConnectedTexts.toTrading }).getAttribute("href")).toBe(
      "/dashboard/trading",
    );
    expect(screen.queryByRole("button", { name: fyersAuto.label })).toBeNull();
  });

  it("can be disconnected", async () => {
    server.answer("DELETE /fyers/disconnect", { body: { message: "" } });
    await open(fyersConnectedTexts.title);
    answerStatus(proven);
    press(connectionTexts.disconnect);
    await heading(fyersScriptTexts.formTitle);
  });
});
