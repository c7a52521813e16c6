import { momentsOf, sharpeOf } from "@vriddhi/core/backtest/moments";
import { TRADING_DAYS_PER_YEAR } from "@vriddhi/core/backtest/statistics";
import { type BoostedConfig, fitBoosted, predictBoosted } from "@vriddhi/core/learning/boosted-trees";
import { type CandidateSet, firstTaken, rowsIn, samplesOf } from "@vriddhi/core/learning/candidate-set";
import { deepestFall, meanInterval, meanWithoutBest, tValueOf } from "@vriddhi/core/learning/significance";
import { type RidgeConfig, walkForward, walkForwardWith } from "@vriddhi/core/learning/train-ridge";
import { yearlyFolds } from "@vriddhi/core/learning/walk-forward";
import { FEATURES, featurePlace } from "@vriddhi/core/strategy/opening-range/features";
import { TRADED_DAYS_SHARE } from "@vriddhi/core/strategy/opening-range/settings";
import { type IstDate, yearOf } from "@vriddhi/core/time/ist";

export type TrialConfig =
  | { readonly kind: "first_candidate" }
  | { readonly kind: "opening_turnover"; readonly times: number }
  | { readonly kind: "ridge"; readonly ridge: RidgeConfig }
  | { readonly kind: "boosted_trees"; readonly boosted: BoostedConfig; readonly tradedDays: number };

const BLOCKS = 5;
const PENALTIES = [100, 300, 1_000, 3_000, 10_000, 30_000];

const ridgeWith = (penalties: readonly number[]): TrialConfig => ({
  kind: "ridge",
  ridge: { penalties, blocks: BLOCKS, tradedDays: TRADED_DAYS_SHARE },
});

/** The one that trades: its penalty is chosen on training sessions, not here. */
export const CHOSEN_RIDGE: RidgeConfig = { penalties: PENALTIES, blocks: BLOCKS, tradedDays: TRADED_DAYS_SHARE };

const SMALL_TREES: BoostedConfig = { trees: 60, depth: 2, learningRate: 0.05, leafRowsMin: 200, bins: 16 };

/** All are judged in every run, so that the chosen one is never seen alone. */
export const TRIALS: readonly TrialConfig[] = [
  { kind: "first_candidate" },
  { kind: "opening_turnover", times: 2 },
  ridgeWith([100]),
  ridgeWith([1_000]),
  ridgeWith([10_000]),
  { kind: "boosted_trees", boosted: SMALL_TREES, tradedDays: TRADED_DAYS_SHARE },
  { kind: "ridge", ridge: CHOSEN_RIDGE },
];

export interface YearMetrics {
  readonly year: number;
  readonly trades: number;
  readonly meanNet: number;
  readonly wonShare: number;
  readonly sumPercent: number;
}

/** Of trades that were judged by what had not seen their year. Results are basis points of the trade's value. */
export interface TrialMetrics {
  readonly sessions: number;
  readonly trades: number;
  readonly tradesPerMonth: number;
  readonly meanNet: number;
  readonly meanNetLow: number;
  readonly meanNetHigh: number;
  readonly wonShare: number;
  readonly tValue: number;
  readonly sharpePerTrade: number;
  readonly sharpePerYear: number;
  readonly withoutBestTen: number;
  readonly sumPercent: number;
  readonly deepestFallPercent: number;
  readonly years: readonly YearMetrics[];
}

const BEST = 10;
const BASIS_POINTS_PER_PERCENT = 100;
const PRECISION = 6;

export const rounded = (value: number): number => Number(value.toPrecision(PRECISION));

const judgedSessions = (set: CandidateSet): readonly number[] => yearlyFolds(set.sessions).flatMap(({ test }) => test);

function takenByTrees(set: CandidateSet, boosted: BoostedConfig, tradedDays: number): readonly number[] {
  const samples = samplesOf(set);
  return walkForwardWith(set, tradedDays, (rows) => {
    const fit = fitBoosted(samples, rows, boosted);
    return (row) => predictBoosted(fit, samples, row);
  });
}

export function takenBy(set: CandidateSet, trial: TrialConfig): readonly number[] {
  if (trial.kind === "ridge") return walkForward(set, trial.ridge).taken;
  if (trial.kind === "boosted_trees") return takenByTrees(set, trial.boosted, trial.tradedDays);
  const rows = rowsIn(set, judgedSessions(set));
  if (trial.kind === "first_candidate") return firstTaken(set, rows, () => true);
  const [width, place] = [FEATURES.length, featurePlace("opening_turnover")];
  return firstTaken(set, rows, (row) => (set.features[row * width + place] as number) >= Math.log(trial.times));
}

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);
const wonShareOf = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.filter((value) => value > 0).length / values.length;

function metricsOfYear(year: number, nets: readonly number[]): YearMetrics {
  return {
    year,
    trades: nets.length,
    meanNet: rounded(momentsOf(nets).mean),
    wonShare: rounded(wonShareOf(nets)),
    sumPercent: rounded(sumOf(nets) / BASIS_POINTS_PER_PERCENT),
  };
}

/** Sessions without a trade are days without a result. */
function sharpePerYear(nets: readonly number[], sessions: number): number {
  const days = [...nets, ...Array.from({ length: Math.max(0, sessions - nets.length) }, () => 0)];
  return sharpeOf(momentsOf(days)) * Math.sqrt(TRADING_DAYS_PER_YEAR);
}

export function measure(set: CandidateSet, taken: readonly number[], seed: number): TrialMetrics {
  const judged = judgedSessions(set).map((number) => set.sessions[number] as IstDate);
  const nets = taken.map((row) => set.net[row] as number);
  const yearOfRow = (row: number): number => yearOf(set.sessions[set.session[row] as number] as IstDate);
  const months = new Set(judged.map((day) => day.slice(0, 7))).size;
  const moments = momentsOf(nets);
  const [low, high] = meanInterval(nets, seed);
  const years = [...new Set(judged.map(yearOf))];
  return {
    sessions: judged.length,
    trades: nets.length,
    tradesPerMonth: rounded(nets.length / Math.max(1, months)),
    meanNet: rounded(moments.mean),
    meanNetLow: rounded(low),
    meanNetHigh: rounded(high),
    wonShare: rounded(wonShareOf(nets)),
    tValue: rounded(tValueOf(moments)),
    sharpePerTrade: rounded(sharpeOf(moments)),
    sharpePerYear: rounded(sharpePerYear(nets, judged.length)),
    withoutBestTen: rounded(meanWithoutBest(nets, BEST)),
    sumPercent: rounded(sumOf(nets) / BASIS_POINTS_PER_PERCENT),
    deepestFallPercent: rounded(deepestFall(nets) / BASIS_POINTS_PER_PERCENT),
    years: years.map((year) =>
      metricsOfYear(
        year,
        nets.filter((_, place) => yearOfRow(taken[place] as number) === year),
      ),
    ),
  };
}
