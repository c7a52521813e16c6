import { assert } from "../shared/assert.ts";
import { createSeededRandom } from "../shared/random.ts";

export interface Moments {
  readonly count: number;
  readonly mean: number;
  readonly deviation: number;
  readonly skewness: number;
  /** Plain, 3 for a bell curve. */
  readonly kurtosis: number;
}

export function momentsOf(results: readonly number[]): Moments {
  const count = results.length;
  if (count < 2) return { count, mean: results[0] ?? 0, deviation: 0, skewness: 0, kurtosis: 3 };
  const mean = results.reduce((sum, value) => sum + value, 0) / count;
  const central = (power: number): number => results.reduce((sum, value) => sum + (value - mean) ** power, 0) / count;
  const variance = central(2);
  const spread = Math.sqrt(variance);
  const isFlat = spread === 0;
  return {
    count,
    mean,
    deviation: Math.sqrt((variance * count) / (count - 1)),
    skewness: isFlat ? 0 : central(3) / spread ** 3,
    kurtosis: isFlat ? 3 : central(4) / variance ** 2,
  };
}

/** Mean by deviation, for one trade; not scaled to a year. */
export const sharpeOf = ({ mean, deviation }: Moments): number => (deviation > 0 ? mean / deviation : 0);

/** How many standard errors the mean lies from zero. */
export const tValueOf = (moments: Moments): number => sharpeOf(moments) * Math.sqrt(moments.count);

/** Abramowitz and Stegun 7.1.26: wrong by at most 1.5e-7. */
export function normalBelow(value: number): number {
  const scaled = Math.abs(value) / Math.SQRT2;
  const t = 1 / (1 + 0.3275911 * scaled);
  const series = t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))));
  const error = 1 - series * Math.exp(-scaled * scaled);
  return value >= 0 ? (1 + error) / 2 : (1 - error) / 2;
}

const QUANTILE_REACH = 9;
const QUANTILE_STEPS = 60;

/** The value below which a bell curve has `share` of its mass, by halving. */
export function normalQuantile(share: number): number {
  assert(share > 0 && share < 1, "a part between nothing and all");
  let [low, high] = [-QUANTILE_REACH, QUANTILE_REACH];
  for (let step = 0; step < QUANTILE_STEPS; step++) {
    const middle = (low + high) / 2;
    if (normalBelow(middle) < share) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

const EULER_MASCHERONI = 0.5772156649015329;

/** The best Sharpe ratio that so many tries without any edge would show by luck. */
export function luckySharpe(trials: number, varianceOfSharpes: number): number {
  if (trials < 2) return 0;
  const usual = normalQuantile(1 - 1 / trials);
  const extreme = normalQuantile(1 - 1 / (trials * Math.E));
  return Math.sqrt(varianceOfSharpes) * ((1 - EULER_MASCHERONI) * usual + EULER_MASCHERONI * extreme);
}

/** How likely the true Sharpe ratio lies above `benchmark`, skewness and fat tails taken into account. */
export function probabilisticSharpe(moments: Moments, benchmark: number): number {
  if (moments.count < 2 || moments.deviation === 0) return 0;
  const sharpe = sharpeOf(moments);
  const width = 1 - moments.skewness * sharpe + ((moments.kurtosis - 1) / 4) * sharpe ** 2;
  return normalBelow(((sharpe - benchmark) * Math.sqrt(moments.count - 1)) / Math.sqrt(Math.max(width, 1e-12)));
}

/** How likely there is an edge at all after so many tries were made. 0.95 is the usual pass mark. */
export const deflatedSharpe = (moments: Moments, trials: number, varianceOfSharpes: number): number =>
  probabilisticSharpe(moments, luckySharpe(trials, varianceOfSharpes));

const DRAWS = 2_000;
const TAIL = 0.025;

/** 95 % interval of the mean, by drawing results with replacement from a seed. */
export function meanInterval(results: readonly number[], seed: number): readonly [number, number] {
  if (results.length === 0) return [0, 0];
  const random = createSeededRandom(seed);
  const means = new Float64Array(DRAWS);
  for (let draw = 0; draw < DRAWS; draw++) {
    let sum = 0;
    for (let each = 0; each < results.length; each++) sum += results[random.int(0, results.length - 1)] as number;
    means[draw] = sum / results.length;
  }
  means.sort();
  const place = (share: number): number => means[Math.min(DRAWS - 1, Math.floor(share * DRAWS))] as number;
  return [place(TAIL), place(1 - TAIL)];
}

/** The mean without the best ones: what is left when a few lucky trades had not been. */
export function meanWithoutBest(results: readonly number[], best: number): number {
  const rest = [...results].sort((one, other) => other - one).slice(best);
  return rest.length === 0 ? 0 : rest.reduce((sum, value) => sum + value, 0) / rest.length;
}

/** The deepest fall of the running sum from its highest point so far; never below zero. */
export function deepestFall(results: readonly number[]): number {
  let [sum, peak, deepest] = [0, 0, 0];
  for (const result of results) {
    sum += result;
    peak = Math.max(peak, sum);
    deepest = Math.max(deepest, peak - sum);
  }
  return deepest;
}
