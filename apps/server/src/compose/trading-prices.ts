import { type StrategyFeed, strategyFeeds } from "@vriddhi/core/broker/strategy-feed";
import { type EpochMs, type HumanClock, SECOND_MS } from "@vriddhi/core/time/clock";
import type { PricePort, Quote } from "@vriddhi/execution/ports/price-port";
import type { MarketTick } from "../features/market-feed/desk-line.ts";
import type { MarketFeed } from "../features/market-feed/market-feed.ts";

export interface TradingPrices extends PricePort {
  /** The process that reads the feeds has just sent its heartbeat. */
  attend(): void;
  take(isin: string, quote: Quote): void;
  watched(): readonly string[];
  onWatched(listener: () => void): void;
}

/** A feed reader without a heartbeat for this long is away. */
const READER_AWAY_MS = 5 * SECOND_MS;

/** Since when the feeds have been read without a gap. */
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

/** Feed prices under the feed that produced them: local in the feeds' leader, else from its broadcast. */
export function createTradingPrices(feed: MarketFeed, clock: HumanClock): TradingPrices {
  const quotes = new Map<string, Map<string, Quote>>();
  const watchers = new Map<string, Set<() => void>>();
  const listeners: (() => void)[] = [];

  function take(isin: string, quote: Quote): void {
    const own = quotes.get(isin) ?? new Map<string, Quote>();
    // A broadcast price may be older than a local one.
    if ((own.get(quote.source)?.receivedAt ?? 0) > quote.receivedAt) return;
    own.set(quote.source, quote);
    quotes.set(isin, own);
    for (const listener of watchers.get(isin) ?? []) listener();
  }

  const onTick = (source: StrategyFeed, { isin, tick }: MarketTick): void =>
    take(isin, { source, bid: tick.bid, ask: tick.ask, last: tick.lastPrice, receivedAt: clock.now() });

  // A strategy whose own feed is down uses the other's; that counts as one source, not two.
  for (const desk of strategyFeeds)
    feed.listen(desk, (ticks) => {
      if (feed.sourceOf(desk) === desk) for (const tick of ticks) onTick(desk, tick);
    });

  function follow(): void {
    feed.want("orders", [...watchers.keys()]);
    for (const listener of listeners) listener();
  }

  return {
    ...createAttendance(clock),
    quotes: (isin) => [...(quotes.get(isin)?.values() ?? [])],
    // Feeds do not report price bands; the order path assumes the narrowest.
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
