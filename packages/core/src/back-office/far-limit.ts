import type { Side } from "../order/order.ts";
import { ceilToTick, floorToTick, type PriceBand } from "../order/price-band.ts";
import { type Paise, paise } from "../shared/money.ts";

/**
 * In hundredths of a percent: a limit that is 1 % worse than the market is more likely a typing error than an
 * intention.
 */
const FAR_LIMIT_BASIS_POINTS = 100;
const BASIS_POINTS = 10_000;

/** Whether a limit gives away more than 1 % of the current price: the operator must confirm it. */
export const isFarThroughMarket = (side: Side, market: Paise, limit: Paise): boolean =>
  side === "buy"
    ? limit * BASIS_POINTS > market * (BASIS_POINTS + FAR_LIMIT_BASIS_POINTS)
    : limit * BASIS_POINTS < market * (BASIS_POINTS - FAR_LIMIT_BASIS_POINTS);

/**
 * A day's band is published in its morning. Until then half to double of the price replaces it: no day's band is wider.
 */
export const bandOfLaterDay = (market: Paise, tick: Paise): PriceBand => ({
  lower: ceilToTick(paise(Math.ceil(market / 2)), tick),
  upper: floorToTick(paise(market * 2), tick),
  tick,
});
