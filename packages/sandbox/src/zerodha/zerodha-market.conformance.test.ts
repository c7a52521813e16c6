import { SECOND_MS } from "@vriddhi/core/time/clock";
import { beforeEach, describe, expect, it } from "vitest";
import { at } from "../exchange/exchange-fixture.ts";
import { kite, type Loose, logIn, place, rig, SBIN, until, useOfficialKite } from "./official-kite-fixture.ts";

useOfficialKite();

describe("market data", () => {
  beforeEach(() => logIn());

  it("lists instruments without an empty extra row", async () => {
    const rows = await kite<{ tradingsymbol: string }[]>("getInstruments", "NSE");
    expect(rows).toHaveLength(rig.exchange.instruments.length + 1);
    expect(rows.at(-1)).toMatchObject({ instrument_token: "256265", tradingsymbol: "NIFTY 50", segment: "INDICES" });
    expect(rows.find((row) => row.tradingsymbol === "SBIN")).toMatchObject({
      instrument_token: "779521",
      exchange_token: "3045",
      name: "STATE BANK OF INDIA",
      lot_size: 1,
      tick_size: Number(rig.exchange.instrument("SBIN")?.tickSize) / 100,
      instrument_type: "EQ",
    });
    expect(await kite("getInstruments")).toEqual(rows);
  });

  it("quotes what the exchange quotes", async () => {
    const quote = rig.exchange.quote("SBIN");
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
      timestamp: new Date(Math.floor(quote.at / 1_000) * 1_000).toISOString(),
    });
    expect(full["NSE:SBIN"]?.depth.buy).toEqual(
      quote.buy.map(({ price, quantity, orders }) => ({ price: price / 100, quantity, orders })),
    );
    expect(await kite("getOHLC", ["NSE:SBIN"])).toMatchObject({ "NSE:SBIN": { ohlc } });
    expect(await kite("getLTP", "NSE:SBIN")).toMatchObject({ "NSE:SBIN": { last_price: quote.lastPrice / 100 } });
  });

  it("gives candles, and refuses a range that is too long", async () => {
    const candles = await kite("getHistoricalData", SBIN, "minute", "2026-11-16 09:15:00", "2026-11-16 09:18:00");
    const truth = rig.exchange.candles("SBIN", 1, at("09:15"), at("09:18"));
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
    await rig.official.ask("ticker", "make", {
      api_key: rig.client.app.key,
      access_token: token,
      root: rig.shell.wsUrl,
      reconnect: false,
    });
  };

  it("streams the exchange's data in every mode, with heartbeats", async () => {
    const { access_token: token } = await logIn();
    await connect(token);
    await until(() => rig.official.eventsOf("connect").length === 1);
    const others = ["RELIANCE", "IDEA"].map((symbol) => rig.exchange.instrument(symbol)?.tokens.kiteInstrument ?? 0);
    await rig.official.ask("ticker", "subscribe", [SBIN, ...others]);
    await rig.official.ask("ticker", "setMode", "full", [SBIN]);
    await rig.official.ask("ticker", "setMode", "ltp", [others[1]]);
    rig.marketStepMs = 2 * SECOND_MS;
    await until(() => rig.official.eventsOf("ticks").length > 40);
    rig.marketStepMs = 0;
    const seen = rig.exchange.quote("SBIN").version;
    await until(() => rig.official.eventsOf("message").some(({ bytes }) => bytes === 1));

    const newest = (wanted: number) =>
      rig.official
        .eventsOf<Loose[]>("ticks")
        .flat()
        .findLast((tick) => tick["instrument_token"] === wanted);
    const quote = rig.exchange.quote("SBIN");
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
      last_price: rig.exchange.lastPrice("RELIANCE") / 100,
      volume_traded: rig.exchange.quote("RELIANCE").volume,
    });
    expect(newest(others[1] ?? 0)).toEqual({
      tradable: true,
      mode: "ltp",
      instrument_token: others[1],
      last_price: rig.exchange.lastPrice("IDEA") / 100,
    });
  });

  it("reports orders without a subscription", async () => {
    const { access_token: token } = await logIn();
    await connect(token);
    await until(() => rig.official.eventsOf("connect").length === 1);
    const orderId = await place();
    await kite("modifyOrder", "regular", orderId, { quantity: 5 });
    await kite("cancelOrder", "regular", orderId);
    const filled = await place({ order_type: "MARKET", market_protection: -1 });
    await until(() => rig.official.eventsOf("order_update").some(({ status }) => status === "COMPLETE"));

    const updates = rig.official.eventsOf("order_update");
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
    await until(() => rig.official.eventsOf("error").length > 0);
    expect(rig.official.eventsOf("error")[0]).toMatchObject({ message: expect.stringContaining("403") });

    const { access_token: token } = await logIn();
    await connect(token);
    await until(() => rig.official.eventsOf("connect").length === 1);
    const closed = rig.official.eventsOf("close").length;
    rig.core.expireSessions(rig.client.id);
    await until(() => rig.official.eventsOf("close").length > closed);
  });
});

describe("transport faults", () => {
  it("http500, throttle, expire-session and a dropped reply match Zerodha's", async () => {
    await logIn();
    rig.faults.set("zerodha", "http500", 1, { on: "reads" });
    await expect(kite("getOrders")).rejects.toMatchObject({ error_type: "NetworkException" });
    rig.faults.set("zerodha", "throttle", 1, { on: "reads" });
    await expect(kite("getOrders")).rejects.toMatchObject({ message: "Too many requests" });
    rig.faults.set("zerodha", "wrong-ip");
    await expect(place()).rejects.toMatchObject({ message: expect.stringContaining("is not allowed") });
    rig.faults.set("zerodha", "drop-after-accept");
    await expect(place()).rejects.toMatchObject({ error_type: "NetworkException" });
    expect(await kite("getOrders")).toMatchObject([{ status: "OPEN", tag: "k7x2m9q4w1e8r5t0y3u6" }]);
    rig.faults.set("zerodha", "expire-session", 1, { on: "reads" });
    await expect(kite("getOrders")).rejects.toMatchObject({ error_type: "TokenException" });
  });
});
