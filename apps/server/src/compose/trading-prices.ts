import { type Desk, desks } from "@vriddhi/core/broker/desk";
import { type EpochMs, type HumanClock, SECOND_MS } from "@vriddhi/core/time/clock";
import type { PricePort, Quote } from "@vriddhi/execution/ports/price-port";
import type { MarketTick } from "../features/market-feed/desk-line.ts";
import type { MarketFeed } from "../features/market-feed/market-feed.ts";

/** Prices of the desks' feeds, wherever those run. */
export interface TradingPrices extends PricePort {
  /** The process that reads the feeds has just said that it does. */
  attend(): void;
  /** What another process has heard. */
  take(isin: string, quote: Quote): void;
  /** Shares in which something is open here. */
  watched(): readonly string[];
  /** Told whenever that is more or less than before. */
  onWatched(listener: () => void): void;
}

/** A reader of the feeds that says nothing for so long is away. */
const READER_AWAY_MS = 5 * SECOND_MS;

/** Since when the feeds have been read without a break. */
function createAttendance(clock: HumanClock) {
  let read: { readonly since: EpochMs; readonly until: EpochMs } | null = null;
  const unbroken = (now: EpochMs) => (read === null || now - read.until > READER_AWAY_MS ? now : read.since);
  return {
    attend(): void {
      const now = clock.now();
      read = { since: unbroken(now), until: now };
    },
    attendedSince: () => unbroken(clock.now()),
  };
}

/**
 * Prices of the desks' feeds, each under the name of the feed that they really came from: from the lines of this process
 * where it hears the market, else as the process tells that does.
 */
export function createTradingPrices(feed: MarketFeed, clock: HumanClock): TradingPrices {
  const quotes = new Map<string, Map<string, Quote>>();
  const watchers = new Map<string, Set<() => void>>();
  const listeners: (() => void)[] = [];

  function take(isin: string, quote: Quote): void {
    const own = quotes.get(isin) ?? new Map<string, Quote>();
    // What was told on the way round may be older than what was heard here.
    if ((own.get(quote.source)?.heardAt ?? 0) > quote.heardAt) return;
    own.set(quote.source, quote);
    quotes.set(isin, own);
    for (const listener of watchers.get(isin) ?? []) listener();
  }

  const hear = (source: Desk, { isin, tick }: MarketTick): void =>
    take(isin, { source, bid: tick.bid, ask: tick.ask, last: tick.lastPrice, heardAt: clock.now() });

  // A desk whose own feed is away hears the other one's: that is one source and not two.
  for (const desk of desks)
    feed.listen(desk, (ticks) => {
      if (feed.sourceOf(desk) === desk) for (const tick of ticks) hear(desk, tick);
    });

  function follow(): void {
    feed.want("orders", [...watchers.keys()]);
    for (const listener of listeners) listener();
  }

  return {
    ...createAttendance(clock),
    quotes: (isin) => [...(quotes.get(isin)?.values() ?? [])],
    // No feed tells the limits of a share; the order path assumes the narrowest.
    band: () => null,
    watch(isin, listener) {
      const own = watchers.get(isin) ?? new Set();
      own.add(listener);
      watchers.set(isin, own);
      if (own.size === 1) follow();
      return () => {
        own.delete(listener);
        if (own.size > 0) return;
        watchers.delete(isin);
        follow();
      };
    },
    take,
    watched: () => [...watchers.keys()],
    onWatched: (listener) => void listeners.push(listener),
  };
}
