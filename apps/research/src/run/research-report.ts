import { type Interval, sharpeInterval, tradeMeanInterval } from "@vriddhi/core/backtest/confidence";
import { momentsOf } from "@vriddhi/core/backtest/moments";
import { deflatedSharpe, probabilisticSharpe } from "@vriddhi/core/backtest/overfitting";
import type { BacktestSettings } from "@vriddhi/core/backtest/settings";
import { type BacktestStatistics, dayReturns, statisticsOf } from "@vriddhi/core/backtest/statistics";
import type { BacktestOutcome } from "@vriddhi/core/backtest/trade";
import type { BarSeries } from "@vriddhi/core/market/bar-series";
import { createSeededRandom } from "@vriddhi/core/shared/random";

/** Drawings of the bootstrap, and the seed that makes them the same every time. */
const ROUNDS = 2_000;
const SEED = 20_260_813;

export interface ResearchReport {
  readonly series: readonly BarSeries[];
  readonly settings: BacktestSettings;
  readonly parameters: Readonly<Record<string, number>>;
  readonly outcome: BacktestOutcome;
  readonly statistics: BacktestStatistics;
  readonly tradeMean: Interval | null;
  readonly sharpe: Interval | null;
  /** The chance that the true Sharpe ratio is above zero, and above what so many worthless trials would show. */
  readonly probabilisticSharpe: number;
  readonly deflatedSharpe: number;
  readonly trials: number;
  /** Null: no sweep was given, so that nothing could be compared. */
  readonly overfitting: number | null;
  readonly notes: readonly string[];
}

export interface Judgement {
  readonly trials: number;
  readonly varianceOfSharpe: number | null;
  readonly overfitting: number | null;
}

interface Given extends Pick<ResearchReport, "series" | "settings" | "parameters" | "outcome" | "notes"> {
  readonly judgement: Judgement;
}

export function makeReport({ series, settings, parameters, outcome, notes, judgement }: Given): ResearchReport {
  const returns = dayReturns(outcome.days, settings.capital);
  const moments = momentsOf(returns);
  const { trials, varianceOfSharpe, overfitting } = judgement;
  return {
    series,
    settings,
    parameters,
    outcome,
    notes,
    trials,
    overfitting,
    statistics: statisticsOf(outcome, settings.capital),
    tradeMean: tradeMeanInterval(outcome.trades, createSeededRandom(SEED), ROUNDS),
    sharpe: sharpeInterval(returns, createSeededRandom(SEED), ROUNDS),
    probabilisticSharpe: probabilisticSharpe(moments, 0),
    deflatedSharpe: deflatedSharpe(moments, trials, varianceOfSharpe),
  };
}
