import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { createRoutesStub } from "react-router";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { clockTexts, faultTexts, messageTexts, resetTexts, sandboxTexts, signalTexts } from "./sandbox.texts.ts";
import { SandboxPage } from "./sandbox-page.tsx";

const mail = (id: string, given: object = {}) => ({
  id,
  to: "asha@example.com",
  subject: "Verify your email",
  text: "Your code is 123456.",
  html: "<p>Your code is <b>123456</b>.</p>",
  at: "2026-11-16T03:10:00.000Z",
  ...given,
});

const brokerAt = (prefix: string) => ({
  baseUrl: `http://127.0.0.1/${prefix}`,
  accounts: [
    {
      client_id: `${prefix}1001`,
      password: `${prefix}-password`,
      pin: "1234",
      totp_secret: `${prefix}SECRET`,
      api_key: `${prefix}-key`,
      api_secret: `${prefix}-secret`,
    },
  ],
});

const exchangeOrder = (given: object) => ({
  account: "ZR1005",
  broker: "zerodha",
  symbol: "SBIN",
  quantity: 5,
  filled_quantity: 0,
  average_paise: 0,
  status: "open",
  reason: null,
  placed_at: "2026-11-16T04:10:00.000Z",
  ...given,
});

/** The control API as far as the page uses it, with the requests it received. */
function createFakeSandbox() {
  const sent: { call: string; body: unknown }[] = [];
  const state = {
    clock: {
      now: "2026-11-16T08:40:00.000+05:30",
      speed: 0,
      held: true,
      play_speed: 20,
      paced: false,
      calendar: "published",
    },
    faults: [] as unknown[],
    mail: [mail("mail-1")] as object[],
    sms: [{ id: "sms-1", to: "+919876543210", text: "654321 is your code.", at: "2026-11-16T03:10:00.000Z" }],
    refusal: null as { detail: string; code: string } | null,
  };
  const replies: Record<string, (body: Record<string, unknown>) => unknown> = {
    "GET /sandbox/clock": () => state.clock,
    "GET /sandbox/mail": () => state.mail,
    "GET /sandbox/sms": () => state.sms,
    "GET /sandbox/accounts": () => ({
      users: [{ email: "demo@example.com", password: "demo-password", name: "Asha Rao", note: "subscribed" }],
      mail: { smtpUrl: "smtp://127.0.0.1:2525" },
      sms: { baseUrl: "http://127.0.0.1:2526", apiKey: "sandbox-sms-key" },
      brokers: { fyers: brokerAt("FY"), angelone: brokerAt("AO"), zerodha: brokerAt("ZR") },
    }),
    "POST /sandbox/clock": (body) => {
      state.clock = { ...state.clock, ...("speed" in body ? { held: false } : {}), ...body };
      return state.clock;
    },
    "GET /sandbox/exchange/orders": () => [
      exchangeOrder({ id: "1", tag: "TAGONE", side: "buy", limit_paise: 81_250 }),
      exchangeOrder({ id: "2", tag: null, side: "sell", limit_paise: 81_500 }),
    ],
    "GET /sandbox/signals": () => [
      {
        id: "angelone-2026-11-16-1",
        desk: "angelone",
        symbol: "ETERNAL",
        side: "buy",
        price_paise: 33_775,
        stop_paise: 33_310,
        target_paise: 34_700,
        market_at: "2026-11-16T04:05:02.000Z",
        sentence: "It broke out of its opening range.",
        entered: 47,
        filled: 46,
        skipped: [{ reason: "capital_too_small", count: 3 }],
      },
    ],
    "GET /sandbox/faults": () => ({ faults: state.faults }),
    "POST /sandbox/faults": (body) => {
      state.faults = [body];
      return { faults: state.faults };
    },
    "DELETE /sandbox/faults": () => {
      state.faults = [];
      return { message: "No faults" };
    },
    "POST /sandbox/reset": () => ({ message: "Back to the seeded state" }),
  };
  const fetch = async (address: string, init: RequestInit) => {
    const call = `${init.method} ${address.split("?")[0]}`;
    const body = init.body ? (JSON.parse(String(init.body)) as Record<string, unknown>) : {};
    if (init.method !== "GET") sent.push({ call, body });
    if (state.refusal !== null) return Response.json(state.refusal, { status: 400 });
    return Response.json(replies[call]?.(body));
  };
  return { state, sent, fetch };
}

let sandbox: ReturnType<typeof createFakeSandbox>;
const onReset = vi.fn();

beforeEach(() => {
  sandbox = createFakeSandbox();
  vi.stubGlobal("fetch", sandbox.fetch);
  vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
  document.documentElement.dataset["mode"] = "sandbox";
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  onReset.mockClear();
  delete document.documentElement.dataset["mode"];
});

function open(address = "/sandbox") {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const Page = () => (
    <QueryClientProvider client={queries}>
      <SandboxPage onReset={onReset} />
    </QueryClientProvider>
  );
  const Stub = createRoutesStub([
    { path: "/sandbox", Component: Page },
    { path: "/login", Component: () => <p>login</p> },
    { path: "/", Component: () => <p>home</p> },
  ]);
  return render(<Stub initialEntries={[address]} />);
}

const button = (name: string | RegExp) => screen.findByRole("button", { name });
const press = async (name: string | RegExp) => fireEvent.click(await button(name));
const openTab = async (name: string) => fireEvent.mouseDown(await screen.findByRole("tab", { name }), { button: 0 });

describe("the page /sandbox", () => {
  it("exists in sandbox mode only", async () => {
    document.documentElement.dataset["mode"] = "live";
    open();

    expect(await screen.findByText("home")).toBeDefined();
    expect(screen.queryByText(clockTexts.title)).toBeNull();
  });

  it("keeps the chosen part in the address", async () => {
    open("/sandbox?tab=sms");
    expect(await screen.findByText("+919876543210")).toBeDefined();

    await openTab(sandboxTexts.tab.mail);
    expect(await screen.findByText("Verify your email")).toBeDefined();
  });
});

describe("the mailbox", () => {
  it("opens a message as HTML without any rights, and as text with the code marked", async () => {
    const { container } = open();
    await press(/Verify your email/);

    const frame = container.querySelector("iframe");
    expect(frame?.getAttribute("sandbox")).toBe("");
    expect(frame?.getAttribute("srcdoc")).toContain("<b>123456</b>");
    expect(screen.getByLabelText(messageTexts.code)).toHaveProperty("value", "123456");

    await openTab(messageTexts.asText);
    expect(container.querySelector("mark")?.textContent).toBe("123456");
  });

  it("copies the code", async () => {
    const writeText = vi.fn().mockResolvedValue(undefined);
    vi.stubGlobal("navigator", { ...navigator, clipboard: { writeText } });
    open();
    await press(/Verify your email/);
    await press(`Copy ${messageTexts.code}`);

    expect(writeText).toHaveBeenCalledWith("123456");
  });

  it("finds by recipient or subject", async () => {
    sandbox.state.mail = [mail("mail-2", { to: "ravi@example.com", subject: "Password changed" }), mail("mail-1")];
    open();
    await button(/Password changed/);
    const find = screen.getByLabelText(messageTexts.find);

    fireEvent.change(find, { target: { value: "RAVI" } });
    expect(screen.queryByRole("button", { name: /Verify your email/ })).toBeNull();
    fireEvent.change(find, { target: { value: "verify" } });
    expect(screen.queryByRole("button", { name: /Password changed/ })).toBeNull();
    fireEvent.change(find, { target: { value: "no match" } });
    expect(screen.getByText(messageTexts.nothingFound)).toBeDefined();
  });

  it("says what will arrive while it is empty, and shows it when it has", async () => {
    sandbox.state.mail = [];
    open();
    expect(await screen.findByText(messageTexts.noMail)).toBeDefined();

    sandbox.state.mail = [mail("mail-1")];
    expect(await screen.findByText("Verify your email")).toBeDefined();
  }, 10_000);

  it("shows a message without HTML as text", async () => {
    sandbox.state.mail = [mail("mail-1", { html: "", subject: "" })];
    const { container } = open();
    await press(new RegExp(messageTexts.noSubject.replaceAll(/[()]/g, "\\$&")));

    expect(container.querySelector("iframe")).toBeNull();
    expect(container.querySelector("mark")?.textContent).toBe("123456");
  });
});

describe("the market clock", () => {
  it("waits for Play, then runs at the chosen speed, and pauses", async () => {
    open();
    expect(await screen.findByText(clockTexts.held)).toBeDefined();
    expect(screen.getByText("08:40:00")).toBeDefined();

    await press("60×");
    await press(clockTexts.play);
    expect(await screen.findByText(clockTexts.running(60))).toBeDefined();
    await press(clockTexts.pause);
    expect(await screen.findByText(clockTexts.frozen)).toBeDefined();
    await press(clockTexts.play);
    await screen.findByText(clockTexts.running(60));

    expect(sandbox.sent.map(({ body }) => body)).toEqual([{ speed: 60 }, { speed: 0 }, { speed: 60 }]);
  });

  it("changes its speed at once while it runs", async () => {
    sandbox.state.clock = { ...sandbox.state.clock, speed: 20, held: false };
    open();
    await screen.findByText(clockTexts.running(20));
    await press("5×");

    expect(await screen.findByText(clockTexts.running(5))).toBeDefined();
  });

  it.each([
    ["09:15 today", "2026-11-16T09:15:00.000+05:30"],
    ["08:30 Tue, 17 Nov", "2026-11-17T08:30:00.000+05:30"],
    ["Play the day today", "2026-11-16T15:30:00.000+05:30"],
    ["Next day Tue, 17 Nov", "2026-11-17T08:00:00.000+05:30"],
  ])("jumps forward: %s", async (name, now) => {
    open();
    await press(name);

    await waitFor(() => expect(sandbox.sent).toEqual([{ call: "POST /sandbox/clock", body: { now } }]));
  });

  it("shows how far a jump has come until it is answered", async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const { fetch } = sandbox;
    vi.stubGlobal("fetch", async (address: string, init: RequestInit) => {
      if (init.method === "POST") await promise;
      return fetch(address, init);
    });
    open();
    await press("09:15 today");
    expect(await screen.findByText(clockTexts.jumping)).toBeDefined();
    sandbox.state.clock = { ...sandbox.state.clock, now: "2026-11-16T09:01:00.000+05:30" };
    expect(await screen.findByText("09:01:00", {}, { timeout: 30_000 })).toBeDefined();
    expect(screen.getByText(clockTexts.jumping)).toBeDefined();
    resolve();
    await waitFor(() => expect(screen.queryByText(clockTexts.jumping)).toBeNull());
    expect(screen.getByText("09:15:00")).toBeDefined();
  });

  it("says that it waits for an order", async () => {
    sandbox.state.clock = { ...sandbox.state.clock, speed: 20, held: false, paced: true };
    open();
    expect(await screen.findByText(clockTexts.paced)).toBeDefined();
  });

  it("offers to ask again when there is no answer", async () => {
    sandbox.state.refusal = { detail: "no", code: "not_found" };
    open();

    expect((await screen.findAllByText(sandboxTexts.unreachable)).length).toBeGreaterThan(0);
  });
});

describe("today's signals", () => {
  it("are shown with their sentence and outcome", async () => {
    open("/sandbox?tab=signals");
    expect(await screen.findByText("Buy ETERNAL at ₹337.75")).toBeDefined();
    expect(screen.getByText("It broke out of its opening range.")).toBeDefined();
    expect(screen.getByText(signalTexts.orders(47, 46))).toBeDefined();
    expect(screen.getByText("3 × capital too small")).toBeDefined();
  });
});

describe("faults", () => {
  it("are set with a count, listed and cleared", async () => {
    open("/sandbox?tab=faults");
    fireEvent.change(await screen.findByLabelText(faultTexts.count), { target: { value: "3" } });
    await press(faultTexts.set);

    const list = await screen.findByRole("list", { name: faultTexts.listed });
    expect(within(list).getByText("never answers, 3 times")).toBeDefined();
    expect(sandbox.sent[0]?.body).toEqual({ target: "mail", kind: "timeout", count: 3 });

    await press(faultTexts.clear);
    expect(await screen.findByText(faultTexts.none)).toBeDefined();
  });

  it.each(["0", "1.5", "1001", "many"])("are not set %s times", async (count) => {
    open("/sandbox?tab=faults");
    fireEvent.change(await screen.findByLabelText(faultTexts.count), { target: { value: count } });
    await press(faultTexts.set);

    expect(screen.getByText(faultTexts.countInvalid)).toBeDefined();
    expect(sandbox.sent).toEqual([]);
  });
});

describe("orders at the exchange", () => {
  it("are listed, newest first, and can be searched", async () => {
    open("/sandbox?tab=exchange");
    expect(await screen.findByText("buy 5 SBIN at ₹812.50")).toBeDefined();
    const titles = screen.getAllByText(/^(buy|sell) /).map(({ textContent }) => textContent);
    expect(titles).toEqual(["sell 5 SBIN at ₹815.00", "buy 5 SBIN at ₹812.50"]);

    fireEvent.change(screen.getByLabelText(messageTexts.find), { target: { value: "tagone" } });
    expect(screen.getAllByText(/^(buy|sell) /)).toHaveLength(1);
  });
});

describe("demo accounts", () => {
  it("can be copied, with the simulators' addresses", async () => {
    open("/sandbox?tab=accounts");

    expect(await screen.findByText("Asha Rao")).toBeDefined();
    for (const value of ["demo@example.com", "demo-password", "smtp://127.0.0.1:2525", "sandbox-sms-key", "ZR1001"]) {
      expect(screen.getByDisplayValue(value)).toBeDefined();
    }
    // Each broker's own labels, the current authenticator code, and the simulator's address.
    await waitFor(() => expect(screen.getAllByLabelText("6-digit code now")).toHaveLength(3));
    for (const label of ["Fyers ID", "App Type", "Secret Key", "Client code", "Trading PIN", "Password at Kite"])
      expect(screen.getByLabelText(label)).toBeDefined();
    expect(screen.getAllByRole("button", { name: /^Copy/ })).toHaveLength(5 + 8 + 6 + 6);
  });
});

describe("a reset", () => {
  it("asks for confirmation", async () => {
    open();
    await press(resetTexts.button);
    expect(await screen.findByText(resetTexts.body)).toBeDefined();
    fireEvent.click(screen.getByRole("button", { name: "Cancel" }));

    await waitFor(() => expect(screen.queryByText(resetTexts.body)).toBeNull());
    expect(sandbox.sent).toEqual([]);
  });

  it("notifies the page that every session is gone", async () => {
    open();
    await press(resetTexts.button);
    await press(resetTexts.confirm);

    await waitFor(() => expect(onReset).toHaveBeenCalledOnce());
    expect(sandbox.sent).toEqual([{ call: "POST /sandbox/reset", body: {} }]);
  });
});
