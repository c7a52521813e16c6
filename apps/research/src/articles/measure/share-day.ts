import type { BarSeries } from "@vriddhi/core/market/bar-series";
import { dateOfDay, dayOfMinute, timeOfMinute } from "@vriddhi/core/market/bar-time";

/** The bars of one share on one day: the indexes of its series from `from` up to, but not including, `until`. */
export interface ShareDay {
  readonly series: BarSeries;
  readonly date: string;
  readonly from: number;
  readonly until: number;
}

const WHOLE_DAY_BARS = 375;

/** Days with a bar for every minute of an ordinary session; evenings, halts and short days are left out. */
export function wholeDays(series: BarSeries): readonly ShareDay[] {
  const days: ShareDay[] = [];
  let from = 0;
  for (let place = 1; place <= series.length; place += 1) {
    const isSame = place < series.length && dayAt(series, place) === dayAt(series, from);
    if (isSame) continue;
    if (place - from === WHOLE_DAY_BARS)
      days.push({ series, date: dateOfDay(dayAt(series, from)), from, until: place });
    from = place;
  }
  return days;
}

const dayAt = (series: BarSeries, place: number): number => dayOfMinute(series.minute[place] as number);

export const timeAt = ({ series }: ShareDay, place: number): number => timeOfMinute(series.minute[place] as number);

export function placeAt(day: ShareDay, time: number): number {
  const place = day.from + time - timeAt(day, day.from);
  if (place >= day.until || timeAt(day, place) !== time) throw new Error(`There is no bar at minute ${time}.`);
  return place;
}

export interface Extremes {
  readonly high: number;
  readonly low: number;
}

export function extremesOf({ series }: ShareDay, from: number, until: number): Extremes {
  let [high, low] = [0, Number.POSITIVE_INFINITY];
  for (let place = from; place < until; place += 1) {
    high = Math.max(high, series.high[place] as number);
    low = Math.min(low, series.low[place] as number);
  }
  return { high, low };
}

export const mean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1
    ? (sorted[middle] as number)
    : ((sorted[middle - 1] as number) + (sorted[middle] as number)) / 2;
}

/** Rounded to one digit more than the articles print, so that the stored file stays readable. */
export const kept = (value: number): number => Number(value.toFixed(3));
