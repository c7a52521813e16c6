import { assert } from "../shared/assert.ts";
import { type Moments, momentsOf, sharpeOf } from "./moments.ts";
import { normalChance, normalQuantile } from "./normal.ts";

const EULER_MASCHERONI = 0.5772156649015329;

/** The probability that the true daily Sharpe ratio is above `benchmark`, from length, skew and tails of the sample. */
export function probabilisticSharpe(moments: Moments, benchmark: number): number {
  const { count, skewness, kurtosis } = moments;
  if (count < 2) return 0.5;
  const sharpe = sharpeOf(moments);
  const spread = Math.sqrt(Math.max(1e-12, 1 - skewness * sharpe + ((kurtosis - 1) / 4) * sharpe ** 2));
  return normalChance(((sharpe - benchmark) * Math.sqrt(count - 1)) / spread);
}

/** The expected best Sharpe ratio of this many worthless trials. */
export function bestOfWorthless(trials: number, varianceOfSharpe: number): number {
  assert(trials >= 1, "at least one trial");
  if (trials === 1) return 0;
  const best =
    (1 - EULER_MASCHERONI) * normalQuantile(1 - 1 / trials) +
    EULER_MASCHERONI * normalQuantile(1 - 1 / (trials * Math.E));
  return Math.sqrt(varianceOfSharpe) * best;
}

/** The benchmark is the best of this many worthless trials; without their spread, a worthless estimate's is used. */
export function deflatedSharpe(moments: Moments, trials: number, varianceOfSharpe: number | null = null): number {
  if (moments.count < 2) return 0.5;
  return probabilisticSharpe(moments, bestOfWorthless(trials, varianceOfSharpe ?? 1 / (moments.count - 1)));
}

/** All `size`-subsets of the places 0 … count − 1. */
function choices(count: number, size: number): number[][] {
  const found: number[][] = [];
  const chosen: number[] = [];
  const visit = (from: number): void => {
    if (chosen.length === size) {
      found.push([...chosen]);
      return;
    }
    for (let place = from; place <= count - (size - chosen.length); place += 1) {
      chosen.push(place);
      visit(place + 1);
      chosen.pop();
    }
  };
  visit(0);
  return found;
}

interface BlockSums {
  readonly count: number;
  readonly sum: number;
  readonly squares: number;
}

const NOTHING: BlockSums = { count: 0, sum: 0, squares: 0 };

const add = (a: BlockSums, b: BlockSums): BlockSums => ({
  count: a.count + b.count,
  sum: a.sum + b.sum,
  squares: a.squares + b.squares,
});

function sharpeOfSums({ count, sum, squares }: BlockSums): number {
  const variance = count > 1 ? (squares - sum ** 2 / count) / (count - 1) : 0;
  return variance <= 0 ? 0 : sum / count / Math.sqrt(variance);
}

function blocksOf(returns: readonly number[], blocks: number): readonly BlockSums[] {
  return Array.from({ length: blocks }, (_, block) => {
    const start = Math.floor((block * returns.length) / blocks);
    const end = Math.floor(((block + 1) * returns.length) / blocks);
    return returns
      .slice(start, end)
      .reduce((sums, value) => add(sums, { count: 1, sum: value, squares: value ** 2 }), NOTHING);
  });
}

/**
 * Probability of back-test overfitting: how often the best configuration of one half of the days is below the median on
 * the other half, over all ways to halve `blocks` stretches. A row is one configuration's daily returns.
 */
export function overfittingChance(configurations: readonly (readonly number[])[], blocks: number): number {
  assert(blocks >= 2 && blocks % 2 === 0, "an even number of blocks");
  assert(configurations.length >= 2, "at least two configurations to choose from");
  const sums = configurations.map((returns) => blocksOf(returns, blocks));
  const halves = choices(blocks, blocks / 2);
  const failures = halves.filter((half) => isBelowMiddle(sums, new Set(half)));
  return failures.length / halves.length;
}

function isBelowMiddle(sums: readonly (readonly BlockSums[])[], inSample: ReadonlySet<number>): boolean {
  const scoreOn = (isChosen: boolean): number[] =>
    sums.map((blocks) =>
      sharpeOfSums(
        blocks.reduce((all, block, place) => (inSample.has(place) === isChosen ? add(all, block) : all), NOTHING),
      ),
    );
  const inside = scoreOn(true);
  const outside = scoreOn(false);
  const chosen = outside[inside.indexOf(Math.max(...inside))] ?? 0;
  const below = outside.filter((score) => score < chosen).length;
  const equal = outside.filter((score) => score === chosen).length;
  return (below + (equal + 1) / 2) / (outside.length + 1) <= 0.5;
}

export const varianceOfSharpes = (configurations: readonly (readonly number[])[]): number =>
  momentsOf(configurations.map((returns) => sharpeOf(momentsOf(returns)))).deviation ** 2;
