import type { BarSeries } from "../market/bar-series.ts";
import { rupees } from "../shared/money.ts";
import { istMinute } from "../time/ist.ts";
import { openingRange } from "./built-in/opening-range.ts";
import { smaCross } from "./built-in/sma-cross.ts";
import { runBacktest } from "./run-backtest.ts";
import { type BacktestSettings, type FillModel, NO_SLIPPAGE } from "./settings.ts";
import type { BacktestOutcome } from "./trade.ts";

/** Reference set-ups with exact rules and known results, for comparing engines trade by trade. */
export const REFERENCES = ["sma-10-30", "sma-10-30-fixed", "orb-15"] as const;
export type ReferenceName = (typeof REFERENCES)[number];

/** Large enough never to bind. */
const ENDLESS_CASH = rupees(1_000_000_000);
const REFERENCE_CASH = rupees(10_000);
const REFERENCE_FLAT_FROM = istMinute(15, 10);

const free: BacktestSettings = {
  fill: "next-open",
  sizing: { kind: "all_in" },
  capital: REFERENCE_CASH,
  tariff: null,
  slippage: NO_SLIPPAGE,
  hasTicks: false,
  barMinutes: 1,
  entriesUntil: null,
  flatFrom: null,
  lastExit: "close",
};

const fixed = (fill: FillModel, quantity: number): BacktestSettings => ({
  ...free,
  fill,
  sizing: { kind: "fixed", quantity },
  capital: ENDLESS_CASH,
});

/** `sma-10-30` starts with 10,000, buys whole shares for all of it and closes its last trade at the last bar's open. */
export function runReference(
  name: ReferenceName,
  series: BarSeries,
  fill: FillModel,
  quantity: number,
): BacktestOutcome {
  if (name === "orb-15") {
    const strategy = openingRange({ rangeMinutes: 15, barMinutes: 1, targetRanges: 1 });
    return runBacktest([series], strategy, { ...fixed(fill, quantity), flatFrom: REFERENCE_FLAT_FROM });
  }
  const settings: BacktestSettings = name === "sma-10-30" ? { ...free, fill, lastExit: "open" } : fixed(fill, quantity);
  return runBacktest([series], smaCross({ fast: 10, slow: 30 }), settings);
}

export const fillsOf = (name: ReferenceName): readonly FillModel[] =>
  name === "sma-10-30" ? ["next-open"] : ["next-open", "close"];

export const referenceQuantity = (symbol: string): number => (symbol.startsWith("GOOG") ? 10 : 100);
