import { screen, waitFor } from "@testing-library/react";
import { brokerNames } from "@vriddhi/core/broker/broker-name";
import { StrictMode } from "react";
import { Outlet } from "react-router";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { provideApiServer } from "../../testing/api-server.ts";
import { preparePageTests, renderSite } from "../../testing/render-site.tsx";
import { connectTexts } from "./connect.texts.ts";
import { readArrival } from "./connect-arrival.ts";
import { ConnectPage } from "./connect-page.tsx";

preparePageTests();
const server = provideApiServer();
const back = { message: "Your broker account is connected." };
const close = vi.fn();

beforeEach(() => {
  close.mockClear();
  vi.stubGlobal("close", close);
});
afterEach(() => history.replaceState(null, "", "/"));

const names = { zerodha: "Zerodha", fyers: "Fyers", angelone: "Angel One" } as const;

function open(broker: keyof typeof names, search: string): string[] {
  const left: string[] = [];
  history.replaceState(null, "", `/connect/${broker}${search}`);
  const Page = () => (
    <ConnectPage broker={broker} name={names[broker]} connectionPath="/tab" onLeave={(address) => left.push(address)} />
  );
  // As in the product: effects run twice, a grant must not.
  const Frame = () => (
    <StrictMode>
      <Outlet />
    </StrictMode>
  );
  renderSite({ at: `/connect/${broker}${search}`, pages: { [`/connect/${broker}`]: Page }, Frame });
  return left;
}
const heading = (name: string) => screen.findByRole("heading", { level: 1, name });
const link = (name: string) => screen.getByRole("link", { name }).getAttribute("href");

describe("[A2.17] /connect/{broker}", () => {
  it("finishes a Kite login by its state, once, and removes the grant from the address", async () => {
    server.answer("POST /connect/zerodha/complete", { body: back });
    open("zerodha", "?request_token=tok&action=login&status=success&state=st");
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Connecting Zerodha");
    await heading("Zerodha is connected");
    expect(server.calls("POST /connect/zerodha/complete").map(({ body }) => body)).toEqual([
      { grant: "tok", state: "st" },
    ]);
    expect(location.search).toBe("");
    expect(screen.getByTestId("address").textContent).toBe("/connect/zerodha");
    expect(link(connectTexts.toDashboard)).toBe("/tab");
    expect(screen.getByText(connectTexts.doneBody)).toBeDefined();
    expect(close).not.toHaveBeenCalled();
  });

  it("finishes a Kite login without a state for a signed-in user", async () => {
    server.answer("POST /zerodha/login", { body: back });
    open("zerodha", "?request_token=tok&action=login&status=success");
    await heading("Zerodha is connected");
    expect(server.calls("POST /zerodha/login")[0]?.body).toEqual({ request_token: "tok" });
  });

  it("finishes a Fyers login", async () => {
    server.answer("POST /connect/fyers/complete", { body: back });
    open("fyers", "?s=ok&code=200&auth_code=ey.J&state=st");
    await heading("Fyers is connected");
    expect(server.calls("POST /connect/fyers/complete")[0]?.body).toEqual({ grant: "ey.J", state: "st" });
  });

  it("does not try a Fyers login that was not begun here", async () => {
    open("fyers", "?s=ok&code=200&auth_code=ey.J");
    await heading("Fyers is not connected");
    expect(screen.getByText(connectTexts.notBegunBody)).toBeDefined();
    expect(server.calls()).toHaveLength(0);
  });

  it("turns a morning's link into the broker's login, once", async () => {
    server.answer("POST /connect/zerodha/begin", { body: { login_url: "https://kite.example/login" } });
    const left = open("zerodha", "?link=once");
    await waitFor(() => expect(left).toEqual(["https://kite.example/login"]));
    expect(server.calls("POST /connect/zerodha/begin").map(({ body }) => body)).toEqual([{ link: "once" }]);
    expect(location.search).toBe("");
  });

  it("is done at once where the stored credentials were enough", async () => {
    server.answer("POST /connect/angelone/begin", { body: { login_url: null } });
    open("angelone", "?link=once");
    await heading("Angel One is connected");
  });

  it.each([
    [
      "the server's sentence",
      { status: 400, body: { detail: "This link has been used.", code: "link_used" } },
      "This link has been used.",
    ],
    ["its own without one", { isCutOff: true }, "Failed to complete authentication"],
  ])("[B8.8, B8.10] says %s when it fails, and links on", async (_, answer, sentence) => {
    server.answer("POST /connect/zerodha/begin", answer);
    open("zerodha", "?link=once");
    await heading("Zerodha is not connected");
    expect(screen.getByText(sentence)).toBeDefined();
    expect(link(connectTexts.toDashboard)).toBe("/tab");
  });

  it.each([
    ["zerodha", "?status=failure&action=login&state=st"],
    ["fyers", "?s=error&code=-1&message=denied&state=st"],
  ] as const)("sends no request when %s was not allowed", async (broker, search) => {
    open(broker, search);
    await heading(connectTexts.failed(names[broker]));
    expect(server.calls()).toHaveLength(0);
  });

  it("says that there is no login to finish", () => {
    open("fyers", "");
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Connect Fyers");
    expect(link(connectTexts.toDashboard)).toBe("/tab");
  });

  it("notifies the waiting window, and closes", async () => {
    server.answer("POST /connect/fyers/complete", { body: back });
    const waiting = new BroadcastChannel("broker-login");
    waiting.onmessage = ({ data }) =>
      data.kind === "connected" && waiting.postMessage({ broker: data.broker, kind: "received" });
    open("fyers", "?s=ok&code=200&auth_code=ey.J&state=st");
    expect(await screen.findByText(connectTexts.notifiedBody)).toBeDefined();
    expect(close).toHaveBeenCalled();
    waiting.close();
  });
});

describe("a failed login", () => {
  it.each([
    ["was broken off at the broker", "?status=failure&action=login&state=st", connectTexts.refusedBody("Zerodha")],
    ["the broker refused", "?request_token=tok&action=login&status=success&state=st", "Invalid token"],
  ])("notifies the waiting window when it %s, and stays open", async (_, search, sentence) => {
    server.answer("POST /connect/zerodha/complete", {
      status: 400,
      body: { detail: "Invalid token", code: "broker_refused" },
    });
    const received: unknown[] = [];
    const waiting = new BroadcastChannel("broker-login");
    waiting.onmessage = ({ data }) => {
      received.push(data);
      waiting.postMessage({ broker: data.broker, kind: "received" });
    };
    open("zerodha", search);
    await waitFor(() => expect(received).toContainEqual({ broker: "zerodha", kind: "failed", sentence }));
    expect(screen.getByText(sentence)).toBeDefined();
    expect(close).not.toHaveBeenCalled();
    waiting.close();
  });
});

describe("the parameters of an arrival", () => {
  it.each(brokerNames)("an empty or foreign address of %s is nothing", (broker) => {
    for (const search of ["", "?x=1", "?link=", "?request_token=&auth_code="])
      expect(readArrival(broker, new URLSearchParams(search))).toEqual({ kind: "nothing" });
  });
});
