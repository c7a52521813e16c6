import { type ChildProcess, fork } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { SECOND_MS } from "@vriddhi/core/time/clock";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Shell, startShell } from "../broker/start-shell.ts";
import { totpAt } from "../broker/totp.ts";
import { anExchange, at, limit, place as placeAt } from "../exchange/exchange-fixture.ts";
import { type AngelWorld, type ApiReply, anAngelWorld, anOrder, type Row, type Tokens } from "./angelone-fixture.ts";

const SCRIPT = path.join(import.meta.dirname, "client-script/smartapi-client.cjs");

/** `smartapi-javascript` 1.0.27 unchanged in a child process; only its addresses are ours. */
interface OfficialClient {
  command<Value>(name: string, ...given: readonly unknown[]): Promise<Value>;
  /** Calls its REST client, a second after the previous call: most are limited to one a second. */
  call<Data = Row>(method: string, ...given: readonly unknown[]): Promise<ApiReply<Data>>;
  received(event: string): readonly unknown[];
  stop(): void;
}

interface Report {
  readonly id?: number;
  readonly event?: string;
  readonly value?: unknown;
}

function startClient(wait: (ms: number) => void): OfficialClient {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "vriddhi-smartapi-"));
  const child: ChildProcess = fork(SCRIPT, [], {
    cwd: folder,
    env: { TZ: "Asia/Kolkata" },
    execArgv: [],
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  const events: Report[] = [];
  const waiting = new Map<number, (value: unknown) => void>();
  let count = 0;
  child.on("message", (report: Report) => {
    if (report.id === undefined) events.push(report);
    else waiting.get(report.id)?.(report.value);
  });
  const command = <Value>(name: string, ...given: readonly unknown[]): Promise<Value> =>
    new Promise((resolve) => {
      const id = ++count;
      waiting.set(id, (value) => resolve(value as Value));
      child.send({ id, name, given });
    });
  return {
    command,
    call(method, ...given) {
      wait(SECOND_MS);
      return command("call", method, ...given);
    },
    received: (event) => events.filter((report) => report.event === event).map(({ value }) => value),
    stop() {
      child.kill("SIGKILL");
      fs.rmSync(folder, { recursive: true, force: true });
    },
  };
}

let world: AngelWorld;
let shell: Shell;
let client: OfficialClient;
let tokens: Tokens;

beforeAll(async () => {
  world = anAngelWorld(anExchange());
  const { core, exchange, faults, now } = world;
  shell = await startShell({ core, exchange: () => exchange, faults, target: "angelone", now });
  client = startClient(world.wait);
  await client.command("start", { root: shell.baseUrl, wsUrl: shell.wsUrl, apiKey: world.bela.app.key });
});

afterAll(async () => {
  client.stop();
  await shell.stop();
});

const login = (pin = world.bela.pin, totp?: string) => {
  world.wait(SECOND_MS);
  const code = totp ?? totpAt(world.bela.totpSecret, world.now().human);
  return client.command<ApiReply<Tokens>>("call", "generateSession", world.bela.id, pin, code);
};
const place = (change: Readonly<Record<string, unknown>> = {}) =>
  client.call<{ orderid: string; uniqueorderid: string }>("placeOrder", anOrder(change));
const book = async () => (await client.call<Row[] | null>("getOrderBook")).data;
const socketParams = () => ({
  clientcode: world.bela.id,
  jwttoken: tokens.jwtToken,
  apikey: world.bela.app.key,
  feedtype: tokens.feedToken,
});
const updates = () =>
  client
    .received("update")
    .filter((text) => text !== "pong")
    .map((text) => JSON.parse(String(text)) as { "order-status": string; orderData: Row });
const codes = () => updates().map((update) => update["order-status"]);
const ticks = () => client.received("tick").filter((tick): tick is Row => typeof tick === "object");
const marketable = () => String((world.exchange.quote("SBIN").sell[4]?.price ?? 0) / 100);

describe("Angel One's official client", () => {
  it("logs in, and reports a wrong PIN or TOTP", async () => {
    expect(await login("none")).toMatchObject({ status: false, errorcode: "AB1007" });
    expect(await login(undefined, "000000")).toMatchObject({ status: false, errorcode: "AB1050" });
    const reply = await login();
    expect(reply).toMatchObject({ status: true, message: "SUCCESS" });
    tokens = reply.data;
    expect((await client.call("getProfile")).data).toMatchObject({ clientcode: world.bela.id });
  });

  it("finds every book empty", async () => {
    for (const method of ["getOrderBook", "getTradeBook", "getPosition", "getHolding", "getAllHolding"]) {
      expect(await client.call(method)).toEqual({ status: true, message: "SUCCESS", errorcode: "", data: null });
    }
    expect((await client.call("getRMS")).data).toMatchObject({ net: "1000000.0000" });
  });

  it("is greeted by the order socket and kept alive by pings", async () => {
    await client.command("openOrderUpdates", socketParams());
    await expect.poll(codes).toEqual(["AB00"]);
    await expect.poll(() => client.received("update")).toContain("pong");
  });

  it("places, modifies and cancels an order, reads it back and receives each step", async () => {
    const { data } = await place({ price: "1000.00" });
    expect(data.orderid).toMatch(/^261116\d{9}$/);
    expect(await book()).toMatchObject([{ orderid: data.orderid, status: "open", price: 1_000, quantity: "10" }]);
    const change = { ...anOrder({ price: "1001.50", quantity: "7" }), orderid: data.orderid };
    expect(await client.call("modifyOrder", change)).toMatchObject({ status: true, data: { orderid: data.orderid } });
    expect((await client.call("indOrderDetails", data.uniqueorderid)).data).toMatchObject({
      status: "modified",
      orderstatus: "open",
      price: 1_001.5,
      quantity: "7",
    });
    const cancelled = await client.call("cancelOrder", { variety: "NORMAL", orderid: data.orderid });
    expect(cancelled).toMatchObject({ status: true, data: { uniqueorderid: data.uniqueorderid } });
    expect(await book()).toMatchObject([{ orderstatus: "cancelled", cancelsize: "7" }]);
    await expect.poll(codes).toEqual(["AB00", "AB09", "AB01", "AB11", "AB04", "AB02"]);
    expect(updates().at(-1)?.orderData).toMatchObject({
      orderid: data.orderid,
      ordertag: "K7X2M9Q4W1E8R5T0Y3U6",
      orderstatus: "cancelled",
    });
  });

  it("trades, and sees it in trades, positions, funds and on the socket", async () => {
    const before = codes().length;
    const { orderid } = (await place({ price: marketable() })).data;
    const [trade] = (await client.call<Row[]>("getTradeBook")).data;
    expect(trade).toMatchObject({ orderid, transactiontype: "BUY", tradingsymbol: "SBIN-EQ" });
    expect((await client.call<Row[]>("getPosition")).data).toMatchObject([{ netqty: "10", producttype: "INTRADAY" }]);
    expect((await client.call("getRMS")).data["utiliseddebits"]).not.toBe("0.0000");
    await expect.poll(() => codes().slice(before).at(-1)).toBe("AB05");
    expect(world.exchange.findOrders({ account: world.bela.id }).at(-1)).toMatchObject({
      brokerOrderId: orderid,
      status: "filled",
    });
  });

  it("streams ticks in every mode, equal to the exchange's own", async () => {
    await client.command("openStream", socketParams());
    for (const mode of [1, 2, 3, 4]) {
      await client.command("subscribe", {
        correlationID: "abc123",
        action: 1,
        mode,
        exchangeType: 1,
        tokens: ["3045"],
      });
    }
    await expect.poll(() => ticks().length).toBe(4);
    world.moveTo(at("10:01"));
    world.core.beat(world.now());
    await expect.poll(() => ticks().length).toBe(8);
    const quote = world.exchange.quote("SBIN");
    const [ltp, full, snap, depth] = [1, 2, 3, 4].map((mode) =>
      ticks()
        .filter((tick) => tick["subscription_mode"] === String(mode))
        .at(-1),
    );
    const head = { exchange_type: "1", token: '"3045"', exchange_timestamp: String(quote.at) };
    const last = { ...head, sequence_number: String(quote.version), last_traded_price: String(quote.lastPrice) };
    const day = {
      ...last,
      last_traded_quantity: String(quote.lastQuantity),
      avg_traded_price: String(quote.averagePrice),
      vol_traded: String(quote.volume),
      total_buy_quantity: String(quote.totalBuyQuantity),
      total_sell_quantity: String(quote.totalSellQuantity),
      open_price_day: String(quote.open),
      high_price_day: String(quote.high),
      low_price_day: String(quote.low),
      close_price: String(quote.previousClose),
    };
    expect(ltp).toMatchObject(last);
    expect(full).toMatchObject(day);
    const best = (flag: string, levels: typeof quote.buy) =>
      levels.map(({ price, quantity, orders }) => ({
        flag,
        quantity: String(quantity),
        price: String(price),
        no_of_orders: String(orders),
      }));
    const year = world.exchange.yearRange("SBIN");
    expect(snap).toMatchObject({
      ...day,
      best_5_buy_data: best("1", quote.buy),
      best_5_sell_data: best("0", quote.sell),
      upper_circuit: String(quote.upperCircuit),
      lower_circuit: String(quote.lowerCircuit),
      fiftytwo_week_high: String(year.high),
      fiftytwo_week_low: String(year.low),
    });
    expect(depth).toMatchObject({ ...head, subscription_mode: "4" });
  });

  it("receives pong, unsubscribes, and reports a request that is too large", async () => {
    await expect.poll(() => client.received("tick")).toContain("pong");
    for (const mode of [1, 2, 3, 4]) {
      await client.command("subscribe", { action: 0, mode, exchangeType: 1, tokens: ["3045"] });
    }
    const many = Array.from({ length: 1_001 }, (_, index) => String(index));
    await client.command("subscribe", { correlationID: "big", action: 1, mode: 1, exchangeType: 1, tokens: many });
    await expect.poll(() => client.received("tick").some((tick) => String(tick).includes("E1002"))).toBe(true);
    const before = ticks().length;
    world.moveTo(at("10:02"));
    world.core.beat(world.now());
    await client.call("getProfile");
    expect(ticks()).toHaveLength(before);
  });

  it("reads quotes, candles, instruments, margins and charges", async () => {
    const wanted = { mode: "FULL", exchangeTokens: { NSE: ["3045"] } };
    const quotes = await client.call<{ fetched: Row[] }>("marketData", wanted);
    expect(quotes.data.fetched).toMatchObject([{ ltp: world.exchange.lastPrice("SBIN") / 100 }]);
    const candles = await client.call<unknown[][]>("getCandleData", {
      exchange: "NSE",
      symboltoken: "3045",
      interval: "ONE_MINUTE",
      fromdate: "2026-11-16 09:15",
      todate: "2026-11-16 09:19",
    });
    expect(candles.data).toHaveLength(5);
    const searched = await client.call("searchScrip", { exchange: "NSE", searchscrip: "SBIN" });
    expect(searched).toEqual([{ exchange: "NSE", tradingsymbol: "SBIN-EQ", symboltoken: "3045" }]);
    const leg = { exchange: "NSE", qty: 1, price: 1_300, productType: "DELIVERY", token: "2885", tradeType: "BUY" };
    expect((await client.call("marginApi", { positions: [leg] })).data).toMatchObject({ totalMarginRequired: 1_300 });
    const order = { exchange: "NSE", product_type: "DELIVERY", transaction_type: "BUY", quantity: "1", price: "1000" };
    expect((await client.call("estimateCharges", { orders: [{ ...order, token: "2885" }] })).status).toBe(true);
    expect((await client.call<Row[]>("nseIntraday")).data.length).toBeGreaterThan(0);
    expect((await client.call<Row[]>("getOIData", { symboltoken: "3045" })).data).toEqual([]);
  });
});

describe("the official client under faults", () => {
  it("reports a tag that is too long, an unknown order, an unknown symbol, and an order rejected afterwards", async () => {
    expect(await place({ ordertag: "A".repeat(21) })).toMatchObject({ status: false, errorcode: "AB4008" });
    const unknown = await client.call("cancelOrder", { variety: "NORMAL", orderid: "1" });
    expect(unknown).toMatchObject({ status: false, errorcode: "AB1013" });
    expect(await place({ symboltoken: "1" })).toMatchObject({ status: false, errorcode: "AB1009" });
    const market = await place({ ordertype: "MARKET" });
    expect(market.status).toBe(true);
    expect((await book())?.at(-1)).toMatchObject({ orderid: market.data.orderid, orderstatus: "rejected" });
  });

  it("reports the rate limit as status 403", async () => {
    await client.call("getOrderBook");
    expect(await client.command("call", "getOrderBook")).toEqual({ status: 403, message: "Forbidden" });
  });

  it("reports a refused address in the gateway's format", async () => {
    world.clients.change(world.bela.id, { orderAddresses: ["127.0.0.9"] });
    expect(await place()).toMatchObject({ success: false, errorCode: "AG7002" });
    world.clients.change(world.bela.id, { orderAddresses: null });
    expect((await place({ price: "1000" })).status).toBe(true);
  });

  it("reports a server error, a lost answer, a throttle and a refusal by the broker", async () => {
    world.faults.set("angelone", "http500");
    expect(await place()).toEqual({ status: 500, message: "Internal Server Error" });
    world.faults.set("angelone", "drop-after-accept");
    const before = world.exchange.findOrders({ account: world.bela.id }).length;
    expect(await place({ price: "1000" })).toEqual({});
    expect(world.exchange.findOrders({ account: world.bela.id })).toHaveLength(before + 1);
    world.faults.set("angelone", "throttle");
    expect(await place()).toEqual({ status: 403, message: "Forbidden" });
    world.faults.set("angelone", "reject");
    const { orderid } = (await place()).data;
    expect((await book())?.at(-1)).toMatchObject({ orderid, orderstatus: "rejected" });
  });

  it("receives a fill in parts as it happens", async () => {
    world.faults.set("angelone", "partial-fill");
    const { orderid } = (await place({ price: marketable() })).data;
    expect((await book())?.at(-1)).toMatchObject({ orderid, filledshares: "5", orderstatus: "open" });
    const own = () => updates().filter(({ orderData }) => orderData["orderid"] === orderid);
    await expect.poll(() => own().at(-1)?.orderData["filledshares"]).toBe("5");
    placeAt(world.exchange, "anil", "sell", {
      now: world.now().market,
      quantity: 5,
      pricing: limit((world.exchange.quote("SBIN").buy[0]?.price ?? 0) / 100),
    });
    await expect.poll(() => own().at(-1)?.["order-status"]).toBe("AB05");
  });

  it("reports the end of its session by renewal, by a fault and by logging out", async () => {
    const renewed = await client.call<Tokens>("generateToken", tokens.refreshToken);
    expect(renewed.status).toBe(true);
    expect((await client.call("getProfile")).status).toBe(true);
    world.faults.set("angelone", "expire-session", 1, { on: "reads" });
    expect(await client.call("getProfile")).toMatchObject({ success: false, errorCode: "AG8001" });
    await expect.poll(() => client.received("expired")).toHaveLength(1);
    tokens = (await login()).data;
    expect(await client.call("logout", world.bela.id)).toMatchObject({ status: true });
    expect(await client.call("getProfile")).toMatchObject({ errorCode: "AG8001" });
  });

  it("is refused by the stream once its session has ended", async () => {
    void client.command("openStream", socketParams());
    await expect.poll(() => client.received("uncaught").join()).toContain("401");
  });
});
