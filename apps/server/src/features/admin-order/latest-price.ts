import type { Side } from "@vriddhi/core/order/order";
import type { PriceBand } from "@vriddhi/core/order/price-band";
import { FEED_SILENT_MS } from "@vriddhi/core/risk/price-watch";
import type { Paise } from "@vriddhi/core/shared/money";
import { type EpochMs, type HumanClock, MINUTE_MS } from "@vriddhi/core/time/clock";
import type { PricePort, Quote } from "@vriddhi/execution/ports/price-port";
import type { Timers } from "../../platform/clock/timers.ts";

export type LatestPrices = Pick<PricePort, "quotes" | "band" | "watch">;

const sideOf = ({ bid, ask, last }: Quote, side: Side): Paise => (side === "buy" ? ask : bid) ?? last;

export interface ShareMarket {
  readonly price: Paise;
  readonly band: PriceBand;
}

interface TimedPrice {
  readonly price: Paise;
  readonly at: EpochMs;
}

const newestOf = (prices: readonly TimedPrice[], now: EpochMs): Paise | null => {
  const fresh = prices.filter(({ at }) => now - at < FEED_SILENT_MS);
  return fresh.length === 0 ? null : fresh.reduce((best, each) => (each.at > best.at ? each : best)).price;
};

/** What the share costs now: the ask for a purchase, the bid for a sale; `null` without a recent quote. */
const priceNow = (prices: LatestPrices, isin: string, side: Side, now: EpochMs): Paise | null =>
  newestOf(
    prices.quotes(isin).map((quote) => ({ price: sideOf(quote, side), at: quote.receivedAt })),
    now,
  );

/** The same for a placed row, whose own price counts as a quote from the time it was placed. */
export function executableNow(
  prices: LatestPrices,
  row: { readonly isin: string; readonly side: Side; readonly price: Paise; readonly madeAt: EpochMs },
  now: EpochMs,
): Paise | null {
  const quoted = prices.quotes(row.isin).map((quote) => ({ price: sideOf(quote, row.side), at: quote.receivedAt }));
  return newestOf([...quoted, { price: row.price, at: row.madeAt }], now);
}

/** A share without a price stays subscribed this long: on a slow machine the next try finds what arrives meanwhile. */
const STAYS_SUBSCRIBED_MS = MINUTE_MS;

/** Subscribes to a share and waits for its first price; `null` if none arrives within the timeout. */
export function waitForPrice(
  prices: LatestPrices,
  share: { readonly isin: string; readonly side: Side },
  { clock, timers, withinMs }: { readonly clock: HumanClock; readonly timers: Timers; readonly withinMs: number },
): Promise<Paise | null> {
  const read = () => priceNow(prices, share.isin, share.side, clock.now());
  const known = read();
  if (known !== null) return Promise.resolve(known);
  return new Promise((resolve) => {
    let isWaiting = true;
    const end = (price: Paise | null): void => {
      isWaiting = false;
      takeBack();
      if (price === null) timers.after(STAYS_SUBSCRIBED_MS, stop);
      else stop();
      resolve(price);
    };
    const takeBack = timers.after(withinMs, () => end(read()));
    const stop = prices.watch(share.isin, () => {
      const price = isWaiting ? read() : null;
      if (price !== null) end(price);
    });
  });
}
