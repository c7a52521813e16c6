import { buyAndHold } from "@vriddhi/core/backtest/built-in/buy-and-hold";
import { donchian } from "@vriddhi/core/backtest/built-in/donchian";
import { openingRange } from "@vriddhi/core/backtest/built-in/opening-range";
import { smaCross } from "@vriddhi/core/backtest/built-in/sma-cross";
import { runBacktest } from "@vriddhi/core/backtest/run-backtest";
import type { BacktestSettings } from "@vriddhi/core/backtest/settings";
import type { Strategy } from "@vriddhi/core/backtest/strategy-port";
import type { BacktestOutcome } from "@vriddhi/core/backtest/trade";
import type { BarSeries } from "@vriddhi/core/market/bar-series";
import type { StrategyName } from "./backtest-options.ts";
import { type DayWatch, watched } from "./progress.ts";
import { runTexts } from "./run.texts.ts";
import { UsageError } from "./usage-error.ts";

export type Runner = (
  series: readonly BarSeries[],
  settings: BacktestSettings,
  watch?: DayWatch | null,
) => BacktestOutcome;

/** Hides the state's type: callers never read it. */
export const runnerOf =
  <State>(strategy: Strategy<State>): Runner =>
  (series, settings, watch = null) =>
    runBacktest(series, watch === null ? strategy : watched(strategy, watch), settings);

const defaults: Readonly<Record<StrategyName, Readonly<Record<string, number>>>> = {
  ours: {},
  sma: { fast: 10, slow: 30 },
  orb: { range: 15, target: 1 },
  donchian: { entry: 20, exit: 10 },
  hold: {},
};

/** These strategies close their positions every day, whatever the options say. */
export const isAlwaysIntraday = (name: StrategyName): boolean => name === "ours" || name === "orb";

/** Parameters that may be fractions: the target is a multiple of the range. All others count bars or minutes. */
const FRACTIONS: ReadonlySet<string> = new Set(["target"]);
/** Bounds the memory: this many bars of 50 shares fit. */
const BARS_MAX = 100_000;

function refuseNumber(name: string, value: number): void {
  const isFraction = FRACTIONS.has(name);
  if (isFraction && !(value > 0 && value <= BARS_MAX)) throw new UsageError(runTexts.positiveParameter(name, BARS_MAX));
  if (!isFraction && !(Number.isInteger(value) && value >= 1 && value <= BARS_MAX))
    throw new UsageError(runTexts.wholeParameter(name, BARS_MAX));
}

function refuseMeaningless(parameters: Readonly<Record<string, number>>, barMinutes: number): void {
  for (const [name, value] of Object.entries(parameters)) refuseNumber(name, value);
  const { fast, slow, range } = parameters;
  if (fast !== undefined && slow !== undefined && fast >= slow) throw new UsageError(runTexts.fastIsSlow);
  if (range !== undefined && range % barMinutes !== 0) throw new UsageError(runTexts.rangeOfBars(range, barMinutes));
}

export function parametersOf(
  name: StrategyName,
  given: Readonly<Record<string, number>>,
  barMinutes: number,
): Record<string, number> {
  const known = defaults[name];
  for (const each of Object.keys(given))
    if (!Object.hasOwn(known, each)) throw new UsageError(runTexts.unknownParameter(each, Object.keys(known)));
  const parameters = { ...known, ...given };
  refuseMeaningless(parameters, barMinutes);
  return parameters;
}

export function chooseStrategy(
  name: Exclude<StrategyName, "ours">,
  parameters: Readonly<Record<string, number>>,
  barMinutes: number,
): Runner {
  const at = (parameter: string): number => parameters[parameter] ?? 0;
  switch (name) {
    case "sma":
      return runnerOf(smaCross({ fast: at("fast"), slow: at("slow") }));
    case "orb":
      return runnerOf(openingRange({ rangeMinutes: at("range"), barMinutes, targetRanges: at("target") }));
    case "donchian":
      return runnerOf(donchian({ entryBars: at("entry"), exitBars: at("exit") }));
    case "hold":
      return runnerOf(buyAndHold());
  }
}
