import { fillsOf, referenceQuantity, runReference } from "@vriddhi/core/backtest/references";
import type { FillModel } from "@vriddhi/core/backtest/settings";
import { worstDrawdown } from "@vriddhi/core/backtest/statistics";
import type { BacktestOutcome } from "@vriddhi/core/backtest/trade";
import { rupees } from "@vriddhi/core/shared/money";
import { openBars } from "../bars/bar-cache.ts";
import { symbolOf } from "../bars/bar-file.ts";
import type { ReferenceOptions } from "./backtest-options.ts";
import { barMinutesOf, outsideHours } from "./open-series.ts";
import { runTexts } from "./run.texts.ts";
import { toRupees, tradeLines } from "./trade-json.ts";
import { UsageError } from "./usage-error.ts";

export interface ReferenceRun {
  readonly fill: FillModel;
  readonly outcome: BacktestOutcome;
}

/** What equity is measured against where the cash never binds. */
const SMA_CASH = rupees(10_000);

export async function runReferences(
  options: ReferenceOptions,
  warn: (line: string) => void = () => undefined,
): Promise<readonly ReferenceRun[]> {
  const series = await openBars(options.data, options.cache);
  const barMinutes = barMinutesOf(series);
  if (options.reference === "orb-15" && barMinutes !== 1) warn(runTexts.referenceBars(options.reference, barMinutes));
  const strange = outsideHours([series]);
  if (strange !== null) warn(runTexts.outsideHours(strange.count, strange.first));
  const quantity = options.quantity ?? referenceQuantity(symbolOf(options.data));
  const fills = fillsOf(options.reference).filter((fill) => options.fill === null || fill === options.fill);
  if (fills.length === 0) throw new UsageError(runTexts.undefinedFill(options.reference, fillsOf(options.reference)));
  return fills.map((fill) => ({ fill, outcome: runReference(options.reference, series, fill, quantity) }));
}

const totalOf = ({ trades }: BacktestOutcome): number => trades.reduce((sum, { gross }) => sum + gross, 0);

export function referenceSummary({ reference }: ReferenceOptions, { fill, outcome }: ReferenceRun): string {
  const total = toRupees(totalOf(outcome)).toFixed(2);
  if (reference !== "sma-10-30") return `${reference}, ${fill}: ${outcome.trades.length} trades, total ${total}`;
  const drawdown = (worstDrawdown(outcome.days, SMA_CASH) * 100).toFixed(8);
  const final = toRupees(outcome.finalEquity).toFixed(2);
  return `${reference}, ${fill}: ${outcome.trades.length} trades, final equity ${final}, maximum drawdown ${drawdown} %`;
}

export function referenceJson(options: ReferenceOptions, runs: readonly ReferenceRun[]): string {
  const parts = runs.map(({ fill, outcome }) => {
    const head = {
      fill,
      trade_count: outcome.trades.length,
      total: toRupees(totalOf(outcome)),
      final_equity: toRupees(outcome.finalEquity),
      max_drawdown_percent: options.reference === "sma-10-30" ? worstDrawdown(outcome.days, SMA_CASH) * 100 : null,
    };
    return `${JSON.stringify(head).slice(0, -1)},"trades":[\n${tradeLines(outcome.trades)}\n]}`;
  });
  return `{"reference":${JSON.stringify(options.reference)},"runs":[${parts.join(",\n")}]}`;
}
