import { INDEX_SYMBOL } from "@vriddhi/core/backtest/backtest-request";
import type { BarSeries } from "@vriddhi/core/market/bar-series";
import { syntheticSeries } from "@vriddhi/core/strategy/synthetic/synthetic-series";
import { addDays, type IstDate, isWeekend } from "@vriddhi/core/time/ist";
import type { BacktestOptions } from "./backtest-options.ts";
import type { ReportProgress } from "./progress.ts";
import { runTexts } from "./run.texts.ts";
import { UsageError } from "./usage-error.ts";

type Wanted = Pick<BacktestOptions, "strategy" | "symbols" | "from" | "to">;

const SEED = 20_261_116;
const BAR_MINUTES = 5;

function countWeekdays(from: IstDate, to: IstDate): number {
  let count = 0;
  for (let day = from; day <= to; day = addDays(day, 1)) if (!isWeekend(day)) count += 1;
  return count;
}

export function generateSeries({ strategy, symbols, from, to }: Wanted, report: ReportProgress): readonly BarSeries[] {
  if (symbols === null || from === null || to === null) throw new UsageError(runTexts.syntheticNeeds);
  const shares = symbols.filter((symbol) => symbol !== INDEX_SYMBOL);
  const setup = { seed: SEED, symbols: [INDEX_SYMBOL, ...shares], barMinutes: BAR_MINUTES };
  const sessions = countWeekdays(from, to);
  const isIndexWanted = strategy === "ours" || shares.length < symbols.length;
  if (sessions === 0) return [];
  return syntheticSeries(setup, from, sessions, (drawn) => report(drawn / sessions)).slice(isIndexWanted ? 0 : 1);
}
