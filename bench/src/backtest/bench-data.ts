import fs from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";
import type { BarSeries } from "@vriddhi/core/market/bar-series";
import { barTimeText } from "@vriddhi/core/market/bar-time";
import { syntheticSeries } from "@vriddhi/core/strategy/synthetic/synthetic-series";
import { istDate } from "@vriddhi/core/time/ist";

const ROOT = path.resolve(import.meta.dirname, "../../..");
/** Real bars lie beside the checkout on machines that have them. */
const MARKET_DATA = path.resolve(ROOT, "../shared/data");

export interface BenchData {
  readonly minutes: string;
  readonly many: readonly string[];
  readonly isReal: boolean;
}

function csvOf({ minute, open, high, low, close, volume, length }: BarSeries): string {
  const lines = ["ts,open,high,low,close,volume"];
  const rupees = (column: Int32Array, index: number): number => (column[index] as number) / 100;
  for (let index = 0; index < length; index += 1) {
    const prices = [open, high, low, close].map((column) => rupees(column, index));
    lines.push([barTimeText(minute[index] as number), ...prices, volume[index]].join(","));
  }
  return `${lines.join("\n")}\n`;
}

function writeSynthetic(
  folder: string,
  symbols: readonly string[],
  barMinutes: number,
  sessions: number,
): readonly string[] {
  const series = syntheticSeries({ seed: 1, symbols, barMinutes }, istDate("2025-07-01"), sessions);
  return series.map((each) => {
    const file = path.join(folder, `${each.symbol}.csv.gz`);
    fs.writeFileSync(file, gzipSync(csvOf(each)));
    return file;
  });
}

export function benchData(folder: string): BenchData {
  const real = path.join(MARKET_DATA, "bars1m/RELIANCE.csv.gz");
  const manyFolder = path.join(MARKET_DATA, "bars5m");
  if (fs.existsSync(real) && fs.existsSync(manyFolder)) {
    const files = fs.readdirSync(manyFolder).sort();
    return { minutes: real, many: files.map((name) => path.join(manyFolder, name)), isReal: true };
  }
  const [minutes = ""] = writeSynthetic(folder, ["MINUTES"], 1, 277);
  const shares = Array.from({ length: 30 }, (_, number) => `SHARE${number + 1}`);
  return { minutes, many: writeSynthetic(folder, ["NIFTY50", ...shares], 5, 277), isReal: false };
}
