import type { BarSeries } from "../market/bar-series.ts";
import { MINUTES_PER_DAY } from "../market/bar-time.ts";
import type { BarEvent } from "./strategy-port.ts";

type MutableBar = { -readonly [Key in keyof BarEvent]: BarEvent[Key] };

export interface BarWalker {
  startDay(day: number): void;
  endDay(day: number): void;
  bar(bar: BarEvent): void;
}

const NEVER = 0x7fffffff;

const headOf = ({ minute, length }: BarSeries, index: number): number =>
  index < length ? (minute[index] as number) : NEVER;

/** Position in each series. The next minutes are adjacent in memory because each step scans them all. */
interface Heads {
  readonly series: readonly BarSeries[];
  readonly next: Int32Array;
  readonly minutes: Int32Array;
}

/** The bars of one minute, in the order of `series`; returns the next minute. */
function walkMinute({ series, next, minutes }: Heads, now: number, bar: MutableBar, walker: BarWalker): number {
  let upcoming = NEVER;
  for (let symbol = 0; symbol < minutes.length; symbol += 1) {
    let head = minutes[symbol] as number;
    if (head === now) {
      const columns = series[symbol] as BarSeries;
      const index = next[symbol] as number;
      next[symbol] = index + 1;
      head = headOf(columns, index + 1);
      minutes[symbol] = head;
      readBar(columns, index, symbol, bar);
      walker.bar(bar);
    }
    if (head < upcoming) upcoming = head;
  }
  return upcoming;
}

/** All bars in chronological order; returns their number and the last, unfinished day. Reuses one event object. */
export function walkBars(
  series: readonly BarSeries[],
  walker: BarWalker,
): { readonly bars: number; readonly day: number } {
  const minutes = Int32Array.from(series, (each) => headOf(each, 0));
  const heads: Heads = { series, next: new Int32Array(series.length), minutes };
  const bar: MutableBar = { kind: "bar", symbol: 0, minute: 0, open: 0, high: 0, low: 0, close: 0, volume: 0 };
  let [day, dayEnds] = [-1, 0];
  let now = minutes.reduce((first, head) => Math.min(first, head), NEVER);
  while (now !== NEVER) {
    if (now >= dayEnds) {
      if (day >= 0) walker.endDay(day);
      day = Math.floor(now / MINUTES_PER_DAY);
      dayEnds = (day + 1) * MINUTES_PER_DAY;
      walker.startDay(day);
    }
    now = walkMinute(heads, now, bar, walker);
  }
  return { bars: heads.next.reduce((sum, count) => sum + count, 0), day };
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
