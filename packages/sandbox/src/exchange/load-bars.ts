import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import { type Paise, paise } from "@vriddhi/core/shared/money";
import { epochMs } from "@vriddhi/core/time/clock";
import { addDays, type IstDate } from "@vriddhi/core/time/ist";
import type { Bar } from "./model.ts";

const DATE_LENGTH = 10;

/** The only file of the exchange with I/O: bar files as csv.gz, one folder per interval. */

const toPaise = (rupees: string): Paise => paise(Math.round(Number(rupees) * 100));

/** `2026-08-13T09:15,1076.6,1076.9,1075.8,1076.7,48877`: the bar's start in India's time, without an offset. */
export function parseBar(line: string): Bar {
  const [start = "", open = "", high = "", low = "", close = "", volume = ""] = line.split(",");
  return {
    at: epochMs(Date.parse(`${start}:00+05:30`)),
    open: toPaise(open),
    high: toPaise(high),
    low: toPaise(low),
    close: toPaise(close),
    volume: Math.round(Number(volume)),
  };
}

export interface BarDay {
  readonly bars: readonly Bar[];
  /** The last price before that day; `null` on the file's first. */
  readonly previousClose: Paise | null;
}

/** One day's bars in a file's text; `null` if there are none. */
export function dayFromText(text: string, date: IstDate): BarDay | null {
  const from = text.indexOf(`\n${date}T`);
  if (from < 0) return null;
  const lines = text.slice(from + 1).split("\n");
  const bars: Bar[] = [];
  for (const line of lines) {
    if (!line.startsWith(date)) break;
    bars.push(parseBar(line));
  }
  const before = text.slice(text.lastIndexOf("\n", from - 1) + 1, from);
  return { bars, previousClose: before.startsWith("ts") || before === "" ? null : parseBar(before).close };
}

function daysFromText(text: string, from: IstDate, to: IstDate): ReadonlyMap<IstDate, readonly Bar[]> {
  const days = new Map<IstDate, Bar[]>();
  let start = -1;
  for (let date = from; start < 0 && date <= to; date = addDays(date, 1)) start = text.indexOf(`\n${date}T`);
  if (start < 0) return days;
  for (const line of text.slice(start + 1).split("\n")) {
    const date = line.slice(0, DATE_LENGTH);
    if (date > to || line === "") break;
    const own = days.get(date as IstDate) ?? [];
    own.push(parseBar(line));
    days.set(date as IstDate, own);
  }
  return days;
}

const fileOf = (folder: string, symbol: string): string =>
  path.join(folder, `${symbol.replaceAll("&", "_AND_")}.csv.gz`);

export const hasBars = (folder: string, symbol: string): boolean => existsSync(fileOf(folder, symbol));

const textOf = (folder: string, symbol: string): string =>
  gunzipSync(readFileSync(fileOf(folder, symbol))).toString("utf8");

export const loadBars = (folder: string, symbol: string, date: IstDate): BarDay | null =>
  dayFromText(textOf(folder, symbol), date);

export const loadDays = (folder: string, symbol: string, from: IstDate, to: IstDate) =>
  daysFromText(textOf(folder, symbol), from, to);
