import { existsSync } from "node:fs";
import path from "node:path";
import type { IstDate } from "@vriddhi/core/time/ist";
import type { Exchange } from "./exchange.ts";
import { hasBars, loadBars } from "./load-bars.ts";

/** Finest first. */
const FOLDERS = ["bars1m", "bars5m", "."];

const folderFor = (root: string, symbol: string): string | undefined =>
  FOLDERS.map((folder) => path.join(root, folder)).find((folder) => existsSync(folder) && hasBars(folder, symbol));

/** Puts the bars of one day on the exchange, for every share that has a file; tells how many. Before that day begins. */
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
