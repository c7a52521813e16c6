import type { BarSeries } from "../../market/bar-series.ts";
import { assert } from "../../shared/assert.ts";
import type { SmaCrossSettings } from "../built-in/sma-cross.ts";
import { CAUSE, type KernelFill, type KernelTrades } from "./kernel-trades.ts";

/** Crossing averages on one share; equals the event engine with a fixed quantity, trade by trade. */
export function runSmaKernel(
  series: BarSeries,
  { fast, slow }: SmaCrossSettings,
  fill: KernelFill,
  trades: KernelTrades,
): void {
  assert(fast >= 1 && fast < slow, "the fast average is the shorter one");
  trades.count = 0;
  const { close, length } = series;
  if (length < slow) return;
  const crossings = findCrossings(close, length, fast, slow, trades.entry);
  if (fill === "close") fillCrossings(series, crossings, close, 0, trades);
  else fillCrossings(series, crossings, series.open, 1, trades);
}

function sumOf(close: Int32Array, start: number, end: number): number {
  let sum = 0;
  for (let index = start; index < end; index += 1) sum += close[index] as number;
  return sum;
}

/** Writes crossing bars into `found`: an upward crossing as its number, a downward one as the complement. */
function findCrossings(close: Int32Array, length: number, fast: number, slow: number, found: Int32Array): number {
  let fastSum = sumOf(close, slow - fast, slow);
  let slowSum = sumOf(close, 0, slow);
  let trend = Math.sign(slow * fastSum - fast * slowSum);
  let count = 0;
  for (let index = slow; index < length; index += 1) {
    const now = close[index] as number;
    fastSum += now - (close[index - fast] as number);
    slowSum += now - (close[index - slow] as number);
    const difference = slow * fastSum - fast * slowSum;
    if (difference * trend > 0 || difference === 0) continue;
    // The first known side is not a crossing.
    if (trend !== 0) {
      found[count] = difference > 0 ? index : ~index;
      count += 1;
    }
    trend = difference > 0 ? 1 : -1;
  }
  return count;
}

/** One trade from each crossing to the next; the last ends at the last close. `trades.entry` holds the crossings. */
function fillCrossings(
  { close, length }: BarSeries,
  crossings: number,
  prices: Int32Array,
  delay: number,
  trades: KernelTrades,
): void {
  const { entry, exit, entryPrice, exitPrice, direction, cause } = trades;
  let count = 0;
  for (let place = 0; place < crossings; place += 1) {
    const crossing = entry[place] as number;
    const bar = (crossing < 0 ? ~crossing : crossing) + delay;
    if (bar >= length) break;
    if (count > 0) {
      exit[count - 1] = bar;
      exitPrice[count - 1] = prices[bar] as number;
    }
    entry[count] = bar;
    entryPrice[count] = prices[bar] as number;
    direction[count] = crossing < 0 ? -1 : 1;
    cause[count] = CAUSE.signal;
    count += 1;
  }
  if (count > 0) {
    exit[count - 1] = length - 1;
    exitPrice[count - 1] = close[length - 1] as number;
    cause[count - 1] = CAUSE.end;
  }
  trades.count = count;
}
