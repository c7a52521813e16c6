import fs from "node:fs";
import path from "node:path";
import { INDEX_SYMBOL } from "@vriddhi/core/backtest/backtest-request";
import { type BarSeries, firstBarFrom, sliceSeries } from "@vriddhi/core/market/bar-series";
import { barTimeText, dayNumberOf, MINUTES_PER_DAY } from "@vriddhi/core/market/bar-time";
import type { IstDate } from "@vriddhi/core/time/ist";
import { openBars } from "../bars/bar-cache.ts";
import { symbolOf } from "../bars/bar-file.ts";
import type { ReportProgress } from "./progress.ts";
import { runTexts } from "./run.texts.ts";
import { UsageError } from "./usage-error.ts";

const BAR_FILE = /\.csv(\.gz)?$/;

export function findBarFiles(data: string, symbols: readonly string[] | null): readonly string[] {
  if (!fs.existsSync(data)) throw new UsageError(runTexts.noFiles(data));
  if (fs.statSync(data).isFile()) {
    const other = symbols?.find((symbol) => symbol !== symbolOf(data));
    if (other !== undefined) throw new UsageError(runTexts.noSymbol(other, data, [symbolOf(data)]));
    return [data];
  }
  const files = fs.readdirSync(data).filter((name) => BAR_FILE.test(name));
  const sorted = files.sort().map((name) => path.join(data, name));
  if (sorted.length === 0) throw new UsageError(runTexts.noFiles(data));
  if (symbols === null) return sorted;
  return symbols.map((symbol) => {
    const file = sorted.find((each) => symbolOf(each) === symbol);
    if (file === undefined) throw new UsageError(runTexts.noSymbol(symbol, data, sorted.map(symbolOf)));
    return file;
  });
}

/** The shares asked for and the index, where the folder has it: our strategy compares with it. */
export function withIndex(data: string, symbols: readonly string[] | null): readonly string[] | null {
  if (symbols === null || symbols.includes(INDEX_SYMBOL)) return symbols;
  const hasIndex = ["csv.gz", "csv"].some((kind) => fs.existsSync(path.join(data, `${INDEX_SYMBOL}.${kind}`)));
  return hasIndex ? [INDEX_SYMBOL, ...symbols] : symbols;
}

export function cutSeries(series: BarSeries, from: IstDate | null, to: IstDate | null): BarSeries {
  const start = from === null ? 0 : firstBarFrom(series, dayNumberOf(from) * MINUTES_PER_DAY);
  const end = to === null ? series.length : firstBarFrom(series, (dayNumberOf(to) + 1) * MINUTES_PER_DAY);
  return sliceSeries(series, start, Math.max(start, end));
}

export async function openSeries(
  files: readonly string[],
  cacheFolder: string,
  report: ReportProgress = () => undefined,
): Promise<readonly BarSeries[]> {
  const series: BarSeries[] = [];
  for (const file of files) {
    series.push(await openBars(file, cacheFolder));
    report(series.length / files.length);
  }
  return series;
}

export function barMinutesOf({ minute, length }: BarSeries): number {
  let shortest = MINUTES_PER_DAY;
  for (let index = 1; index < length; index += 1)
    shortest = Math.min(shortest, (minute[index] as number) - (minute[index - 1] as number));
  return shortest;
}

const SUNDAY = 0;
const SATURDAY = 6;
const OPENS_AT = 9 * 60;
const CLOSES_AT = 16 * 60;

/** Bars of a weekend or of the night: a file in another time zone has many, a special session a few. Null: there are none. */
export function outsideHours(series: readonly BarSeries[]): { readonly count: number; readonly first: string } | null {
  let count = 0;
  let first: number | null = null;
  for (const { minute, length } of series)
    for (let index = 0; index < length; index += 1) {
      const at = minute[index] as number;
      const ofDay = at % MINUTES_PER_DAY;
      // The first day of all was a Thursday.
      const weekday = (Math.floor(at / MINUTES_PER_DAY) + 4) % 7;
      const isNight = ofDay !== 0 && (ofDay < OPENS_AT || ofDay >= CLOSES_AT);
      if (weekday !== SUNDAY && weekday !== SATURDAY && !isNight) continue;
      count += 1;
      first ??= at;
    }
  return first === null ? null : { count, first: barTimeText(first) };
}
