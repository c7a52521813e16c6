import { type BarRow, type BarSeries, seriesOf } from "../market/bar-series.ts";
import { MINUTES_PER_DAY } from "../market/bar-time.ts";
import { SESSION_OPEN } from "../time/session-hours.ts";

/** A Tuesday. */
export const SOME_DAY = 20_270;

export const minuteAt = (hour: number, minute: number, day = SOME_DAY): number =>
  day * MINUTES_PER_DAY + hour * 60 + minute;

/** One bar per minute from 09:15 on, with four equal prices unless given. */
export function minuteBars(closes: readonly number[]): BarSeries {
  return seriesOf(
    "TEST",
    closes.map((close, index) => flatBar(SOME_DAY * MINUTES_PER_DAY + SESSION_OPEN + index, close)),
  );
}

export const flatBar = (minute: number, price: number): BarRow => ({
  minute,
  open: price,
  high: price,
  low: price,
  close: price,
  volume: 1,
});

/** A morning whose range is 9,900 to 10,100, then one flat bar a minute at 10,000 until 15:20. */
export function quietDay(changes: Readonly<Record<string, Partial<BarRow>>> = {}, day = SOME_DAY): BarRow[] {
  const rows: BarRow[] = [];
  for (let time: number = SESSION_OPEN; time <= 15 * 60 + 20; time += 1) {
    const name = `${String(Math.floor(time / 60)).padStart(2, "0")}:${String(time % 60).padStart(2, "0")}`;
    const plain = { ...flatBar(day * MINUTES_PER_DAY + time, 10_000) };
    if (time < SESSION_OPEN + 15) Object.assign(plain, { high: 10_100, low: 9_900 });
    rows.push(widened({ ...plain, ...changes[name] }));
  }
  return rows;
}

const widened = (row: BarRow): BarRow => ({
  ...row,
  high: Math.max(row.high, row.open, row.close),
  low: Math.min(row.low, row.open, row.close),
});
