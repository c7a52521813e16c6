import { paise } from "@vriddhi/core/shared/money";
import { MINUTE_MS, SECOND_MS } from "@vriddhi/core/time/clock";
import type { Quote } from "@vriddhi/execution/ports/price-port";
import { createVirtualClock } from "@vriddhi/testing/virtual-clock";
import { expect, it } from "vitest";
import { type LatestPrices, waitForPrice } from "./latest-price.ts";

const SHARE = { isin: "INE154A01025", side: "buy" } as const;

function openMarket() {
  const clock = createVirtualClock();
  const timed: { readonly at: number; readonly run: () => void; isOff: boolean }[] = [];
  const listeners = new Set<() => void>();
  const quotes: Quote[] = [];
  const prices: LatestPrices = {
    quotes: () => quotes,
    band: () => null,
    watch(_isin, listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
  const timers = {
    after(durationMs: number, run: () => void) {
      const timer = { at: clock.now() + durationMs, run, isOff: false };
      timed.push(timer);
      return () => {
        timer.isOff = true;
      };
    },
  };
  return {
    isSubscribed: () => listeners.size > 0,
    ask: () => waitForPrice(prices, SHARE, { clock, timers, withinMs: 4 * SECOND_MS }),
    pass(durationMs: number) {
      clock.advance(durationMs);
      for (const timer of timed.filter(({ at, isOff }) => !isOff && at <= clock.now())) {
        timer.isOff = true;
        timer.run();
      }
    },
    tick(rupees: number) {
      const last = paise(rupees * 100);
      quotes.push({ source: "fyers", bid: null, ask: null, last, receivedAt: clock.now() });
      for (const listener of listeners) listener();
    },
  };
}

it("a latest price that arrives in time ends the wait and the subscription", async () => {
  const market = openMarket();
  const asked = market.ask();
  market.tick(410);
  expect(await asked).toBe(41_000);
  expect(market.isSubscribed()).toBe(false);
});

it("a share without a price in time stays subscribed for a minute, and the next try finds the price", async () => {
  const market = openMarket();
  const first = market.ask();
  market.pass(4 * SECOND_MS);
  expect(await first).toBeNull();
  market.tick(410);
  expect(market.isSubscribed()).toBe(true);
  expect(await market.ask()).toBe(41_000);
  market.pass(MINUTE_MS);
  expect(market.isSubscribed()).toBe(false);
});
