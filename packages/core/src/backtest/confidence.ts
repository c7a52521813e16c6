import { MINUTES_PER_DAY } from "../market/bar-time.ts";
import { assert } from "../shared/assert.ts";
import type { Random } from "../shared/random.ts";
import { TRADING_DAYS_PER_YEAR, tradeBasisPoints } from "./statistics.ts";
import type { Trade } from "./trade.ts";

/** 95 of 100 such intervals contain the true value, if days are independent and identically distributed. */
export interface Interval {
  readonly low: number;
  readonly high: number;
}

const CONFIDENCE = 0.95;

function intervalOf(values: readonly number[]): Interval {
  const sorted = values.toSorted((a, b) => a - b);
  const tail = (1 - CONFIDENCE) / 2;
  const at = (share: number): number => sorted[Math.round(share * (sorted.length - 1))] ?? 0;
  return { low: at(tail), high: at(1 - tail) };
}

/** Resamples whole days, because trades of one day are correlated. Returns the sums of both columns. */
function drawSums(first: Float64Array, second: Float64Array, random: Random): readonly [number, number] {
  let [sum, other] = [0, 0];
  for (let round = 0; round < first.length; round += 1) {
    const day = random.int(0, first.length - 1);
    sum += first[day] as number;
    other += second[day] as number;
  }
  return [sum, other];
}

/** Of a trade's mean result, in hundredths of a percent. `null` without trades. */
export function tradeMeanInterval(trades: readonly Trade[], random: Random, rounds: number): Interval | null {
  assert(rounds > 0, "at least one drawing");
  const byDay = Map.groupBy(trades, ({ entryMinute }) => Math.floor(entryMinute / MINUTES_PER_DAY));
  const days = [...byDay.values()];
  if (days.length === 0) return null;
  const sums = Float64Array.from(days, (day) => day.reduce((sum, trade) => sum + tradeBasisPoints(trade), 0));
  const counts = Float64Array.from(days, ({ length }) => length);
  const means = Array.from({ length: rounds }, () => {
    const [sum, count] = drawSums(sums, counts, random);
    return sum / count;
  });
  return intervalOf(means);
}

/** Of the annual Sharpe ratio. `null` with fewer than two days. */
export function sharpeInterval(returns: readonly number[], random: Random, rounds: number): Interval | null {
  assert(rounds > 0, "at least one drawing");
  const count = returns.length;
  if (count < 2) return null;
  const values = Float64Array.from(returns);
  const squares = values.map((value) => value * value);
  const ratios = Array.from({ length: rounds }, () => {
    const [sum, square] = drawSums(values, squares, random);
    const variance = (square - (sum * sum) / count) / (count - 1);
    return variance <= 0 ? 0 : (sum / count / Math.sqrt(variance)) * Math.sqrt(TRADING_DAYS_PER_YEAR);
  });
  return intervalOf(ratios);
}
