import { addDays, istDate, istInstant, istMinute } from "@vriddhi/core/time/ist";
import { nseCalendar } from "@vriddhi/core/time/trading-calendar";
import { describe, expect, it } from "vitest";
import { createExchange, type Exchange } from "./exchange.ts";
import { at } from "./exchange-fixture.ts";
import { nseInstruments } from "./instruments.ts";
import { MARKET_INDEX } from "./market-index.ts";

const INDEX = MARKET_INDEX.symbol;
const TODAY = istDate("2026-11-16");
const midnight = istInstant(TODAY, istMinute(0, 0));
const instruments = nseInstruments.slice(0, 12);

const open = (): Exchange =>
  createExchange({ seed: 7, calendar: nseCalendar, settings: { detail: "sparse", instruments } });

function livedUntil(...times: readonly string[]): Exchange {
  const exchange = open();
  for (const time of times) exchange.advance(at(time));
  return exchange;
}

/** The same weighted sum over the shares. */
function worthOf(priceOf: (symbol: string) => number): number {
  const whole = instruments.reduce((sum, { dailyTurnover }) => sum + dailyTurnover, 0);
  return instruments.reduce(
    (sum, { symbol, referencePrice, dailyTurnover }) =>
      sum + 2_500_000 * (dailyTurnover / whole) * (priceOf(symbol) / referencePrice),
    0,
  );
}

describe("the market index", () => {
  it("is the weighted sum of the shares' prices, now and at yesterday's close", () => {
    const exchange = livedUntil("10:07:30");
    const quote = exchange.quote(INDEX);
    expect(Math.abs(quote.lastPrice - worthOf((symbol) => exchange.quote(symbol).lastPrice))).toBeLessThanOrEqual(0.5);
    const before = worthOf((symbol) => exchange.quote(symbol).previousClose);
    expect(Math.abs(quote.previousClose - before)).toBeLessThanOrEqual(0.5);
    expect(quote.high).toBeGreaterThanOrEqual(Math.max(quote.open, quote.lastPrice));
    expect(quote.low).toBeLessThanOrEqual(Math.min(quote.open, quote.lastPrice));
    expect(quote).toMatchObject({ volume: 0, buy: [], sell: [] });
  });

  it("moves from its previous close with the auction, before the first trade of the session", () => {
    const exchange = livedUntil("09:07:00");
    expect(exchange.quote(INDEX)).toMatchObject({ lastPrice: exchange.quote(INDEX).previousClose, open: 0 });
    exchange.advance(at("09:10:00"));
    expect(exchange.quote(INDEX).lastPrice).not.toBe(exchange.quote(INDEX).previousClose);
  });

  it("has the same candles for any step size and any number of observers", () => {
    const once = livedUntil("11:00:20");
    const often = open();
    for (let minute = 0; minute < 110; minute++) {
      often.advance((at("09:10:20") + minute * 60_000) as never);
      often.quote(INDEX);
    }
    often.advance(at("11:00:20"));
    for (const interval of [1, 5, "day"] as const)
      expect(often.candles(INDEX, interval, midnight, at("11:00:20"))).toEqual(
        once.candles(INDEX, interval, midnight, at("11:00:20")),
      );
    expect(once.candles(INDEX, 1, midnight, at("11:00:20"))).toHaveLength(106);
  });

  it("has past sessions whose last price is the next session's previous close", () => {
    const exchange = livedUntil("10:00:00");
    const past = exchange.candles(INDEX, "day", istInstant(addDays(TODAY, -30), istMinute(0, 0)), midnight);
    expect(past.length).toBeGreaterThan(18);
    const yesterday = past.at(-2);
    expect(yesterday?.close).toBe(exchange.quote(INDEX).previousClose);
    for (const { open: first, high, low, close } of past) {
      expect(high).toBeGreaterThanOrEqual(Math.max(first, close));
      expect(low).toBeLessThanOrEqual(Math.min(first, close));
      expect(high / low).toBeLessThan(1.08);
    }
  });

  it("changes with every share, is not an instrument, and accepts no order", () => {
    const exchange = livedUntil("10:00:00");
    expect(exchange.changedSince("fyers", 0).symbols).toContain(INDEX);
    const { version } = exchange.changedSince("fyers", 0);
    expect(exchange.changedSince("fyers", version).symbols).toEqual([]);
    expect(exchange.instruments.some(({ symbol }) => symbol === INDEX)).toBe(false);
    expect(exchange.instrument(INDEX)).toBeNull();
  });
});
