import { closeBarsUntil, openTickBars, takeTick } from "@vriddhi/core/market/tick-bars";
import { type EpochMs, later, SECOND_MS } from "@vriddhi/core/time/clock";
import { istMinute } from "@vriddhi/core/time/ist";
import { describe, expect, it } from "vitest";
import type { Exchange } from "./exchange.ts";
import { anExchange, at, MONDAY, place, rs } from "./exchange-fixture.ts";
import { MARKET_INDEX } from "./market-index.ts";

const SESSION = { day: MONDAY, open: istMinute(9, 15), close: istMinute(15, 25) };

/** Advances second by second and makes bars of what each second sends, as a subscriber does. */
function listen(exchange: Exchange, from: EpochMs, to: EpochMs, sends: (second: EpochMs) => readonly string[]) {
  const symbols = [...exchange.instruments.map(({ symbol }) => symbol), MARKET_INDEX.symbol];
  const bars = new Map(symbols.map((symbol) => [symbol, openTickBars(SESSION)]));
  const made = new Map<string, unknown[]>(symbols.map((symbol) => [symbol, []]));
  const sent = new Map<string, number>(symbols.map((symbol) => [symbol, 0]));
  let longestSilence = 0;
  let receivedAt: number = from;
  for (let second = later(from, SECOND_MS); second <= to; second = later(second, SECOND_MS)) {
    exchange.advance(second);
    for (const symbol of sends(second)) {
      const { at: tickAt, lastPrice, volume } = exchange.quote(symbol);
      const own = bars.get(symbol);
      if (own === undefined) continue;
      made.get(symbol)?.push(...takeTick(own, { at: tickAt, price: lastPrice, dayVolume: volume }));
      sent.set(symbol, (sent.get(symbol) ?? 0) + 1);
      if (receivedAt >= at("09:15") && tickAt < at("15:15"))
        longestSilence = Math.max(longestSilence, tickAt - receivedAt);
      receivedAt = tickAt;
    }
  }
  for (const [symbol, own] of bars) made.get(symbol)?.push(...closeBarsUntil(own, to));
  return { made, sent, longestSilence };
}

function inFull(exchange: Exchange) {
  let version = 0;
  return () => {
    const changed = exchange.changedSince("angelone", version);
    version = changed.version;
    return changed.symbols;
  };
}

const inBrief = (exchange: Exchange) => () => exchange.takeKeys();

/** The same day twice; `live` places orders on the way. */
function twice(seed: number, to: EpochMs, live: (exchange: Exchange, second: EpochMs) => void = () => undefined) {
  const run = (sendsOf: typeof inFull) => {
    const exchange = anExchange({ detail: "full" }, seed);
    exchange.advance(at("08:50"));
    const sends = sendsOf(exchange);
    return listen(exchange, at("09:00"), to, (second) => {
      live(exchange, second);
      return sends();
    });
  };
  return { full: run(inFull), brief: run(inBrief) };
}

describe("a feed that sends in brief", () => {
  it.each([1, 7, 23])("makes the same minute bars of every share and of the index, seed %i", (seed) => {
    const { full, brief } = twice(seed, at("15:40"));
    for (const [symbol, bars] of full.made) {
      expect(bars.length, symbol).toBeGreaterThan(300);
      expect(brief.made.get(symbol), symbol).toEqual(bars);
    }
    expect(brief.longestSilence).toBeLessThan(15 * SECOND_MS);
    expect(brief.sent.get("SBIN")).toBeLessThan((full.sent.get("SBIN") ?? 0) / 10);
  });

  it("sends every trade of a share while a client's order works in it", () => {
    const { full, brief } = twice(7, at("10:00"), (exchange, second) => {
      if (second === at("09:30"))
        place(exchange, "anil", "buy", { now: second, pricing: { kind: "limit", price: rs(1_040) } });
    });
    expect(brief.made.get("SBIN")).toEqual(full.made.get("SBIN"));
    expect((full.sent.get("SBIN") ?? 0) - (brief.sent.get("SBIN") ?? 0)).toBeLessThan(16 * 60);
  });

  it("sends every price of a script", () => {
    const { full, brief } = twice(7, at("10:00"), (exchange, second) => {
      if (second === at("09:30"))
        exchange.scriptPrices("RELIANCE", [
          { at: at("09:30"), price: rs(1_400) },
          { at: at("09:40"), price: rs(1_450) },
        ]);
    });
    expect(brief.made.get("RELIANCE")).toEqual(full.made.get("RELIANCE"));
  });
});
