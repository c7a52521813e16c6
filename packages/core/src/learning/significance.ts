import { type Moments, sharpeOf } from "../backtest/moments.ts";
import { createSeededRandom } from "../shared/random.ts";

export const tValueOf = (moments: Moments): number => sharpeOf(moments) * Math.sqrt(moments.count);

const DRAWS = 2_000;
const TAIL = 0.025;

/** 95 % interval of the mean by a seeded bootstrap. One result is one day's. */
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

/** The mean without the best results: robustness to a few lucky trades. */
export function meanWithoutBest(results: readonly number[], best: number): number {
  const rest = [...results].sort((one, other) => other - one).slice(best);
  return rest.length === 0 ? 0 : rest.reduce((sum, value) => sum + value, 0) / rest.length;
}

/** The deepest fall of the running sum from its maximum; never below zero. */
export function deepestFall(results: readonly number[]): number {
  let [sum, peak, deepest] = [0, 0, 0];
  for (const result of results) {
    sum += result;
    peak = Math.max(peak, sum);
    deepest = Math.max(deepest, peak - sum);
  }
  return deepest;
}
