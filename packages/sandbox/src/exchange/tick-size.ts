/** NSE's steps: up to and including the price on the left the tick on the right, in paise. Under 250 rupees it is 1. */
const STEPS = [
  [100_000, 5],
  [500_000, 10],
  [1_000_000, 50],
  [2_000_000, 100],
] as const;

const CHEAP_BELOW = 25_000;
const TICK_CHEAP = 1;
const TICK_DEAREST = 500;

/** The tick of a stock that closed the month at this price. */
export function tickSizeAt(price: number): number {
  if (price < CHEAP_BELOW) return TICK_CHEAP;
  for (const [upTo, tick] of STEPS) if (price <= upTo) return tick;
  return TICK_DEAREST;
}

export const floorToTick = (price: number, tick: number): number => Math.floor(price / tick) * tick;
export const ceilToTick = (price: number, tick: number): number => Math.ceil(price / tick) * tick;
export const nearestTick = (price: number, tick: number): number => Math.round(price / tick) * tick;
