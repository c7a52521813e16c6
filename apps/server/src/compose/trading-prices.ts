import { PULSE_ISINS } from "@vriddhi/core/readiness/readiness";
import type { HumanClock } from "@vriddhi/core/time/clock";
import type { PricePort, Quote } from "@vriddhi/execution/ports/price-port";
import { type Desk, desks } from "../features/market-feed/desk.ts";
import type { MarketTick } from "../features/market-feed/desk-line.ts";
import type { MarketFeed } from "../features/market-feed/market-feed.ts";

/** Prices of the desks' feeds, each under the name of the feed that they really came from. */
export function createTradingPrices(feed: MarketFeed, clock: HumanClock): PricePort {
  const quotes = new Map<string, Map<Desk, Quote>>();
  const watchers = new Map<string, Set<() => void>>();

  function hear(source: Desk, { isin, tick }: MarketTick): void {
    const own = quotes.get(isin) ?? new Map<Desk, Quote>();
    own.set(source, { source, bid: tick.bid, ask: tick.ask, last: tick.lastPrice, heardAt: clock.now() });
    quotes.set(isin, own);
    for (const listener of watchers.get(isin) ?? []) listener();
  }

  // A desk whose own feed is away hears the other one's: that is one source and not two.
  for (const desk of desks)
    feed.listen(desk, (ticks) => {
      if (feed.sourceOf(desk) === desk) for (const tick of ticks) hear(desk, tick);
    });

  const follow = (): void => feed.want([...new Set([...PULSE_ISINS, ...watchers.keys()])]);

  return {
    quotes: (isin) => [...(quotes.get(isin)?.values() ?? [])],
    // No feed tells the limits of a share; the order path assumes the narrowest.
    band: () => null,
    watch(isin, listener) {
      const own = watchers.get(isin) ?? new Set();
      own.add(listener);
      watchers.set(isin, own);
      follow();
      return () => {
        own.delete(listener);
        if (own.size > 0) return;
        watchers.delete(isin);
        follow();
      };
    },
  };
}
