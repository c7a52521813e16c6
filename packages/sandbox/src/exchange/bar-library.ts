import { existsSync } from "node:fs";
import path from "node:path";
import { addDays, type IstDate } from "@vriddhi/core/time/ist";
import type { Exchange } from "./exchange.ts";
import { hasBars, loadBars, loadDays } from "./load-bars.ts";
import type { Bar } from "./model.ts";
import type { PastBars } from "./world.ts";

/** Finest first. */
const FOLDERS = ["bars1m", "bars5m", "."];

const folderFor = (root: string, symbol: string): string | undefined =>
  FOLDERS.map((folder) => path.join(root, folder)).find((folder) => existsSync(folder) && hasBars(folder, symbol));

/** Days on either side of a requested one that are read with it. */
const WINDOW_DAYS = 100;

/** Past days from the folder. A share's file is read once for neighbouring days. */
export function openPastBars(root: string): PastBars {
  const read = new Map<
    string,
    { readonly from: IstDate; readonly to: IstDate; readonly days: ReturnType<typeof loadDays> }
  >();
  return (symbol, date) => {
    const known = read.get(symbol);
    if (known !== undefined && date >= known.from && date <= known.to) return known.days.get(date) ?? null;
    const folder = folderFor(root, symbol);
    const [from, to] = [addDays(date, -WINDOW_DAYS), addDays(date, WINDOW_DAYS)];
    const days = folder === undefined ? new Map<IstDate, readonly Bar[]>() : loadDays(folder, symbol, from, to);
    read.set(symbol, { from, to, days });
    return days.get(date) ?? null;
  };
}

/** Call before that day begins. Returns the number of shares with a file. */
export function replayDayFrom(root: string, exchange: Exchange, date: IstDate): number {
  let replayed = 0;
  for (const { symbol } of exchange.instruments) {
    const folder = folderFor(root, symbol);
    const day = folder === undefined ? null : loadBars(folder, symbol, date);
    if (day === null || day.bars.length === 0) continue;
    exchange.replayBars(symbol, date, day.bars, day.previousClose ?? undefined);
    replayed++;
  }
  return replayed;
}
