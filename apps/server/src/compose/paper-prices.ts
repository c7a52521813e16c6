import type { PaperPrices } from "@vriddhi/brokers/port/paper-books";
import { strategyFeedOf } from "@vriddhi/core/broker/strategy-feed";
import type { PaperLevel, PaperMarket } from "@vriddhi/core/paper/paper-model";
import { type PaperSettings, touchShares } from "@vriddhi/core/paper/paper-settings";
import type { Paise } from "@vriddhi/core/shared/money";
import type { MarketClock } from "@vriddhi/core/time/clock";
import { istDateOf } from "@vriddhi/core/time/ist";
import type { MarketTick } from "../features/market-feed/desk-line.ts";
import type { MarketFeed } from "../features/market-feed/market-feed.ts";

/** Feed prices for paper trading. Only the process that leads the feeds receives prices and fills orders. */
export function createPaperPrices(
  feed: Pick<MarketFeed, "listen">,
  marketClock: MarketClock,
  settings: PaperSettings,
): PaperPrices {
  const newest = new Map<string, PaperMarket>();
  const listeners = new Set<(market: PaperMarket) => void>();

  /** Feeds report the best price without its depth. */
  const levels = (price: Paise | null): readonly PaperLevel[] =>
    price === null || price <= 0 ? [] : [{ price, quantity: touchShares(price, settings) }];

  function onTick({ isin, tick }: MarketTick): void {
    const { lastPrice: last, volume, bid, ask } = tick;
    const market = { isin, at: marketClock.now(), last, volume, bids: levels(bid), asks: levels(ask) };
    newest.set(isin, market);
    for (const listener of listeners) listener(market);
  }

  feed.listen(strategyFeedOf("paper"), (ticks) => {
    for (const tick of ticks) onTick(tick);
  });

  return {
    marketOf(isin) {
      const market = newest.get(isin) ?? null;
      return market !== null && istDateOf(market.at) === istDateOf(marketClock.now()) ? market : null;
    },
    // Feeds do not report the price band of a share.
    bandOf: () => null,
    listen(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
