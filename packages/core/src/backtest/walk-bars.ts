import type { BarSeries } from "../market/bar-series.ts";
import { MINUTES_PER_DAY } from "../market/bar-time.ts";
import type { BarEvent } from "./strategy-port.ts";

type MutableBar = { -readonly [Key in keyof BarEvent]: BarEvent[Key] };

export interface BarWalker {
  startDay(day: number): void;
  endDay(day: number): void;
  bar(bar: BarEvent): void;
}

/**
 * All bars in the order of time; gives their number and the last day, which is not ended. The event is one object that is
 * filled again and again.
 */
export function walkBars(
  series: readonly BarSeries[],
  walker: BarWalker,
): { readonly bars: number; readonly day: number } {
  const next = new Int32Array(series.length);
  const bar: MutableBar = { kind: "bar", symbol: 0, minute: 0, open: 0, high: 0, low: 0, close: 0, volume: 0 };
  let [day, bars] = [-1, 0];
  for (let now = earliest(series, next); now !== NEVER; now = earliest(series, next)) {
    const today = Math.floor(now / MINUTES_PER_DAY);
    if (today !== day) {
      if (day >= 0) walker.endDay(day);
      walker.startDay(today);
      day = today;
    }
    for (let symbol = 0; symbol < series.length; symbol += 1) {
      const columns = series[symbol] as BarSeries;
      const index = next[symbol] as number;
      if (index >= columns.length || columns.minute[index] !== now) continue;
      next[symbol] = index + 1;
      readBar(columns, index, symbol, bar);
      walker.bar(bar);
      bars += 1;
    }
  }
  return { bars, day };
}

const NEVER = 0x7fffffff;

function earliest(series: readonly BarSeries[], next: Int32Array): number {
  let first = NEVER;
  for (let symbol = 0; symbol < series.length; symbol += 1) {
    const { minute, length } = series[symbol] as BarSeries;
    const index = next[symbol] as number;
    if (index < length && (minute[index] as number) < first) first = minute[index] as number;
  }
  return first;
}

function readBar(columns: BarSeries, index: number, symbol: number, bar: MutableBar): void {
  bar.symbol = symbol;
  bar.minute = columns.minute[index] as number;
  bar.open = columns.open[index] as number;
  bar.high = columns.high[index] as number;
  bar.low = columns.low[index] as number;
  bar.close = columns.close[index] as number;
  bar.volume = columns.volume[index] as number;
}
