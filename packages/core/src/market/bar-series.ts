import { assert } from "../shared/assert.ts";

/** Bars of one share in chronological order, in columns. Prices are whole paise. */
export interface BarSeries {
  readonly symbol: string;
  readonly length: number;
  readonly minute: Int32Array;
  readonly open: Int32Array;
  readonly high: Int32Array;
  readonly low: Int32Array;
  readonly close: Int32Array;
  readonly volume: Float64Array;
}

export interface BarRow {
  readonly minute: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
}

export function emptySeries(symbol: string, length: number): BarSeries {
  return {
    symbol,
    length,
    minute: new Int32Array(length),
    open: new Int32Array(length),
    high: new Int32Array(length),
    low: new Int32Array(length),
    close: new Int32Array(length),
    volume: new Float64Array(length),
  };
}

export function seriesOf(symbol: string, rows: readonly BarRow[]): BarSeries {
  const series = emptySeries(symbol, rows.length);
  rows.forEach((row, index) => {
    series.minute[index] = row.minute;
    series.open[index] = row.open;
    series.high[index] = row.high;
    series.low[index] = row.low;
    series.close[index] = row.close;
    series.volume[index] = row.volume;
  });
  return series;
}

/** A view on the same memory, from bar `start` up to but not including `end`. */
export function sliceSeries(series: BarSeries, start: number, end: number): BarSeries {
  return {
    symbol: series.symbol,
    length: end - start,
    minute: series.minute.subarray(start, end),
    open: series.open.subarray(start, end),
    high: series.high.subarray(start, end),
    low: series.low.subarray(start, end),
    close: series.close.subarray(start, end),
    volume: series.volume.subarray(start, end),
  };
}

export function firstBarFrom({ minute: minutes, length }: BarSeries, minute: number): number {
  let [low, high] = [0, length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((minutes[middle] as number) < minute) low = middle + 1;
    else high = middle;
  }
  return low;
}

export type SeriesFault = "not_in_order" | "price_not_positive" | "range_does_not_hold";

/** `null` when every bar begins after the previous one, and its high and low contain its open and close. */
export function findSeriesFault(series: BarSeries): { readonly index: number; readonly fault: SeriesFault } | null {
  for (let index = 0; index < series.length; index += 1) {
    const fault = faultOfBar(series, index);
    if (fault !== null) return { index, fault };
  }
  return null;
}

function faultOfBar({ minute, open, high, low, close }: BarSeries, index: number): SeriesFault | null {
  const [top, bottom] = [high[index] as number, low[index] as number];
  const [first, last] = [open[index] as number, close[index] as number];
  if (index > 0 && (minute[index] as number) <= (minute[index - 1] as number)) return "not_in_order";
  if (bottom <= 0) return "price_not_positive";
  return Math.max(first, last) > top || Math.min(first, last) < bottom ? "range_does_not_hold" : null;
}

export function rowAt(series: BarSeries, index: number): BarRow {
  assert(index >= 0 && index < series.length, "a bar of the series");
  return {
    minute: series.minute[index] as number,
    open: series.open[index] as number,
    high: series.high[index] as number,
    low: series.low[index] as number,
    close: series.close[index] as number,
    volume: series.volume[index] as number,
  };
}
