import { assert } from "../shared/assert.ts";

/** Indicators over whole columns. A place without enough history is NaN, so that no decision uses it by mistake. */
export type Column = ArrayLike<number>;

const at = (values: Column, index: number): number => values[index] as number;

function blank(length: number, period: number): Float64Array {
  assert(Number.isInteger(period) && period >= 1, "a period is a whole number of bars");
  return new Float64Array(length).fill(Number.NaN);
}

export function sma(values: Column, period: number): Float64Array {
  const means = blank(values.length, period);
  let sum = 0;
  for (let index = 0; index < values.length; index += 1) {
    sum += at(values, index);
    if (index >= period) sum -= at(values, index - period);
    if (index >= period - 1) means[index] = sum / period;
  }
  return means;
}

/** Starts with the mean of the first `period` values; each new one weighs 2 / (period + 1). */
export function ema(values: Column, period: number): Float64Array {
  const means = blank(values.length, period);
  const weight = 2 / (period + 1);
  let mean = 0;
  for (let index = 0; index < values.length; index += 1) {
    if (index < period) mean += at(values, index) / period;
    else mean += (at(values, index) - mean) * weight;
    if (index >= period - 1) means[index] = mean;
  }
  return means;
}

/** Population standard deviation of the last `period` values. */
export function deviation(values: Column, period: number): Float64Array {
  const spreads = blank(values.length, period);
  for (let index = period - 1; index < values.length; index += 1) spreads[index] = spreadOf(values, index, period);
  return spreads;
}

function spreadOf(values: Column, last: number, period: number): number {
  let sum = 0;
  for (let back = 0; back < period; back += 1) sum += at(values, last - back);
  const mean = sum / period;
  let squares = 0;
  for (let back = 0; back < period; back += 1) squares += (at(values, last - back) - mean) ** 2;
  return Math.sqrt(squares / period);
}

export interface Bands {
  readonly upper: Float64Array;
  readonly middle: Float64Array;
  readonly lower: Float64Array;
}

export function bollinger(values: Column, period: number, widths: number): Bands {
  const middle = sma(values, period);
  const spread = deviation(values, period);
  return {
    upper: middle.map((mean, index) => mean + widths * at(spread, index)),
    middle,
    lower: middle.map((mean, index) => mean - widths * at(spread, index)),
  };
}

/** Rolling maximum with a monotonic queue. */
function rollingEdge(values: Column, period: number, isBeaten: (old: number, now: number) => boolean): Float64Array {
  const edges = blank(values.length, period);
  const queue = new Int32Array(values.length);
  let [head, tail] = [0, 0];
  for (let index = 0; index < values.length; index += 1) {
    while (tail > head && isBeaten(at(values, at(queue, tail - 1)), at(values, index))) tail -= 1;
    queue[tail] = index;
    tail += 1;
    if (at(queue, head) <= index - period) head += 1;
    if (index >= period - 1) edges[index] = at(values, at(queue, head));
  }
  return edges;
}

export const highest = (values: Column, period: number): Float64Array =>
  rollingEdge(values, period, (old, now) => old <= now);

export const lowest = (values: Column, period: number): Float64Array =>
  rollingEdge(values, period, (old, now) => old >= now);

/** Donchian channel of the last `period` bars, including the newest. */
export function donchianChannel(highs: Column, lows: Column, period: number): Bands {
  const [upper, lower] = [highest(highs, period), lowest(lows, period)];
  return { upper, middle: upper.map((top, index) => (top + at(lower, index)) / 2), lower };
}

/** True range: includes the gap from the previous close. The first bar has none. */
export function trueRange(highs: Column, lows: Column, closes: Column): Float64Array {
  return Float64Array.from(closes, (_, index) => {
    if (index === 0) return Number.NaN;
    const before = at(closes, index - 1);
    return Math.max(at(highs, index), before) - Math.min(at(lows, index), before);
  });
}

/** Wilder's mean of the true range: the mean of the first `period`, then 1 / period of each new one. */
export function atr(highs: Column, lows: Column, closes: Column, period: number): Float64Array {
  const ranges = trueRange(highs, lows, closes);
  return wilderMean(ranges, period);
}

/** The value at 0 is unknown and left out. */
function wilderMean(values: Float64Array, period: number): Float64Array {
  const means = blank(values.length, period);
  let mean = 0;
  for (let index = 1; index < values.length; index += 1) {
    const value = at(values, index);
    mean = index <= period ? mean + value / period : (mean * (period - 1) + value) / period;
    if (index >= period) means[index] = mean;
  }
  return means;
}

export function rsi(values: Column, period: number): Float64Array {
  const changes = Float64Array.from(values, (_, index) =>
    index === 0 ? 0 : at(values, index) - at(values, index - 1),
  );
  const gains = wilderMean(
    changes.map((change) => Math.max(0, change)),
    period,
  );
  const losses = wilderMean(
    changes.map((change) => Math.max(0, -change)),
    period,
  );
  return gains.map((gain, index) => {
    const both = gain + at(losses, index);
    return both === 0 ? 0 : (100 * gain) / both;
  });
}

export function momentum(values: Column, period: number): Float64Array {
  const changes = blank(values.length, period);
  for (let index = period; index < values.length; index += 1)
    changes[index] = at(values, index) - at(values, index - period);
  return changes;
}

/** Volume-weighted mean price since the session began; `sessions` gives each bar's. NaN before the first trade. */
export function sessionVwap(prices: Column, volumes: Column, sessions: Column): Float64Array {
  const means = blank(prices.length, 1);
  let [value, volume] = [0, 0];
  for (let index = 0; index < prices.length; index += 1) {
    if (index === 0 || at(sessions, index) !== at(sessions, index - 1)) [value, volume] = [0, 0];
    value += at(prices, index) * at(volumes, index);
    volume += at(volumes, index);
    if (volume > 0) means[index] = value / volume;
  }
  return means;
}
