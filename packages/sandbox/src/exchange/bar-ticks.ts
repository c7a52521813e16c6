import { Draws } from "./chance.ts";
import type { Bar } from "./model.ts";

export const BAR_WIDTH = 5;

/** Prices of the trades inside a bar, and their shares: negative for a selling aggressor, 0 for no trade. */
export interface Ticks {
  readonly prices: Int32Array;
  readonly quantities: Int32Array;
}

interface Inside {
  readonly tick: number;
  readonly count: number;
  readonly draws: Draws;
}

/** Deviation of a price from the straight line, as a share of the bar's range. */
const WANDER = 0.18;

/** Probability that the low comes before the high in a rising bar. */
const USUAL_ORDER = 0.7;

/** A line from one price to the next over the slots between them, with small deviations inside the bar's range. */
function drawLeg(
  ticks: Ticks,
  at: number,
  bar: Int32Array,
  leg: readonly [number, number, number, number],
  by: Inside,
) {
  const [from, fromPrice, to, toPrice] = leg;
  const high = bar[1] as number;
  const low = bar[2] as number;
  const wander = (high - low) * WANDER;
  for (let slot = from + 1; slot < to; slot++) {
    const line = fromPrice + ((toPrice - fromPrice) * (slot - from)) / (to - from);
    const price = Math.round((line + by.draws.signed() * wander) / by.tick) * by.tick;
    ticks.prices[at + slot] = price > high ? high : price < low ? low : price;
  }
  ticks.prices[at + to] = toPrice;
}

/** Open, both extremes and close keep their places, so that the trades rebuild exactly this bar. */
function drawPrices(ticks: Ticks, at: number, bar: Int32Array, by: Inside): readonly [number, number, number, number] {
  const open = bar[0] as number;
  const high = bar[1] as number;
  const low = bar[2] as number;
  const close = bar[3] as number;
  const last = by.count - 1;
  const first = 1 + by.draws.below(Math.max(1, last - 2));
  const second = first + 1 + by.draws.below(Math.max(1, last - first - 1));
  const isLowFirst = close >= open === by.draws.unit() < USUAL_ORDER;
  ticks.prices[at] = open;
  drawLeg(ticks, at, bar, [0, open, first, isLowFirst ? low : high], by);
  drawLeg(ticks, at, bar, [first, isLowFirst ? low : high, second, isLowFirst ? high : low], by);
  drawLeg(ticks, at, bar, [second, isLowFirst ? high : low, last, close], by);
  return [0, first, second, last];
}

/** One share for each of the four prices first, as far as possible; the rest at random, all of it. */
function drawQuantities(ticks: Ticks, at: number, volume: number, keys: readonly number[], by: Inside): void {
  const { quantities } = ticks;
  quantities.fill(0, at, at + by.count);
  let rest = volume;
  for (const key of [0, 3, 1, 2]) {
    if (rest === 0) return;
    quantities[at + (keys[key] as number)] = 1;
    rest--;
  }
  const usual = rest / by.count;
  for (let slot = 0; slot < by.count - 1 && rest > 0; slot++) {
    const drawn = Math.min(rest, Math.floor(usual * 2 * by.draws.unit()));
    quantities[at + slot] = (quantities[at + slot] as number) + drawn;
    rest -= drawn;
  }
  quantities[at + by.count - 1] = (quantities[at + by.count - 1] as number) + rest;
}

/** A rise is bought, a fall is sold; an unchanged price is random. */
function drawAggressors(ticks: Ticks, at: number, by: Inside): void {
  for (let slot = 0; slot < by.count; slot++) {
    const move = slot === 0 ? 0 : (ticks.prices[at + slot] as number) - (ticks.prices[at + slot - 1] as number);
    const isSold = move < 0 || (move === 0 && by.draws.unit() < 0.5);
    if (isSold) ticks.quantities[at + slot] = -(ticks.quantities[at + slot] as number);
  }
}

/** Writes the trades of one bar into `ticks` from `at` on, and returns the slots of open, both extremes and close. At least 4. */
export function drawTicks(ticks: Ticks, at: number, bar: Int32Array, by: Inside): readonly number[] {
  const keys = drawPrices(ticks, at, bar, by);
  drawQuantities(ticks, at, bar[4] as number, keys, by);
  drawAggressors(ticks, at, by);
  return keys;
}

export function barsToTicks(bars: readonly Bar[], options: { seed: number; tick: number; count: number }): Ticks {
  const { seed, tick, count } = options;
  const ticks = { prices: new Int32Array(bars.length * count), quantities: new Int32Array(bars.length * count) };
  const packed = new Int32Array(BAR_WIDTH);
  bars.forEach((bar, index) => {
    packed.set([bar.open, bar.high, bar.low, bar.close, bar.volume]);
    drawTicks(ticks, index * count, packed, { tick, count, draws: new Draws(seed, index) });
  });
  return ticks;
}
