import type { Side } from "../order/order.ts";
import { ceilToTick, floorToTick, type PriceBand } from "../order/price-band.ts";
import { type Paise, paise } from "../shared/money.ts";

/** Hundredths of a percent: a limit 1 % worse than the market is more likely a typing error than an intention. */
const FAR_LIMIT_BASIS_POINTS = 100;
const BASIS_POINTS = 10_000;

export const isFarThroughMarket = (side: Side, market: Paise, limit: Paise): boolean =>
  side === "buy"
    ? limit * BASIS_POINTS > market * (BASIS_POINTS + FAR_LIMIT_BASIS_POINTS)
    : limit * BASIS_POINTS < market * (BASIS_POINTS - FAR_LIMIT_BASIS_POINTS);

/** The band is published in the day's morning; until then half to double of the price, which no band exceeds. */
export const bandOfLaterDay = (market: Paise, tick: Paise): PriceBand => ({
  lower: ceilToTick(paise(Math.ceil(market / 2)), tick),
  upper: floorToTick(paise(market * 2), tick),
  tick,
});
