import type { Side } from "@vriddhi/core/order/order";
import type { PriceBand } from "@vriddhi/core/order/price-band";
import { FEED_SILENT_MS } from "@vriddhi/core/risk/price-watch";
import type { Paise } from "@vriddhi/core/shared/money";
import type { EpochMs, HumanClock } from "@vriddhi/core/time/clock";
import type { PricePort, Quote } from "@vriddhi/execution/ports/price-port";
import type { Timers } from "../../platform/clock/timers.ts";

export type HeardPrices = Pick<PricePort, "quotes" | "band" | "watch">;

const sideOf = ({ bid, ask, last }: Quote, side: Side): Paise => (side === "buy" ? ask : bid) ?? last;

/** What a share costs a side now, and the prices that the exchange takes for it. */
export interface ShareMarket {
  readonly price: Paise;
  readonly band: PriceBand;
}

interface Heard {
  readonly price: Paise;
  readonly at: EpochMs;
}

const newestOf = (heard: readonly Heard[], now: EpochMs): Paise | null => {
  const fresh = heard.filter(({ at }) => now - at < FEED_SILENT_MS);
  return fresh.length === 0 ? null : fresh.reduce((best, each) => (each.at > best.at ? each : best)).price;
};

/** What the share costs now: the ask for a purchase, the bid for a sale; null: nothing was heard lately. */
const priceNow = (prices: HeardPrices, isin: string, side: Side, now: EpochMs): Paise | null =>
  newestOf(
    prices.quotes(isin).map((quote) => ({ price: sideOf(quote, side), at: quote.heardAt })),
    now,
  );

/** The same for a row that was placed: the price that it was placed at was heard then, and counts as long as any other does. */
export function executableNow(
  prices: HeardPrices,
  row: { readonly isin: string; readonly side: Side; readonly price: Paise; readonly madeAt: EpochMs },
  now: EpochMs,
): Paise | null {
  const heard = prices.quotes(row.isin).map((quote) => ({ price: sideOf(quote, row.side), at: quote.heardAt }));
  return newestOf([...heard, { price: row.price, at: row.madeAt }], now);
}

/** Asks for the prices of a share and waits for the first; null: none came in time. */
export function waitForPrice(
  prices: HeardPrices,
  share: { readonly isin: string; readonly side: Side },
  { clock, timers, withinMs }: { readonly clock: HumanClock; readonly timers: Timers; readonly withinMs: number },
): Promise<Paise | null> {
  const read = () => priceNow(prices, share.isin, share.side, clock.now());
  const known = read();
  if (known !== null) return Promise.resolve(known);
  return new Promise((resolve) => {
    const end = (price: Paise | null): void => {
      stop();
      takeBack();
      resolve(price);
    };
    const takeBack = timers.after(withinMs, () => end(read()));
    const stop = prices.watch(share.isin, () => {
      const price = read();
      if (price !== null) end(price);
    });
  });
}
