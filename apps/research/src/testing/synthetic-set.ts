import type { BarSeries } from "@vriddhi/core/market/bar-series";
import { barTimeText } from "@vriddhi/core/market/bar-time";
import { syntheticSeries } from "@vriddhi/core/strategy/synthetic/synthetic-series";
import { istDate } from "@vriddhi/core/time/ist";

/** Eight weeks of the synthetic market: the index and eight shares, as in `apps/research/synthetic-bars`. */
export const syntheticSet = (): readonly BarSeries[] =>
  syntheticSeries(
    {
      seed: 20_260_105,
      symbols: ["NIFTY50", "ALPHA", "BRAVO", "CHARLIE", "DELTA", "ECHO", "FOXTROT", "GOLF", "HOTEL"],
      barMinutes: 5,
    },
    istDate("2026-01-05"),
    40,
  );

export function barLines({ minute, open, high, low, close, volume, length }: BarSeries): string {
  const lines = ["ts,open,high,low,close,volume"];
  const rupees = (column: Int32Array, index: number): string => ((column[index] as number) / 100).toFixed(2);
  for (let index = 0; index < length; index += 1) {
    const prices = [open, high, low, close].map((column) => rupees(column, index));
    lines.push([barTimeText(minute[index] as number), ...prices, volume[index]].join(","));
  }
  return `${lines.join("\n")}\n`;
}
