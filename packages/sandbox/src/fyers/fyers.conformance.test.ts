import { type ChildProcess, fork } from "node:child_process";
import { EventEmitter, once } from "node:events";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { epochMs } from "@vriddhi/core/time/clock";
import { istDate } from "@vriddhi/core/time/ist";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Shell, startShell } from "../broker/start-shell.ts";
import { totpAt } from "../broker/totp.ts";
import { anExchange, at, TUESDAY } from "../exchange/exchange-fixture.ts";
import { aBench, anOrder, type Bench, type Json, logIn, REDIRECT } from "./fyers-fixture.ts";

const SCRIPT = path.join(import.meta.dirname, "client-script/official-client.cjs");

interface Answer {
  readonly ok: boolean;
  readonly value: Json;
}

interface Client {
  call(command: string, ...args: unknown[]): Promise<Answer>;
  received(event: string): readonly Json[];
  /** The first matching message, past or future. */
  receive(event: string, fits: (message: Json) => boolean): Promise<Json>;
  stop(): void;
}

async function startClient(): Promise<Client> {
  const cwd = fs.mkdtempSync(path.join(os.tmpdir(), "fyers-client-"));
  const child: ChildProcess = fork(SCRIPT, { cwd, env: { TZ: "Asia/Kolkata" }, silent: true });
  const news = new EventEmitter();
  const events = new Map<string, Json[]>();
  const waiting = new Map<number, (answer: Answer) => void>();
  let calls = 0;
  child.on("message", (message: { id?: number; event?: string; value: Json } & Answer) => {
    if (message.id !== undefined) return waiting.get(message.id)?.(message);
    const event = message.event ?? "";
    events.set(event, [...(events.get(event) ?? []), message.value]);
    news.emit("told");
  });
  await once(news, "told");
  return {
    call: (command, ...args) =>
      new Promise((resolve) => {
        waiting.set(++calls, resolve);
        child.send({ id: calls, command, args });
      }),
    received: (event) => events.get(event) ?? [],
    async receive(event, fits) {
      for (;;) {
        const found = (events.get(event) ?? []).find(fits);
        if (found !== undefined) return found;
        await once(news, "told");
      }
    },
    stop() {
      child.kill();
      fs.rmSync(cwd, { recursive: true, force: true });
    },
  };
}

const isOrder = (id: string, status: number) => (message: Json) => {
  const order = message["orders"] as Json;
  return order["id"] === id && order["status"] === status;
};

let bench: Bench;
let shell: Shell;
let client: Client;
let authorization = "";
/** The market runs at twenty times real time, unless stopped for inspection. */
let isRunning = true;
let ticking: ReturnType<typeof setInterval>;

/** Rate windows are on the human clock, which is frozen: each call gets its own second. */
const call = async (command: string, ...args: unknown[]): Promise<Answer> => {
  bench.moment = { ...bench.moment, human: epochMs(bench.moment.human + 1_000) };
  return await client.call(command, ...args);
};

beforeAll(async () => {
  bench = aBench(anExchange());
  const { core, hub, faults } = bench;
  shell = await startShell({ core, exchange: () => hub.exchange, faults, target: "fyers", now: () => bench.moment });
  client = await startClient();
  const { baseUrl, wsUrl } = shell;
  const own = { appId: bench.charu.app.key, redirectUrl: REDIRECT, now: bench.moment.market };
  await client.call("start", { baseUrl, wsUrl, ...own });
  ticking = setInterval(() => {
    if (!isRunning) return;
    bench.go(epochMs(bench.moment.market + 1_000));
    core.beat(bench.moment);
  }, 50);
});

afterAll(async () => {
  clearInterval(ticking);
  client.stop();
  await shell.stop();
});

describe("fyers-api-v3, unchanged but for its addresses", () => {
  it("logs in through the page that it links to", async () => {
    const url = (await call("generateAuthCode", { state: "abc" })).value as unknown as string;
    const page = await (await fetch(url)).text();
    expect(page).toContain("Log in to Fyers");
    const { charu } = bench;
    const form = new URLSearchParams({
      ...Object.fromEntries(new URL(url).searchParams),
      fy_id: charu.id,
      totp: totpAt(charu.totpSecret, bench.moment.human),
      pin: charu.pin,
    });
    const entered = await fetch(url.split("?")[0] ?? "", { method: "POST", body: form, redirect: "manual" });
    const back = new URL(entered.headers.get("location") ?? "");
    expect(back.searchParams.get("state")).toBe("abc");
    const grant = { secret_key: charu.app.secret, auth_code: back.searchParams.get("auth_code") };
    const opened = await call("generate_access_token", grant);
    expect(opened.value).toMatchObject({ s: "ok", code: 200 });
    authorization = `${charu.app.key}:${opened.value["access_token"]}`;
    await call("token", opened.value["access_token"]);
    expect((await call("get_profile")).value).toMatchObject({ s: "ok", data: { fy_id: charu.id, totp: true } });
  });

  it("receives its order subscription", async () => {
    expect((await call("orderSocket", authorization)).value).toBe("open");
    expect(await client.receive("general", () => true)).toEqual({
      code: 1605,
      message: "Successfully subscribed",
      s: "ok",
    });
  });

  it("places, modifies and cancels, and receives each step", async () => {
    const placed = await call("place_order", anOrder({ orderTag: "CONFORM1" }));
    const id = String(placed.value["id"]);
    expect(placed.value).toEqual({
      s: "ok",
      code: 1101,
      message: `Order submitted successfully. Your Order Ref. No.${id}`,
      id,
    });
    expect(id).toMatch(/^261116\d{8}$/);
    await client.receive("orders", isOrder(id, 4));
    const pending = await client.receive("orders", isOrder(id, 6));
    expect(pending["orders"]).toMatchObject({
      symbol: "NSE:SBIN-EQ",
      orderTag: "1:CONFORM1",
      qty: 10,
      limitPrice: 1_000,
    });

    const modified = await call("modify_order", { id, type: 1, limitPrice: 1_000.5, qty: 12 });
    expect(modified.value).toEqual({ s: "ok", code: 1101, message: "Successfully modified order", id });
    const [row] = (await call("get_filtered_orders", { order_id: id })).value["orderBook"] as Json[];
    expect(row).toMatchObject({ id, status: 6, qty: 12, remainingQuantity: 12, limitPrice: 1_000.5, source: "ITS" });

    const cancelled = await call("cancel_order", { id });
    expect(cancelled.value).toEqual({ s: "ok", code: 1103, message: "Successfully cancelled order", id });
    await client.receive("orders", isOrder(id, 1));
    const book = (await call("get_orders")).value["orderBook"] as Json[];
    expect(book.find((other) => other["id"] === id)).toMatchObject({ status: 1, orderNumStatus: `${id}:1` });
  });

  it("trades at the market and reads trades, positions and funds", async () => {
    const { value } = await call("place_order", anOrder({ type: 2, limitPrice: 0, qty: 5, orderTag: "CONFORM2" }));
    const id = String(value["id"]);
    await client.receive("orders", isOrder(id, 2));
    const trade = await client.receive("trades", (message) => (message["trades"] as Json)["orderNumber"] === id);
    expect(trade["trades"]).toMatchObject({ symbol: "NSE:SBIN-EQ", orderTag: "1:CONFORM2", side: 1 });
    const held = await client.receive("positions", (message) => (message["positions"] as Json)["netQty"] === 5);
    expect(held["positions"]).toMatchObject({ id: "NSE:SBIN-EQ-INTRADAY", productType: "INTRADAY", side: 1 });

    const trades = (await call("get_tradebook")).value["tradeBook"] as Json[];
    const bought = trades.filter((row) => row["orderNumber"] === id);
    expect(bought.reduce((sum, row) => sum + Number(row["tradedQty"]), 0)).toBe(5);
    const { netPositions } = (await call("get_positions")).value as { netPositions: Json[] };
    expect(netPositions).toMatchObject([{ id: "NSE:SBIN-EQ-INTRADAY", netQty: 5, buyQty: 5, sellQty: 0 }]);
    const funds = (await call("get_funds")).value["fund_limit"] as { title: string; equityAmount: number }[];
    const { blocked } = bench.hub.exchange.funds(bench.charu.id);
    expect(funds.find(({ title }) => title === "Utilized Amount")?.equityAmount).toBe(blocked / 100);
    expect((await call("get_holdings")).value).toMatchObject({ s: "ok", holdings: [] });

    const exited = await call("exit_position", { id: "NSE:SBIN-EQ-INTRADAY" });
    expect(exited.value).toEqual({ s: "ok", code: 200, message: "The position is closed." });
    expect((await call("get_positions")).value).toMatchObject({ overall: { count_open: 0, count_total: 1 } });
  });

  it("places, modifies and cancels many at once", async () => {
    const placed = await call("place_multi_order", [anOrder(), anOrder({ qty: 0 })]);
    const [first, second] = placed.value["data"] as { statusCode: number; body: Json }[];
    expect(first).toMatchObject({ statusCode: 200, body: { s: "ok", code: 1101 } });
    expect(second).toMatchObject({ statusCode: 400, body: { s: "error", code: -50 } });
    const id = first?.body["id"];
    const modified = await call("modify_multi_order", [{ id, type: 1, limitPrice: 1_001 }]);
    expect(modified.value["data"]).toMatchObject([{ statusCode: 200, body: { id } }]);
    const cancelled = await call("cancel_multi_order", [{ id }]);
    expect(cancelled.value["data"]).toMatchObject([{ statusCode: 200, body: { code: 1103, id } }]);
  });

  it("reads quotes, depth, candles and the state of the market", async () => {
    isRunning = false;
    const { exchange } = bench.hub;
    const quote = exchange.quote("SBIN");
    const [row] = (await call("getQuotes", ["NSE:SBIN-EQ"])).value["d"] as { v: Json }[];
    expect(row?.v).toMatchObject({ lp: quote.lastPrice / 100, volume: quote.volume, fyToken: "10100000003045" });
    const depth = (await call("getMarketDepth", { symbol: ["NSE:SBIN-EQ"], ohlcv_flag: 1 })).value["d"] as Json;
    expect(depth["NSE:SBIN-EQ"]).toMatchObject({ ltp: quote.lastPrice / 100, totalbuyqty: quote.totalBuyQuantity });
    const range = { range_from: "2026-11-13", range_to: "2026-11-13", date_format: "1", cont_flag: "1" };
    const days = await call("getHistory", { symbol: "NSE:SBIN-EQ", resolution: "D", ...range });
    expect((days.value["candles"] as number[][]).map(([time]) => time)).toEqual([
      Date.parse("2026-11-13T00:00:00Z") / 1_000,
    ]);
    const minutes = await call("getHistory", { symbol: "NSE:SBIN-EQ", resolution: "5", ...range });
    const candles = minutes.value["candles"] as number[][];
    expect(candles[0]?.[0]).toBe(at("09:15", istDate("2026-11-13")) / 1_000);
    expect((await call("market_status")).value["marketStatus"]).toMatchObject([{ exchange: 10, status: "OPEN" }, {}]);
    isRunning = true;
  });

  it("streams ticks that equal the exchange's, in full, lite and depth", async () => {
    const { exchange } = bench.hub;
    await call("dataSocket", { authorization, symbols: ["NSE:SBIN-EQ", "NSE:IDEA-EQ"], isDepth: false });
    await client.receive("tick", ({ symbol }) => symbol === "NSE:IDEA-EQ");
    const first = await client.receive("tick", ({ symbol }) => symbol === "NSE:SBIN-EQ");
    const isNewer = (message: Json) =>
      message["symbol"] === "NSE:SBIN-EQ" && Number(message["exch_feed_time"]) > Number(first["exch_feed_time"]) + 20;
    await client.receive("tick", isNewer);
    isRunning = false;
    const quote = exchange.quote("SBIN");
    const last = await client.receive("tick", ({ vol_traded_today }) => vol_traded_today === quote.volume);
    expect(last).toMatchObject({
      type: "sf",
      ltp: quote.lastPrice / 100,
      last_traded_time: Math.floor((quote.lastTradeAt ?? 0) / 1_000),
      last_traded_qty: quote.lastQuantity,
      avg_trade_price: quote.averagePrice / 100,
      open_price: quote.open / 100,
      high_price: quote.high / 100,
      low_price: quote.low / 100,
      prev_close_price: quote.previousClose / 100,
      chp: Math.round(((quote.lastPrice - quote.previousClose) * 10_000) / quote.previousClose) / 100,
    });
    isRunning = true;

    await call("subscribe", { symbols: ["NSE:RELIANCE-EQ"], isDepth: true });
    const book = await client.receive("tick", ({ type, symbol }) => type === "dp" && symbol === "NSE:RELIANCE-EQ");
    expect(book["bid_price1"]).toBeLessThan(Number(book["ask_price1"]));
    expect(book["bid_order5"]).toBeGreaterThan(0);

    await call("unsubscribe", { symbols: ["NSE:IDEA-EQ"], isDepth: false });
    await client.receive("tick", ({ type }) => type === "unsub");
    await call("mode", "lite");
    const lite = await client.receive("tick", (tick) => tick["symbol"] === "NSE:SBIN-EQ" && !("bid_price" in tick));
    expect(lite["ltp"]).toBeGreaterThan(0);
  });

  it("reports each error", async () => {
    const refusal = async (command: string, ...args: unknown[]) => {
      const { ok, value } = await call(command, ...args);
      expect(ok).toBe(false);
      return value;
    };
    expect(await refusal("place_order", anOrder({ qty: -1 }))).toMatchObject({ s: "error", code: -50 });
    expect(await refusal("place_order", anOrder({ symbol: "NSE:NOSUCH-EQ" }))).toMatchObject({ code: -300 });
    expect(await refusal("place_order", anOrder({ orderTag: "with-dash" }))).toMatchObject({ code: -50 });
    expect(await refusal("modify_order", { id: "26111699999999", type: 1 })).toMatchObject({ code: -51 });
    expect(await refusal("exit_position", { exit_all: 1 })).toMatchObject({ code: -352 });
    const poor = await refusal("place_order", anOrder({ qty: 90_000, productType: "CNC", limitPrice: 1_050 }));
    expect(poor).toMatchObject({ code: -99, id: expect.stringMatching(/^261116/) });
    expect(poor["message"]).toMatch(
      /^RED:Margin Shortfall:INR [\d,]+\.\d\d Available:INR [\d,]+\.\d\d for C-FY00001 \[FYERS_RISK_CUG\]$/,
    );
    await client.receive("orders", isOrder(String(poor["id"]), 5));

    bench.faults.set("fyers", "reject");
    expect(await refusal("place_order", anOrder())).toMatchObject({ code: -99 });
    bench.clients.change(bench.charu.id, { orderAddresses: ["127.0.0.9"] });
    expect(await refusal("place_order", anOrder())).toMatchObject({ s: "error" });
    bench.clients.change(bench.charu.id, { orderAddresses: null });
    expect((await call("get_profile")).ok).toBe(true);

    const burst = await Promise.all(Array.from({ length: 12 }, () => client.call("get_funds")));
    expect(burst.filter(({ ok }) => ok).length).toBeLessThanOrEqual(10);
    expect(burst.find(({ ok }) => !ok)?.value).toEqual({ s: "error", code: -429, message: "request limit reached" });
  });

  it("is refused with a wrong token, after logging out and after 06:00", async () => {
    expect((await call("logout_user", {})).value).toMatchObject({
      s: "ok",
      message: "you are successfully logged out",
    });
    expect((await call("get_profile")).value).toMatchObject({ s: "error", code: -17 });
    await call("token", "nonsense");
    expect((await call("get_profile")).value).toEqual({
      s: "error",
      code: -16,
      message: "Could not authenticate the user",
    });
    expect((await call("orderSocket", `${bench.charu.app.key}:nonsense`)).value).toBe("error");

    await call("token", logIn(bench).split(":")[1]);
    expect((await call("get_profile")).ok).toBe(true);
    isRunning = false;
    bench.go(at("06:00", TUESDAY));
    expect((await call("get_profile")).value).toMatchObject({ code: -8 });
  });
});
