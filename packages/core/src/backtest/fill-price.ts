import { tickSizeAt } from "../market/tick-size.ts";
import type { Side } from "../order/order.ts";
import { oppositeSide } from "../order/price-band.ts";

const BASIS_POINTS = 10_000;

/** The price after slippage: higher for a buyer, lower for a seller, in whole ticks or paise. */
export function slip(price: number, side: Side, basisPoints: number, hasTicks: boolean): number {
  if (basisPoints === 0) return price;
  const step = hasTicks ? tickSizeAt(price) : 1;
  const cost = Math.ceil((price * basisPoints) / BASIS_POINTS / step) * step;
  return side === "buy" ? price + cost : price - cost;
}

/** Rounds against the holder: stops further away, targets further away. */
export function outward(price: number, isAbove: boolean): number {
  const tick = tickSizeAt(price);
  return (isAbove ? Math.ceil(price / tick) : Math.floor(price / tick)) * tick;
}

export interface BarRange {
  readonly open: number;
  readonly high: number;
  readonly low: number;
}

/** The fill of a stop of a `side` position inside a bar; `null` if not reached. A gap fills at the open. */
export function stopFill(side: Side, stop: number, { open, high, low }: BarRange): number | null {
  if (side === "buy") {
    if (open <= stop) return open;
    return low <= stop ? stop : null;
  }
  if (open >= stop) return open;
  return high >= stop ? stop : null;
}

/** The same for a target; with `isThrough` the price must trade beyond it. */
export function targetFill(side: Side, target: number, bar: BarRange, isThrough: boolean): number | null {
  if (side === "buy") {
    if (bar.open >= target) return bar.open;
    return bar.high > target || (!isThrough && bar.high === target) ? target : null;
  }
  if (bar.open <= target) return bar.open;
  return bar.low < target || (!isThrough && bar.low === target) ? target : null;
}

export const limitFill = (side: Side, limit: number, bar: BarRange): number | null =>
  targetFill(oppositeSide(side), limit, bar, true);
