import { later } from "@vriddhi/core/time/clock";
import { describe, expect, it } from "vitest";
import { anExchange } from "../exchange/exchange-fixture.ts";
import {
  aBench,
  anOrder,
  aPeer,
  aRequest,
  ask,
  type Bench,
  dial,
  type Json,
  logIn,
  type RecordedPeer,
} from "./fyers-fixture.ts";
import { UNCHANGED } from "./hsm-frames.ts";

const SYNC = "/api/v3/orders/sync";

function aListener(topics: readonly string[] = ["orders", "trades", "positions"]) {
  const bench = aBench(anExchange());
  const headers = { authorization: logIn(bench) };
  const { line, peer } = dial(bench, "/trade/v3", headers);
  const say = (frame: unknown) => line.receive(typeof frame === "string" ? frame : JSON.stringify(frame), bench.moment);
  if (topics.length > 0) say({ T: "SUB_ORD", SLIST: topics, SUB_T: 1 });
  const place = (change: Json = {}) => ask(bench, "POST", SYNC, { headers, body: anOrder(change) }).body["id"];
  const cancel = (id: unknown) => ask(bench, "DELETE", SYNC, { headers, body: { id } });
  const received = () => peer.frames.slice(topics.length > 0 ? 1 : 0).map((frame) => JSON.parse(String(frame)) as Json);
  const statuses = () =>
    received().flatMap(({ orders }) => (orders === undefined ? [] : [(orders as Json)["ord_status"]]));
  return { bench, line, peer, say, place, cancel, received, statuses };
}

describe("the order socket", () => {
  it("opens only with a live session, and only at its address", () => {
    const bench = aBench();
    const refused = bench.core.dial(aRequest("GET", "/trade/v3"), aPeer(), bench.moment);
    expect(refused).toMatchObject({ ok: false, reply: { status: 401 } });
    expect(bench.core.dial(aRequest("GET", "/elsewhere"), aPeer(), bench.moment)).toMatchObject({
      ok: false,
      reply: { status: 404 },
    });
  });

  it("answers pings, subscriptions and invalid messages", () => {
    const { say, peer } = aListener([]);
    say("ping");
    say({ T: "SUB_ORD", SLIST: ["orders"], SUB_T: 1 });
    say({ T: "SUB_ORD", SLIST: ["orders"], SUB_T: -1 });
    for (const nonsense of ["{", "5", { T: "SUB_ORD", SLIST: ["x"], SUB_T: 1 }, { T: "X" }]) say(nonsense);
    expect(peer.frames.slice(0, 2)).toEqual([
      "pong",
      JSON.stringify({ code: 1605, message: "Successfully subscribed", s: "ok" }),
    ]);
    expect(peer.frames).toHaveLength(7);
  });

  it("accepts known topics and ignores others, as the Python client requests them", () => {
    const { say, peer, place, received } = aListener([]);
    say({ T: "SUB_ORD", SLIST: ["orders", "edis", "pricealerts", "login"], SUB_T: 1 });
    expect(peer.frames.at(-1)).toBe(JSON.stringify({ code: 1605, message: "Successfully subscribed", s: "ok" }));
    const id = place({});
    expect(received().at(-1)).toMatchObject({ orders: { id } });
  });

  it("omits empty fields of an update", () => {
    const { place, received } = aListener();
    place({});
    const { orders } = received().at(-1) as { orders: Json };
    expect(orders).toMatchObject({ qty: 10, qty_remaining: 10, price_limit: 1_000, ord_status: 61 });
    for (const name of ["qty_filled", "price_stop", "price_traded", "offline_flag", "oms_msg"])
      expect(orders).not.toHaveProperty(name);
  });

  it("reports each step with the order desk's numbers and names", () => {
    const { place, cancel, received, statuses } = aListener();
    const id = place({ orderTag: "S1" });
    expect(received()[0]).toMatchObject({
      s: "ok",
      orders: {
        client_id: "FY00001",
        id,
        fy_token: "10100000003045",
        ord_status: 20,
        org_ord_status: 4,
        report_type: "New Ack",
        qty: 10,
        qty_remaining: 10,
        tran_side: 1,
        product_type: "INTRADAY",
        symbol: "NSE:SBIN-EQ",
        time_exch: "NA",
        ordertag: "1:S1",
      },
    });
    cancel(id);
    expect(statuses()).toEqual([20, 61, 91]);
  });

  it("reports trades and the position after each", () => {
    const { bench, place, received } = aListener();
    const id = place({ type: 2, limitPrice: 0, qty: 5 });
    const trades = received().flatMap(({ trades }) => (trades === undefined ? [] : [trades as Json]));
    expect(trades.reduce((sum, trade) => sum + Number(trade["qty_traded"]), 0)).toBe(5);
    expect(trades[0]).toMatchObject({ id, ord_type: 2, product_type: "INTRADAY" });
    const last = received().at(-1)?.["positions"] as Json;
    const [position] = bench.hub.exchange.positions("FY00001");
    expect(last).toMatchObject({ id: "NSE:SBIN-EQ-INTRADAY", net_qty: 5, buy_val: (position?.dayBuyValue ?? 0) / 100 });
  });

  it("reports rejections with their reason, and only for subscribed topics", () => {
    const { place, received } = aListener(["trades"]);
    place({ limitPrice: 1 });
    expect(received()).toEqual([]);
    const orders = aListener(["orders"]);
    orders.place({ limitPrice: 1 });
    expect(orders.received().at(-1)?.["orders"]).toMatchObject({
      ord_status: 92,
      oms_msg: expect.stringContaining("circuit"),
    });
  });

  it("sends no updates of other clients, and none after it was closed", () => {
    const { bench, line, peer, place } = aListener();
    bench.hub.exchange.place({
      now: bench.moment.market,
      account: "charu",
      symbol: "SBIN",
      side: "buy",
      quantity: 1,
      product: "intraday",
      pricing: { kind: "market", protection: "auto" },
    });
    expect(peer.frames).toHaveLength(1);
    line.closed();
    place();
    expect(peer.frames).toHaveLength(1);
  });

  it("duplicates and reorders pushes on a fault", () => {
    const twice = aListener(["orders"]);
    twice.bench.faults.set("fyers", "duplicate-push");
    twice.place();
    expect(twice.statuses()).toEqual([20, 20, 61]);

    const late = aListener(["orders"]);
    late.bench.faults.set("fyers", "reorder-push");
    late.place();
    expect(late.statuses()).toEqual([61, 20]);

    const held = aListener(["orders"]);
    held.bench.faults.set("fyers", "reorder-push", 2);
    held.place();
    expect(held.statuses()).toEqual([]);
    held.bench.core.beat(held.bench.moment);
    expect(held.statuses()).toEqual([20, 61]);
  });

  it("closes on a reset of the sandbox", () => {
    const { bench, peer } = aListener();
    bench.core.clear();
    expect(peer.closedWith).toBe(1_000);
  });
});

const field = (id: number, bytes: Buffer): Buffer =>
  Buffer.concat([Buffer.from([id, bytes.length >> 8, bytes.length & 255]), bytes]);
const frame = (type: number, ...fields: Buffer[]): Buffer =>
  Buffer.concat([Buffer.from([0, 0, type, fields.length]), ...fields.map((bytes, index) => field(index + 1, bytes))]);
const topics = (...names: string[]): Buffer =>
  Buffer.concat([
    Buffer.from([0, names.length]),
    ...names.flatMap((name) => [Buffer.from([name.length]), Buffer.from(name)]),
  ]);
const mask = (text: string): Buffer => Buffer.from(text.padStart(16, "0"), "hex");
const CHANNEL = Buffer.from([11]);

function aFeed() {
  const bench: Bench = aBench(anExchange());
  const token = logIn(bench).split(".")[1] ?? "";
  const key = String((JSON.parse(Buffer.from(token, "base64url").toString()) as Json)["hsm_key"]);
  const { line, peer } = dial(bench, "/hsm/v1-5/prod");
  const say = (bytes: Buffer) => line.receive(bytes, bench.moment);
  const enter = (with_ = key) =>
    say(frame(1, Buffer.from(with_), Buffer.from("P"), Buffer.from([1]), Buffer.from("JS_API")));
  return { bench, peer, say, enter, take: () => takeFrames(peer), live: (ms: number) => live(bench, ms) };
}

const takeFrames = (peer: RecordedPeer): Buffer[] =>
  peer.frames.splice(0).map((bytes) => Buffer.from(bytes as Uint8Array));

function live(bench: Bench, ms: number): void {
  bench.go(later(bench.moment.market, ms));
  bench.core.beat(bench.moment);
}

describe("the data socket", () => {
  it("requires the token's key, and returns the field map", () => {
    const { enter, take } = aFeed();
    enter();
    const [reply] = take();
    expect(reply?.subarray(2, 8).toString("hex")).toBe("01030100014b");
    expect(reply?.readUInt32BE(11)).toBeGreaterThanOrEqual(1);
    const map = JSON.parse(reply?.toString("utf8", 18) ?? "") as Record<string, unknown[]>;
    expect([map["scrip"]?.length, map["index"]?.length, map["depth"]?.length]).toEqual([21, 6, 30]);
    const ids = (map["fields"] as { fid: string }[]).map(({ fid }) => fid);
    expect(ids).toEqual(expect.arrayContaining(["s105", "s104", "s113", "s121", "i102", "i103", "f101", "f105"]));
    expect(new Set(ids).size).toBe(ids.length);
  });

  it("refuses a wrong key, and ignores a client without one", () => {
    const { say, enter, take } = aFeed();
    say(frame(4, topics("sf|nse_cm|3045"), CHANNEL));
    expect(take()).toEqual([]);
    enter("00".repeat(40));
    const [notice, ...others] = take();
    expect(others).toEqual([]);
    // type 51: a number, a sentence, and the type of the greeting
    expect(notice?.subarray(2, 11).toString("hex")).toBe("3303010004fffffff0");
    expect(notice?.toString("latin1")).toContain("Could not authenticate the user");
    expect(notice?.at(-1)).toBe(1);
    say(Buffer.from("garbage"));
    say(Buffer.alloc(0));
    expect(take()).toEqual([]);
  });

  it("answers a subscription with a snapshot of 21 numbers, then with changes", () => {
    const { bench, say, enter, take, live } = aFeed();
    enter();
    take();
    say(frame(4, topics("sf|nse_cm|3045", "sf|nse_cm|1", "if|nse_cm|Nifty Bank"), CHANNEL));
    const [ok, data] = take() as [Buffer, Buffer];
    expect(ok.toString("hex")).toBe("000604010100014b");
    const quote = bench.hub.exchange.quote("SBIN");
    const year = bench.hub.exchange.yearRange("SBIN");
    expect(data.readUInt16BE(0)).toBe(data.length - 2);
    expect([data[2], data.readUInt32BE(3), data.readUInt16BE(7), data[9], data.readUInt16BE(10)]).toEqual([
      6, 1, 1, 83, 1,
    ]);
    expect(data.toString("latin1", 13, 13 + (data[12] ?? 0))).toBe("sf|nse_cm|3045");
    expect(data[27]).toBe(21);
    const values = Array.from({ length: 21 }, (_, index) => data.readInt32BE(28 + index * 4));
    expect(values).toEqual([
      quote.lastPrice,
      quote.volume,
      Math.floor((quote.lastTradeAt ?? 0) / 1_000),
      Math.floor(quote.at / 1_000),
      quote.buy[0]?.quantity,
      quote.sell[0]?.quantity,
      quote.buy[0]?.price,
      quote.sell[0]?.price,
      quote.lastQuantity,
      quote.totalBuyQuantity,
      quote.totalSellQuantity,
      quote.averagePrice,
      0,
      quote.low,
      quote.high,
      year.high,
      year.low,
      quote.lowerCircuit,
      quote.upperCircuit,
      quote.open,
      quote.previousClose,
    ]);
    expect(data.subarray(112, 117).toString("hex")).toBe("0000000102");
    expect(data.toString("latin1", 117)).toBe("\u0006nse_cm\u00043045\u0007SBIN-EQ");

    live(60_000);
    const [update] = take() as [Buffer];
    const now = bench.hub.exchange.quote("SBIN");
    expect([update[2], update.readUInt32BE(3), update[9], update.readUInt16BE(10), update[12]]).toEqual([
      6, 2, 85, 1, 21,
    ]);
    expect(update.readInt32BE(17)).toBe(now.volume);
    expect(update.readInt32BE(13 + 20 * 4)).toBe(UNCHANGED);
    bench.core.beat(bench.moment);
    expect(take()).toEqual([]);
  });

  it("reports the index by name: six numbers, its names after them, and changes with any share", () => {
    const { bench, say, enter, take, live } = aFeed();
    enter();
    take();
    say(frame(4, topics("if|nse_cm|Nifty 50"), CHANNEL));
    const [, data] = take() as [Buffer, Buffer];
    const { lastPrice, previousClose, at: quotedAt, high, low, open } = bench.hub.exchange.quote("NIFTY 50");
    expect(data.toString("latin1", 13, 13 + (data[12] ?? 0))).toBe("if|nse_cm|Nifty 50");
    expect(data[31]).toBe(6);
    const values = Array.from({ length: 6 }, (_, place) => data.readInt32BE(32 + place * 4));
    expect(values).toEqual([lastPrice, previousClose, Math.floor(quotedAt / 1_000), high, low, open]);
    expect(data.toString("latin1")).toContain("\u0008Nifty 50");
    live(60_000);
    expect(take()).not.toEqual([]);
  });

  it("sends thirty numbers of depth: prices, sizes, orders", () => {
    const { bench, say, enter, take } = aFeed();
    enter();
    say(frame(4, topics("dp|nse_cm|3045"), CHANNEL));
    const data = take()[2] as Buffer;
    const { buy, sell } = bench.hub.exchange.quote("SBIN");
    const values = Array.from({ length: data[27] ?? 0 }, (_, index) => data.readInt32BE(28 + index * 4));
    const names = ["price", "quantity", "orders"] as const;
    expect(values).toEqual(names.flatMap((name) => [...buy.map((row) => row[name]), ...sell.map((row) => row[name])]));
  });

  it("sends the price alone in lite mode, nothing on a paused channel, nothing after unsubscribing", () => {
    const { bench, say, enter, take, live } = aFeed();
    enter();
    say(frame(4, topics("sf|nse_cm|3045"), CHANNEL));
    say(frame(12, mask("0800"), Buffer.from("L")));
    take();
    live(60_000);
    const [lite] = take() as [Buffer];
    expect(lite.subarray(9, 12).toString("hex")).toBe("4c0001");
    expect([lite.readInt32BE(12), lite.length]).toEqual([bench.hub.exchange.lastPrice("SBIN"), 16]);

    say(frame(7, mask("0800")));
    expect(take()[0]?.toString("hex")).toBe("000607010100014b");
    live(60_000);
    expect(take()).toEqual([]);
    say(frame(8, mask("0800")));
    say(frame(12, mask("0800"), Buffer.from("F")));
    take();
    live(60_000);
    expect(take()[0]?.[9]).toBe(85);
    say(frame(12, mask("0800"), Buffer.from("X")));
    expect(take()[0]?.toString("hex")).toBe("00060c010100014e");

    say(frame(5, topics("sf|nse_cm|3045"), CHANNEL));
    expect(take()[0]?.toString("hex")).toBe("000605010100014b");
    live(60_000);
    expect(take()).toEqual([]);
  });

  it("requires neither pings nor acknowledgements, and is silent while its feed is frozen", () => {
    const { bench, say, enter, take, live } = aFeed();
    enter();
    say(frame(4, topics("sf|nse_cm|3045"), CHANNEL));
    say(Buffer.from("00010b", "hex"));
    say(frame(3, Buffer.from([0, 0, 0, 1])));
    take();
    bench.hub.exchange.freezeFeed("fyers", later(bench.moment.market, 120_000));
    live(60_000);
    expect(take()).toEqual([]);
    live(120_000);
    expect(take()).toHaveLength(1);
  });
});
