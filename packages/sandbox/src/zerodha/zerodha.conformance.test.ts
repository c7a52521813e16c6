import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { type EpochMs, epochMs, later, SECOND_MS } from "@vriddhi/core/time/clock";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type BrokerClient, type Clients, createClients } from "../broker/client.ts";
import { type Shell, startShell } from "../broker/start-shell.ts";
import { totpAt } from "../broker/totp.ts";
import type { BrokerCore, Moment } from "../broker/wire.ts";
import { createEventHub } from "../exchange/event-hub.ts";
import type { Exchange } from "../exchange/exchange.ts";
import { anExchange, at, rs, TUESDAY } from "../exchange/exchange-fixture.ts";
import { createFaults, type Faults } from "../faults/faults.ts";
import { createZerodha } from "./zerodha.ts";

const SCRIPT = path.join(import.meta.dirname, "client-script/kiteconnect-child.mjs");
const BEAT_MS = 25;
const SBIN = 779_521;

/** What the official client reports has no types worth the name. */
type Loose = Readonly<Record<string, unknown>>;

interface Told {
  readonly event: string;
  readonly args: readonly unknown[];
}

interface Reply {
  readonly id: number;
  readonly value?: unknown;
  readonly error?: unknown;
}

/** The official client on the other side of a pipe. */
class OfficialClient {
  readonly told: Told[] = [];
  private readonly waiting = new Map<number, (reply: Reply) => void>();
  private readonly child: ChildProcess;
  private count = 0;

  constructor(cwd: string) {
    this.child = fork(SCRIPT, { cwd, env: { TZ: "Asia/Kolkata" }, execArgv: [] });
    this.child.on("message", (message: Told | Reply) => {
      if ("event" in message) this.told.push(message);
      else this.waiting.get(message.id)?.(message);
    });
  }

  ask<T = unknown>(target: "connect" | "ticker", method: string, ...args: unknown[]): Promise<T> {
    const id = ++this.count;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, ({ value, error }) => (error === undefined ? resolve(value as T) : reject(error)));
      this.child.send({ id, target, method, args });
    });
  }

  /** What the ticker told under this name. */
  heard = <T = Loose>(event: string): T[] =>
    this.told.filter((told) => told.event === event).map(({ args }) => args[0] as T);

  async stop(): Promise<void> {
    if (this.child.exitCode !== null) return;
    const ended = once(this.child, "exit");
    this.child.kill();
    await ended;
  }
}

let human: EpochMs = epochMs(Date.UTC(2026, 10, 15, 12));
let market: EpochMs;
let exchange: Exchange;
let clients: Clients;
let client: BrokerClient;
let faults: Faults;
let core: BrokerCore;
let shell: Shell;
let posts: { url: string; body: string }[];
let official: OfficialClient;
let folder: string;
let driver: NodeJS.Timeout;
/** How fast the market's clock runs in the tests. */
let marketStepMs = 0;

const now = (): Moment => ({ human, market });

beforeAll(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), "kiteconnect-"));
  official = new OfficialClient(folder);
});
afterAll(async () => {
  await official.stop();
  fs.rmSync(folder, { recursive: true, force: true });
});

beforeEach(async () => {
  market = at("09:20");
  marketStepMs = 0;
  posts = [];
  faults = createFaults();
  const hub = createEventHub(anExchange({ detail: "full" }));
  exchange = hub.exchange;
  clients = createClients("zerodha", exchange);
  core = createZerodha({ hub, clients, faults, secret: "test", post: (url, body) => posts.push({ url, body }) });
  client = clients.open({
    id: "ZA0001",
    cashPaise: rs(100_000),
    redirectUrl: "http://app.example/zerodha/back",
    postbackUrl: "http://app.example/zerodha/postback",
    orderAddresses: ["127.0.0.1"],
  });
  exchange.advance(market);
  shell = await startShell({ core, exchange: () => exchange, faults, target: "zerodha", now });
  driver = setInterval(() => {
    human = later(human, BEAT_MS);
    market = later(market, marketStepMs);
    exchange.advance(market);
    core.beat(now());
  }, BEAT_MS);
  official.told.length = 0;
  await official.ask("connect", "make", { api_key: client.app.key, root: shell.baseUrl });
});

afterEach(async () => {
  clearInterval(driver);
  await shell.stop();
});

/** A call to the REST client, in a second of its own so that no limit is met. */
function kite<T = unknown>(method: string, ...args: unknown[]): Promise<T> {
  human = later(human, SECOND_MS);
  return official.ask<T>("connect", method, ...args);
}

const form = (fields: Record<string, string>) => ({ method: "POST", body: new URLSearchParams(fields) });

/** The unattended login: password, code, and the redirects to the application. */
async function requestToken(): Promise<string> {
  const loginUrl = new URL(String(await kite("getLoginURL")));
  const entry = `${shell.baseUrl}${loginUrl.pathname}${loginUrl.search}`;
  const login = await fetch(`${shell.baseUrl}/api/login`, form({ user_id: client.id, password: client.password }));
  const { data } = (await login.json()) as { data: { request_id: string; twofa_type: string } };
  const twofa = await fetch(
    `${shell.baseUrl}/api/twofa`,
    form({
      user_id: client.id,
      request_id: data.request_id,
      twofa_value: totpAt(client.totpSecret, human),
      twofa_type: data.twofa_type,
    }),
  );
  const cookie = (twofa.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
  let address = entry;
  for (let hop = 0; hop < 3; hop++) {
    const reply = await fetch(address, { redirect: "manual", headers: { cookie } });
    address = reply.headers.get("location") ?? "";
    const token = new URL(address).searchParams.get("request_token");
    if (token !== null) return token;
  }
  throw new Error("the login led nowhere");
}

const logIn = async () => kite<{ access_token: string }>("generateSession", await requestToken(), client.app.secret);

const draft = (change: Record<string, unknown> = {}) => ({
  exchange: "NSE",
  tradingsymbol: "SBIN",
  transaction_type: "BUY",
  order_type: "LIMIT",
  product: "MIS",
  quantity: 10,
  price: exchange.quote("SBIN").lowerCircuit / 100,
  tag: "k7x2m9q4w1e8r5t0y3u6",
  ...change,
});

const place = async (change: Record<string, unknown> = {}): Promise<string> =>
  (await kite<{ order_id: string }>("placeOrder", "regular", draft(change))).order_id;

const bookRow = async (orderId: string) =>
  (await kite<{ order_id: string }[]>("getOrders")).find(({ order_id }) => order_id === orderId);

const history = async (orderId: string): Promise<string[]> =>
  (await kite<{ status: string }[]>("getOrderHistory", orderId)).map(({ status }) => status);

const until = async (isTrue: () => boolean): Promise<void> => {
  for (let tries = 0; !isTrue(); tries++) {
    if (tries > 400) throw new Error("it never happened");
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
};

describe("session", () => {
  it("is opened with a request token, once", async () => {
    const token = await requestToken();

    const session = await kite("generateSession", token, client.app.secret);

    expect(session).toMatchObject({
      user_id: "ZA0001",
      user_name: client.name,
      broker: "ZERODHA",
      api_key: client.app.key,
      access_token: expect.stringMatching(/^[A-Za-z0-9]{32}$/),
      refresh_token: "",
      login_time: "2026-11-16T03:50:00.000Z",
    });
    expect(await kite("getProfile")).toMatchObject({ user_id: "ZA0001", email: client.email });
    await expect(kite("generateSession", token, client.app.secret)).rejects.toMatchObject({
      error_type: "TokenException",
      message: "Token is invalid or has expired.",
    });
  });

  it("is refused to an application with the wrong secret, and cannot be renewed", async () => {
    await expect(kite("generateSession", await requestToken(), "wrong")).rejects.toMatchObject({
      error_type: "TokenException",
    });
    await expect(kite("renewAccessToken", "none", client.app.secret)).rejects.toMatchObject({
      error_type: "TokenException",
    });
  });

  it("ends at six the next morning, and when it is given back", async () => {
    await logIn();
    market = at("05:59:59", TUESDAY);
    await kite("getProfile");
    market = at("06:00", TUESDAY);
    const over = { error_type: "TokenException", message: "Incorrect `api_key` or `access_token`." };
    await expect(kite("getProfile")).rejects.toMatchObject(over);

    await logIn();
    expect(await kite("invalidateAccessToken")).toBe(true);
    await expect(kite("getProfile")).rejects.toMatchObject(over);
  });
});

describe("orders", () => {
  beforeEach(() => logIn());

  it("are placed, modified and cancelled, and tell their steps", async () => {
    const price = exchange.quote("SBIN").lowerCircuit / 100;
    const orderId = await place();
    expect(orderId).toMatch(/^261116\d{13}$/);
    expect(await bookRow(orderId)).toMatchObject({
      status: "OPEN",
      order_type: "LIMIT",
      price,
      quantity: 10,
      pending_quantity: 10,
      tag: "k7x2m9q4w1e8r5t0y3u6",
      tags: ["k7x2m9q4w1e8r5t0y3u6"],
      instrument_token: SBIN,
      order_timestamp: "2026-11-16T03:50:00.000Z",
    });

    expect(await kite("modifyOrder", "regular", orderId, { quantity: 7, price: price + 1 })).toEqual({
      order_id: orderId,
    });
    expect(await bookRow(orderId)).toMatchObject({ modified: true, quantity: 7, price: price + 1 });
    expect(await kite("cancelOrder", "regular", orderId)).toEqual({ order_id: orderId });
    expect(await bookRow(orderId)).toMatchObject({ status: "CANCELLED", pending_quantity: 0, cancelled_quantity: 7 });
    expect(await history(orderId)).toEqual([
      "PUT ORDER REQ RECEIVED",
      "VALIDATION PENDING",
      "OPEN PENDING",
      "OPEN",
      "MODIFY VALIDATION PENDING",
      "MODIFY PENDING",
      "MODIFIED",
      "OPEN",
      "CANCEL PENDING",
      "CANCELLED",
    ]);
    expect(exchange.findOrders({ brokerOrderId: orderId })).toMatchObject([{ account: "ZA0001", status: "cancelled" }]);
  });

  it("become trades, positions and margin", async () => {
    const orderId = await place({ order_type: "MARKET", price: 0, market_protection: -1 });

    const [truth] = exchange.findOrders({ brokerOrderId: orderId });
    expect(await bookRow(orderId)).toMatchObject({
      status: "COMPLETE",
      order_type: "LIMIT",
      market_protection: 0,
      price: Number(truth?.limitPrice) / 100,
      filled_quantity: 10,
    });
    const trades = await kite<{ quantity: number }[]>("getTrades");
    expect(trades.reduce((sum, trade) => sum + trade.quantity, 0)).toBe(10);
    expect(trades[0]).toMatchObject({ order_id: orderId, exchange_order_id: truth?.id, order_timestamp: "09:20:00" });
    expect(await kite("getOrderTrades", orderId)).toEqual(trades);
    const [position] = exchange.positions("ZA0001");
    const row = {
      tradingsymbol: "SBIN",
      product: "MIS",
      quantity: 10,
      last_price: Number(position?.lastPrice) / 100,
      buy_value: Number(position?.dayBuyValue) / 100,
      pnl: Number(position?.unrealised) / 100,
    };
    expect(await kite("getPositions")).toMatchObject({ net: [row], day: [row] });
    const { available, cash } = exchange.funds("ZA0001");
    expect(await kite("getMargins", "equity")).toMatchObject({
      net: available / 100,
      available: { cash: cash / 100, live_balance: available / 100 },
    });
    expect(await kite("getMargins")).toMatchObject({ equity: { net: available / 100 }, commodity: { net: 0 } });
    expect(await kite("getHoldings")).toEqual([]);
  });

  it("are reported with a checksum the client can verify", async () => {
    await place({ order_type: "MARKET", market_protection: 2 });

    const bodies = posts.map(({ body }) => JSON.parse(body));
    expect(posts[0]?.url).toBe("http://app.example/zerodha/postback");
    expect(bodies.at(-1)).toMatchObject({ status: "COMPLETE", user_id: "ZA0001", unfilled_quantity: 0 });
    for (const body of bodies) expect(await kite("validatePostback", body, client.app.secret)).toBe(true);
    expect(await kite("validatePostback", bodies[0], "another secret")).toBe(false);
  });

  it.each([
    [{ tag: "123456789012345678901" }, "InputException", /`tag`/],
    [{ order_type: "MARKET" }, "InputException", /^Market orders without market protection are not allowed via API/],
    [{ tradingsymbol: "NOSUCH" }, "InputException", /expired or does not exist/],
    [{ quantity: undefined }, "InputException", /Missing or empty field `quantity`/],
    [
      { quantity: 100_000 },
      "MarginException",
      /^Insufficient funds\. Required margin is [\d.]+ but available margin is/,
    ],
    [{ product: "NRML" }, "InputException", /`product`/],
  ])("with %j are refused", async (change, type, message) => {
    await expect(place(change)).rejects.toMatchObject({ error_type: type, message: expect.stringMatching(message) });
    expect(exchange.dayOrders("ZA0001")).toEqual([]);
  });

  it("that nobody knows, or that are over, cannot be changed", async () => {
    await expect(kite("cancelOrder", "regular", "1")).rejects.toMatchObject({ error_type: "OrderException" });
    const orderId = await place();
    await kite("cancelOrder", "regular", orderId);
    await expect(kite("modifyOrder", "regular", orderId, { quantity: 5 })).rejects.toMatchObject({
      error_type: "OrderException",
    });
  });

  it("can be modified 25 times", async () => {
    const orderId = await place();
    for (let count = 1; count <= 25; count++) {
      await kite("modifyOrder", "regular", orderId, { quantity: 10 + count });
    }
    await expect(kite("modifyOrder", "regular", orderId, { quantity: 50 })).rejects.toMatchObject({
      error_type: "OrderException",
      message: "Maximum allowed order modifications exceeded.",
    });
    expect(await bookRow(orderId)).toMatchObject({ quantity: 35 });
  });

  it("are taken ten times a second and from registered addresses only", async () => {
    clearInterval(driver);
    human = later(human, SECOND_MS - (human % SECOND_MS));
    const all = await Promise.allSettled(
      Array.from({ length: 11 }, () => official.ask("connect", "placeOrder", "regular", draft({ quantity: 1 }))),
    );
    const refused = all.filter((result) => result.status === "rejected");
    expect(refused).toMatchObject([{ reason: { error_type: "NetworkException", message: "Too many requests" } }]);

    clients.change("ZA0001", { orderAddresses: ["10.0.0.1"] });
    await expect(place()).rejects.toMatchObject({
      error_type: "PermissionException",
      message: expect.stringContaining("IP (127.0.0.1) is not allowed"),
    });
    expect(await kite("getOrders")).toHaveLength(10);
  });

  it("that the risk desk rejects are in the book as rejected", async () => {
    faults.set("zerodha", "reject");
    expect(await bookRow(await place())).toMatchObject({ status: "REJECTED", exchange_order_id: null });
  });

  it("and their costs are estimated", async () => {
    const item = { ...draft({ price: 1000 }), variety: "regular", trigger_price: 0 };
    expect(await kite("orderMargins", [item])).toMatchObject([
      { type: "equity", tradingsymbol: "SBIN", leverage: 5, total: 2000, charges: { brokerage: 3 } },
    ]);
    expect(await kite("orderBasketMargins", [item, item])).toMatchObject({ final: { total: 4000 }, orders: [{}, {}] });
    const note = await kite("getvirtualContractNote", [{ ...item, order_id: "1", average_price: 1000.125 }]);
    expect(note).toMatchObject([{ price: 1000.125, charges: { transaction_tax: 0, stamp_duty: 0.300038 } }]);
  });
});

describe("market data", () => {
  beforeEach(() => logIn());

  it("lists instruments without a phantom row", async () => {
    const rows = await kite<{ tradingsymbol: string }[]>("getInstruments", "NSE");
    expect(rows).toHaveLength(exchange.instruments.length);
    expect(rows.find((row) => row.tradingsymbol === "SBIN")).toMatchObject({
      instrument_token: "779521",
      exchange_token: "3045",
      name: "STATE BANK OF INDIA",
      lot_size: 1,
      tick_size: Number(exchange.instrument("SBIN")?.tickSize) / 100,
      instrument_type: "EQ",
    });
    expect(await kite("getInstruments")).toEqual(rows);
  });

  it("quotes what the exchange quotes", async () => {
    const quote = exchange.quote("SBIN");
    const ohlc = {
      open: quote.open / 100,
      high: quote.high / 100,
      low: quote.low / 100,
      close: quote.previousClose / 100,
    };
    const full = await kite<Record<string, { depth: { buy: unknown } }>>("getQuote", ["NSE:SBIN", "NSE:NOSUCH"]);
    expect(Object.keys(full)).toEqual(["NSE:SBIN"]);
    expect(full["NSE:SBIN"]).toMatchObject({
      instrument_token: SBIN,
      last_price: quote.lastPrice / 100,
      volume: quote.volume,
      ohlc,
      timestamp: "2026-11-16T03:50:00.000Z",
    });
    expect(full["NSE:SBIN"]?.depth.buy).toEqual(
      quote.buy.map(({ price, quantity, orders }) => ({ price: price / 100, quantity, orders })),
    );
    expect(await kite("getOHLC", ["NSE:SBIN"])).toMatchObject({ "NSE:SBIN": { ohlc } });
    expect(await kite("getLTP", "NSE:SBIN")).toMatchObject({ "NSE:SBIN": { last_price: quote.lastPrice / 100 } });
  });

  it("gives candles, and says which range is too long", async () => {
    const candles = await kite("getHistoricalData", SBIN, "minute", "2026-11-16 09:15:00", "2026-11-16 09:18:00");
    const truth = exchange.candles("SBIN", 1, at("09:15"), at("09:18"));
    expect(candles).toEqual(
      truth.map(({ at: start, open, high, low, close, volume }) => ({
        date: new Date(start).toISOString(),
        open: open / 100,
        high: high / 100,
        low: low / 100,
        close: close / 100,
        volume,
      })),
    );
    await expect(kite("getHistoricalData", SBIN, "minute", "2026-01-01", "2026-11-01")).rejects.toMatchObject({
      error_type: "InputException",
      message: "interval exceeds max limit: 60 days",
    });
  });
});

describe("ticker", () => {
  const connect = async (token: string) => {
    await official.ask("ticker", "make", {
      api_key: client.app.key,
      access_token: token,
      root: shell.wsUrl,
      reconnect: false,
    });
  };

  it("streams what the exchange shows, in every mode, and beats", async () => {
    const { access_token: token } = await logIn();
    await connect(token);
    await until(() => official.heard("connect").length === 1);
    const others = ["RELIANCE", "IDEA"].map((symbol) => exchange.instrument(symbol)?.tokens.kiteInstrument ?? 0);
    await official.ask("ticker", "subscribe", [SBIN, ...others]);
    await official.ask("ticker", "setMode", "full", [SBIN]);
    await official.ask("ticker", "setMode", "ltp", [others[1]]);
    marketStepMs = 2 * SECOND_MS;
    await until(() => official.heard("ticks").length > 40);
    marketStepMs = 0;
    const seen = exchange.quote("SBIN").version;
    await until(() => official.heard("message").some(({ bytes }) => bytes === 1));

    const newest = (wanted: number) =>
      official
        .heard<Loose[]>("ticks")
        .flat()
        .findLast((tick) => tick["instrument_token"] === wanted);
    const quote = exchange.quote("SBIN");
    expect(quote.version).toBe(seen);
    expect(newest(SBIN)).toEqual({
      tradable: true,
      mode: "full",
      instrument_token: SBIN,
      last_price: quote.lastPrice / 100,
      last_traded_quantity: quote.lastQuantity,
      average_traded_price: quote.averagePrice / 100,
      volume_traded: quote.volume,
      total_buy_quantity: quote.totalBuyQuantity,
      total_sell_quantity: quote.totalSellQuantity,
      ohlc: {
        open: quote.open / 100,
        high: quote.high / 100,
        low: quote.low / 100,
        close: quote.previousClose / 100,
      },
      change: expect.any(Number),
      last_trade_time: new Date(Math.floor(Number(quote.lastTradeAt) / SECOND_MS) * SECOND_MS).toISOString(),
      exchange_timestamp: expect.any(String),
      oi: 0,
      oi_day_high: 0,
      oi_day_low: 0,
      depth: {
        buy: quote.buy.map(({ price, quantity, orders }) => ({ price: price / 100, quantity, orders })),
        sell: quote.sell.map(({ price, quantity, orders }) => ({ price: price / 100, quantity, orders })),
      },
    });
    expect(newest(others[0] ?? 0)).toMatchObject({
      mode: "quote",
      last_price: exchange.lastPrice("RELIANCE") / 100,
      volume_traded: exchange.quote("RELIANCE").volume,
    });
    expect(newest(others[1] ?? 0)).toEqual({
      tradable: true,
      mode: "ltp",
      instrument_token: others[1],
      last_price: exchange.lastPrice("IDEA") / 100,
    });
  });

  it("tells of orders without being asked", async () => {
    const { access_token: token } = await logIn();
    await connect(token);
    await until(() => official.heard("connect").length === 1);
    const orderId = await place();
    await kite("modifyOrder", "regular", orderId, { quantity: 5 });
    await kite("cancelOrder", "regular", orderId);
    const filled = await place({ order_type: "MARKET", market_protection: -1 });
    await until(() => official.heard("order_update").some(({ status }) => status === "COMPLETE"));

    const updates = official.heard("order_update");
    expect(updates.filter(({ order_id }) => order_id === orderId).map(({ status }) => status)).toEqual([
      "OPEN",
      "UPDATE",
      "CANCELLED",
    ]);
    expect(updates.findLast(({ order_id }) => order_id === filled)).toMatchObject({
      status: "COMPLETE",
      filled_quantity: 10,
      unfilled_quantity: 0,
      tag: "k7x2m9q4w1e8r5t0y3u6",
    });
  });

  it("refuses a bad token in the handshake and closes when the session ends", async () => {
    await connect("wrong");
    await until(() => official.heard("error").length > 0);
    expect(official.heard("error")[0]).toMatchObject({ message: expect.stringContaining("403") });

    const { access_token: token } = await logIn();
    await connect(token);
    await until(() => official.heard("connect").length === 1);
    const closed = official.heard("close").length;
    core.expireSessions(client.id);
    await until(() => official.heard("close").length > closed);
  });
});

describe("faults on the way", () => {
  it("http500, throttle, expire-session and a dropped reply look as they do at Zerodha", async () => {
    await logIn();
    faults.set("zerodha", "http500", 1, { on: "reads" });
    await expect(kite("getOrders")).rejects.toMatchObject({ error_type: "NetworkException" });
    faults.set("zerodha", "throttle", 1, { on: "reads" });
    await expect(kite("getOrders")).rejects.toMatchObject({ message: "Too many requests" });
    faults.set("zerodha", "wrong-ip");
    await expect(place()).rejects.toMatchObject({ message: expect.stringContaining("is not allowed") });
    faults.set("zerodha", "drop-after-accept");
    await expect(place()).rejects.toMatchObject({ error_type: "NetworkException" });
    expect(await kite("getOrders")).toMatchObject([{ status: "OPEN", tag: "k7x2m9q4w1e8r5t0y3u6" }]);
    faults.set("zerodha", "expire-session", 1, { on: "reads" });
    await expect(kite("getOrders")).rejects.toMatchObject({ error_type: "TokenException" });
  });
});
