import { MINUTES_PER_DAY } from "../market/bar-time.ts";
import { assert } from "../shared/assert.ts";
import type { Random } from "../shared/random.ts";
import { momentsOf, sharpeOf } from "./moments.ts";
import { TRADING_DAYS_PER_YEAR, tradeBasisPoints } from "./statistics.ts";
import type { Trade } from "./trade.ts";

/** 95 of 100 such intervals hold the true value, if days are alike and know nothing of each other. */
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

/** Days are drawn whole: trades of one day stand or fall together. */
function draw<T>(days: readonly T[], random: Random): T[] {
  return days.map(() => days[random.int(0, days.length - 1)] as T);
}

/** Of the mean result of a trade, in hundredths of a percent. Null without trades. */
export function tradeMeanInterval(trades: readonly Trade[], random: Random, rounds: number): Interval | null {
  assert(rounds > 0, "at least one drawing");
  const byDay = Map.groupBy(trades, ({ entryMinute }) => Math.floor(entryMinute / MINUTES_PER_DAY));
  const days = [...byDay.values()].map((ofDay) => ({
    sum: ofDay.reduce((sum, trade) => sum + tradeBasisPoints(trade), 0),
    count: ofDay.length,
  }));
  if (days.length === 0) return null;
  const means = Array.from({ length: rounds }, () => {
    let [sum, count] = [0, 0];
    for (const day of draw(days, random)) {
      sum += day.sum;
      count += day.count;
    }
    return sum / count;
  });
  return intervalOf(means);
}

/** Of a year's Sharpe ratio. Null with fewer than two days. */
export function sharpeInterval(returns: readonly number[], random: Random, rounds: number): Interval | null {
  assert(rounds > 0, "at least one drawing");
  if (returns.length < 2) return null;
  return intervalOf(
    Array.from({ length: rounds }, () => sharpeOf(momentsOf(draw(returns, random))) * Math.sqrt(TRADING_DAYS_PER_YEAR)),
  );
}
