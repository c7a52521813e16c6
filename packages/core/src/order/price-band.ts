import { assert } from "../shared/assert.ts";
import { type Paise, paise } from "../shared/money.ts";
import type { Side } from "./order.ts";

export interface PriceBand {
  readonly lower: Paise;
  readonly upper: Paise;
  readonly tick: Paise;
}

const BASIS_POINTS = 10_000;

export const floorToTick = (price: Paise, tick: Paise): Paise => paise(Math.floor(price / tick) * tick);
export const ceilToTick = (price: Paise, tick: Paise): Paise => paise(Math.ceil(price / tick) * tick);

export const lowestPrice = ({ lower, tick }: PriceBand): Paise => ceilToTick(lower, tick);

export const highestPrice = ({ upper, tick }: PriceBand): Paise => floorToTick(upper, tick);

/** The narrowest band of shares with intraday trading, in hundredths of a percent. */
const NARROWEST_BASIS_POINTS = 500;

/** The assumed band of a share without a known one: the narrowest possible around a traded price. */
export const assumedBand = (price: Paise, tick: Paise): PriceBand => ({
  lower: ceilToTick(paise(Math.ceil((price * (BASIS_POINTS - NARROWEST_BASIS_POINTS)) / BASIS_POINTS)), tick),
  upper: floorToTick(paise(Math.floor((price * (BASIS_POINTS + NARROWEST_BASIS_POINTS)) / BASIS_POINTS)), tick),
  tick,
});

export function isInsideBand(price: Paise, band: PriceBand): boolean {
  return price >= band.lower && price <= band.upper && price % band.tick === 0;
}

/** Rounds to the tick at which the side trades sooner. */
export const willingTick = (price: number, side: Side, tick: Paise): Paise =>
  paise((side === "sell" ? Math.floor(price / tick) : Math.ceil(price / tick)) * tick);

/** The nearest accepted price; rounds to the side's more willing tick. */
export function clampToBand(price: number, side: Side, band: PriceBand): Paise {
  assert(highestPrice(band) >= lowestPrice(band), "a band holds at least one price");
  const willing = willingTick(price, side, band.tick);
  if (willing < band.lower) return lowestPrice(band);
  return willing > band.upper ? highestPrice(band) : willing;
}

/** The worst acceptable price of a side that gives way by this many hundredths of a percent. */
export function giveWay(price: Paise, side: Side, basisPoints: number, band: PriceBand): Paise {
  const factor = side === "sell" ? BASIS_POINTS - basisPoints : BASIS_POINTS + basisPoints;
  return clampToBand((price * factor) / BASIS_POINTS, side, band);
}

export const oppositeSide = (side: Side): Side => (side === "buy" ? "sell" : "buy");
