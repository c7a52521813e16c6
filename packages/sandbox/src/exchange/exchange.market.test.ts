import { epochMs, later, MINUTE_MS } from "@vriddhi/core/time/clock";
import { istDate, istInstant, istMinute } from "@vriddhi/core/time/ist";
import { describe, expect, it } from "vitest";
import type { Exchange } from "./exchange.ts";
import { anExchange, aQuietExchange, at, limit, MONDAY, place, rs, stop, TUESDAY } from "./exchange-fixture.ts";
import type { PricePoint } from "./model.ts";

const TEN = at("10:00");

/** These prices, a minute each, from ten o'clock on. */
const pathOf = (...rupees: number[]): PricePoint[] =>
  rupees.map((price, index) => ({ at: later(TEN, index * MINUTE_MS), price: rs(price) }));

function scripted(exchange: Exchange, symbol: string, ...rupees: number[]): Exchange {
  exchange.advance(at("09:59"));
  exchange.scriptPrices(symbol, pathOf(...rupees));
  exchange.advance(TEN);
  return exchange;
}

describe("an order in the synthetic market", () => {
  it("trades at once at the resting prices when it reaches the other side", () => {
    const exchange = anExchange();
    exchange.advance(TEN);
    const { sell } = exchange.quote("SBIN");
    const best = sell[0];
    const { order } = place(exchange, "anil", "buy", {
      now: TEN,
      quantity: 1,
      pricing: { kind: "market", protection: 100 },
    });
    expect(order).toMatchObject({ status: "filled", averagePrice: best?.price });
    expect(exchange.dayTrades("anil")[0]?.counterparty).toBe("market");
    expect(exchange.quote("SBIN").sell[0]?.quantity).toBe((best?.quantity ?? 0) - 1);
  });

  it("fills at rising prices when it is larger than the resting quantity, and its remainder rests", () => {
    const exchange = anExchange();
    exchange.addCash("anil", rs(1_000_000_000));
    exchange.advance(TEN);
    const { order } = place(exchange, "anil", "buy", { now: TEN, quantity: 90_000, pricing: limit(1_100) });
    const prices = exchange.orderTrades(order.id).map(({ price }) => price);
    expect(order).toMatchObject({ status: "open" });
    expect(order.filledQuantity).toBeGreaterThan(0);
    expect(prices).toEqual([...prices].sort((a, b) => a - b));
    expect(prices.every((price) => price <= rs(1_100))).toBe(true);
    const { buy, sell } = exchange.quote("SBIN");
    expect(buy[0]?.price).toBe(rs(1_100));
    expect(sell.every(({ price }) => price > rs(1_100))).toBe(true);
  });

  it("is filled at its own price when the price passes it", () => {
    const exchange = scripted(anExchange(), "SBIN", 1_083, 1_083, 1_070);
    const { order } = place(exchange, "anil", "buy", { now: TEN, pricing: limit(1_075) });
    exchange.advance(at("10:01"));
    expect(exchange.order(order.id)?.status).toBe("open");
    exchange.advance(at("10:02"));
    expect(exchange.order(order.id)).toMatchObject({ status: "filled", averagePrice: rs(1_075) });
  });

  it("waits behind earlier shares at the same price", () => {
    const exchange = scripted(anExchange({ detail: "full" }), "SBIN", 1_084, 1_083, 1_083, 1_083);
    exchange.advance(at("10:01"));
    const [best] = exchange.quote("SBIN").buy;
    expect(best?.price).toBe(rs(1_083));
    const { order } = place(exchange, "anil", "buy", { now: at("10:01"), quantity: 5 });
    expect(order.filledQuantity).toBe(0);
    const before = exchange.quote("SBIN").volume;
    for (let now = at("10:01"); exchange.order(order.id)?.filledQuantity === 0; now = later(now, 1_000))
      exchange.advance(now);
    expect(exchange.quote("SBIN").volume - before).toBeGreaterThan(best?.quantity ?? 0);
    expect(exchange.now()).toBeLessThan(at("10:02"));
  });

  it("with a trigger is sent to the market when the price reaches the trigger", () => {
    const exchange = scripted(anExchange(), "SBIN", 1_083, 1_083, 1_072);
    const { order } = place(exchange, "anil", "sell", { now: TEN, pricing: stop(1_078, 1_060) });
    exchange.advance(at("10:03"));
    const done = exchange.order(order.id);
    expect(done).toMatchObject({ status: "filled" });
    expect(done?.averagePrice).toBeLessThanOrEqual(rs(1_078));
    expect(done?.averagePrice).toBeGreaterThanOrEqual(rs(1_060));
    expect(done?.triggeredAt).toBeGreaterThan(at("10:01"));
  });
});

describe("a scripted path", () => {
  it("is followed to the tick, reaches each of its points, and holds its last price", () => {
    const exchange = scripted(anExchange(), "SBIN", 1_083, 1_090, 1_079.97);
    for (const [time, price] of [
      ["10:01", 1_090],
      ["10:02", 1_080],
      ["10:30", 1_080],
    ] as const) {
      exchange.advance(at(time));
      expect(exchange.lastPrice("SBIN")).toBe(rs(price));
    }
    const [, candle] = exchange.candles("SBIN", 1, at("10:00"), at("10:01"));
    expect(candle?.high).toBe(rs(1_090));
  });

  it("can be removed, and ends at the end of the day", () => {
    const exchange = scripted(anExchange(), "SBIN", 1_083, 1_120);
    exchange.advance(at("10:05"));
    expect(exchange.lastPrice("SBIN")).toBe(rs(1_120));
    exchange.removeScript("SBIN");
    exchange.advance(at("10:06"));
    expect(exchange.lastPrice("SBIN")).not.toBe(rs(1_120));
    exchange.advance(at("10:00", TUESDAY));
    exchange.advance(at("10:01", TUESDAY));
    expect(exchange.lastPrice("SBIN")).not.toBe(rs(1_120));
  });
});

describe("the circuit limits", () => {
  it("lock a stock without derivatives: only buyers remain, and the limit is reported once", () => {
    const exchange = scripted(anExchange(), "RPOWER", 38.5, 50, 50);
    const { previousClose, upperCircuit } = exchange.quote("RPOWER");
    expect(upperCircuit).toBe(Math.floor(previousClose * 1.05));
    const events = exchange.advance(at("10:30"));
    expect(events.filter(({ kind }) => kind === "circuit")).toMatchObject([{ what: "hit_upper", symbol: "RPOWER" }]);
    const quote = exchange.quote("RPOWER");
    expect(quote).toMatchObject({ lastPrice: upperCircuit, high: upperCircuit, sell: [] });
    expect(quote.buy[0]?.price).toBe(upperCircuit);
    const { order } = place(exchange, "anil", "buy", {
      now: at("10:30"),
      symbol: "RPOWER",
      pricing: { kind: "market", protection: 500 },
    });
    expect(order).toMatchObject({ status: "open", limitPrice: upperCircuit, filledQuantity: 0 });
  });

  it("of a stock with derivatives widen after a quarter of an hour, and orders outside are cancelled", () => {
    const exchange = scripted(anExchange(), "SBIN", 1_083, 900);
    const { order: high } = place(exchange, "anil", "sell", { now: TEN, pricing: limit(1_180) });
    const { order: low } = place(exchange, "anil", "buy", { now: TEN, pricing: limit(980) });
    exchange.advance(at("10:10"));
    expect(exchange.lastPrice("SBIN")).toBe(rs(974.7));
    expect(exchange.order(low.id)?.status).toBe("filled");
    const events = exchange.advance(at("10:17"));
    expect(events.filter(({ kind }) => kind === "circuit")).toMatchObject([
      { what: "moved", lower: rs(920.6), upper: rs(1_137.1) },
      { what: "hit_lower" },
    ]);
    expect(exchange.order(high.id)).toMatchObject({ status: "cancelled", reason: "outside_price_band" });
    exchange.advance(at("10:40"));
    expect(exchange.lastPrice("SBIN")).toBe(rs(900));
  });
});

describe("a quote", () => {
  it("has five prices on each side, best first and not crossed, all day and in every stock", () => {
    const exchange = anExchange();
    for (let now = at("09:15"); now < at("15:15"); now = epochMs(now + 7 * MINUTE_MS)) {
      exchange.advance(now);
      for (const { symbol } of exchange.instruments) {
        const { buy, sell, lowerCircuit, upperCircuit } = exchange.quote(symbol);
        const prices = [...sell.map(({ price }) => price).reverse(), ...buy.map(({ price }) => price)];
        expect(prices).toEqual([...new Set(prices)].sort((a, b) => b - a));
        expect(prices.every((price) => price >= lowerCircuit && price <= upperCircuit)).toBe(true);
        expect(Math.max(buy.length, sell.length)).toBe(5);
      }
    }
  });

  it("includes the orders of clients", () => {
    const exchange = aQuietExchange();
    place(exchange, "anil", "buy", { now: TEN, pricing: limit(1_080) });
    place(exchange, "asha", "buy", { now: TEN, pricing: limit(1_080), quantity: 7 });
    expect(exchange.quote("SBIN")).toMatchObject({
      buy: [{ price: rs(1_080), quantity: 17, orders: 2 }],
      sell: [],
      totalBuyQuantity: 17,
      lastTradeAt: null,
      open: 0,
      previousClose: rs(1_083),
    });
  });

  it("reports changes, and nothing to a broker whose feed is frozen", () => {
    const exchange = anExchange();
    exchange.advance(TEN);
    const { version, symbols } = exchange.changedSince("fyers", 0);
    expect(symbols).toEqual([...exchange.instruments.map(({ symbol }) => symbol), "NIFTY 50"]);
    expect(exchange.changedSince("fyers", version).symbols).toEqual([]);
    exchange.freezeFeed("fyers", at("10:05"));
    exchange.advance(at("10:04:59"));
    expect([exchange.isFeedFrozen("fyers"), exchange.isFeedFrozen("zerodha")]).toEqual([true, false]);
    expect(exchange.changedSince("fyers", version)).toEqual({ version, symbols: [] });
    expect(exchange.changedSince("zerodha", version).symbols.length).toBeGreaterThan(0);
    exchange.advance(at("10:05"));
    expect(exchange.changedSince("fyers", version).symbols.length).toBeGreaterThan(0);
  });

  it("is unchanged while trading is halted", () => {
    const exchange = anExchange();
    exchange.advance(TEN);
    exchange.haltTrading(null, at("10:20"));
    const before = exchange.quote("SBIN").volume;
    exchange.advance(at("10:19:59"));
    expect(exchange.quote("SBIN").volume).toBe(before);
    exchange.advance(at("10:22"));
    expect(exchange.quote("SBIN").volume).toBeGreaterThan(before);
  });
});

describe("candles", () => {
  const whole = [istInstant(MONDAY, istMinute(0, 0)), istInstant(MONDAY, istMinute(23, 59))] as const;

  it("are the same whether the day ran in full, in large steps, or was only generated", () => {
    const [full, sparse, drawn] = [anExchange({ detail: "full" }), anExchange(), anExchange()];
    full.advance(at("16:00"));
    sparse.advance(at("16:00"));
    drawn.advance(at("08:00", istDate("2026-11-18")));
    const later2 = anExchange();
    later2.advance(at("08:00", istDate("2026-11-25")));
    for (const { symbol } of full.instruments) {
      for (const interval of [1, 5, "day"] as const) {
        const candles = full.candles(symbol, interval, ...whole);
        expect(sparse.candles(symbol, interval, ...whole)).toEqual(candles);
        expect(drawn.candles(symbol, interval, ...whole)).toEqual(candles);
        expect(later2.candles(symbol, interval, ...whole)).toEqual(candles);
      }
    }
  });

  it("of an F&O stock end at 15:14, followed by one print of the closing auction", () => {
    const exchange = anExchange();
    exchange.advance(at("16:00"));
    const minutes = exchange.candles("SBIN", 1, ...whole);
    expect(minutes).toHaveLength(361);
    expect(minutes[0]?.at).toBe(at("09:15"));
    expect(minutes[359]?.at).toBe(at("15:14"));
    const last = minutes[360];
    expect([at("15:28"), at("15:29")]).toContain(last?.at);
    expect(last?.close).toBe(exchange.lastPrice("SBIN"));
    expect(exchange.candles("ACC", 1, ...whole)).toHaveLength(375);
  });

  it("of five minutes and of a day are built from the one-minute candles", () => {
    const exchange = anExchange();
    exchange.advance(at("12:03"));
    const minutes = exchange.candles("ACC", 1, ...whole);
    const fives = exchange.candles("ACC", 5, ...whole);
    expect(fives).toHaveLength(34);
    expect(fives.reduce((sum, { volume }) => sum + volume, 0)).toBe(
      minutes.reduce((sum, { volume }) => sum + volume, 0),
    );
    const [day] = exchange.candles("ACC", "day", ...whole);
    const { open, high, low, lastPrice, volume } = exchange.quote("ACC");
    expect(day).toEqual({ at: whole[0], open, high, low, close: lastPrice, volume });
  });

  it("of past days end today, and yesterday's close is the quote's previous close", () => {
    const exchange = anExchange();
    exchange.advance(at("09:30"));
    const days = exchange.candles(
      "SBIN",
      "day",
      at("00:00", istDate("2025-11-16")),
      at("23:00", istDate("2027-01-01")),
    );
    expect(days.length).toBeGreaterThan(240);
    expect(days.at(-1)?.at).toBe(whole[0]);
    expect(days.at(-2)?.close).toBe(exchange.quote("SBIN").previousClose);
    for (const { open, high, low, close } of days) {
      expect(Math.max(open, close)).toBeLessThanOrEqual(high);
      expect(Math.min(open, close)).toBeGreaterThanOrEqual(low);
    }
    const { high, low } = exchange.yearRange("SBIN");
    const closes = days.slice(0, -1).map(({ close }) => close);
    expect(high).toBeGreaterThanOrEqual(Math.max(...closes));
    expect(low).toBeLessThanOrEqual(Math.min(...closes));
  });

  it("refuse an invalid interval", () => {
    const exchange = anExchange();
    exchange.advance(TEN);
    expect(() => exchange.candles("SBIN", 0, ...whole)).toThrow("whole minutes");
  });
});
