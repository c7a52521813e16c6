import { TRADING_HOURS } from "@vriddhi/core/risk/trading-hours";
import { OPENING_RANGE } from "@vriddhi/core/strategy/opening-range/settings";
import { extremesOf, kept, mean, median, placeAt, type ShareDay } from "./share-day.ts";

const BASIS_POINTS = 10_000;
const RANGE_END = OPENING_RANGE.sessionOpen + OPENING_RANGE.rangeMinutes;

export interface OpeningRangeFindings {
  readonly shareDays: number;
  readonly medianWidth: number;
  /** Of the width of the whole day until closing begins. */
  readonly meanPartOfDay: number;
  readonly heldHighOrLow: number;
  readonly broke: number;
  /** First breaks after which the price was still beyond the broken edge at the closing hour. */
  readonly stoodBeyond: number;
  readonly cameBack: number;
  /** From the close that broke to the price of the closing hour, with the break, before all costs. */
  readonly meanMove: number;
  readonly medianMove: number;
  /** How many moves fell into each stretch of 25 basis points; the outer ones hold all that is beyond. */
  readonly histogram: readonly number[];
}

export const HISTOGRAM_STEP = 25;
const HISTOGRAM_SIDE = 8;
export const HISTOGRAM_STARTS: readonly number[] = Array.from(
  { length: 2 * HISTOGRAM_SIDE },
  (_, place) => (place - HISTOGRAM_SIDE) * HISTOGRAM_STEP,
);

interface Break {
  readonly move: number;
  readonly isBeyond: boolean;
  readonly isBack: boolean;
}

/** The first close outside the range in the hours in which the strategy looks, followed to the closing hour. */
function breakOf(day: ShareDay, high: number, low: number): Break | null {
  const { series } = day;
  const closing = placeAt(day, TRADING_HOURS.closingFrom);
  for (let place = placeAt(day, RANGE_END); place < placeAt(day, OPENING_RANGE.candidatesUntil); place += 1) {
    const close = series.close[place] as number;
    if (close <= high && close >= low) continue;
    const sign = close > high ? 1 : -1;
    const edge = sign > 0 ? high : low;
    const last = series.open[closing] as number;
    return {
      move: (sign * (last - close) * BASIS_POINTS) / close,
      isBeyond: sign * (last - edge) > 0,
      isBack: backInside(day, place + 1, closing, { high, low }),
    };
  }
  return null;
}

function backInside({ series }: ShareDay, from: number, until: number, range: { high: number; low: number }): boolean {
  for (let place = from; place < until; place += 1) {
    const close = series.close[place] as number;
    if (close <= range.high && close >= range.low) return true;
  }
  return false;
}

const placeInHistogram = (move: number): number =>
  Math.min(2 * HISTOGRAM_SIDE - 1, Math.max(0, Math.floor(move / HISTOGRAM_STEP) + HISTOGRAM_SIDE));

export function measureOpeningRanges(days: readonly ShareDay[]): OpeningRangeFindings {
  const seen = days.map((day) => {
    const range = extremesOf(day, day.from, placeAt(day, RANGE_END));
    const whole = extremesOf(day, day.from, placeAt(day, TRADING_HOURS.closingFrom));
    return {
      width: ((range.high - range.low) * BASIS_POINTS) / (day.series.open[day.from] as number),
      part: (range.high - range.low) / (whole.high - whole.low),
      held: range.high === whole.high || range.low === whole.low,
      broken: breakOf(day, range.high, range.low),
    };
  });
  const breaks = seen.flatMap(({ broken }) => (broken === null ? [] : [broken]));
  const histogram = HISTOGRAM_STARTS.map(() => 0);
  for (const { move } of breaks) histogram[placeInHistogram(move)] = (histogram[placeInHistogram(move)] ?? 0) + 1;
  const shareOf = (count: number, all: number): number => kept((count / all) * 100);
  return {
    shareDays: days.length,
    medianWidth: kept(median(seen.map(({ width }) => width))),
    meanPartOfDay: kept(mean(seen.map(({ part }) => part)) * 100),
    heldHighOrLow: shareOf(seen.filter(({ held }) => held).length, seen.length),
    broke: shareOf(breaks.length, seen.length),
    stoodBeyond: shareOf(breaks.filter(({ isBeyond }) => isBeyond).length, breaks.length),
    cameBack: shareOf(breaks.filter(({ isBack }) => isBack).length, breaks.length),
    meanMove: kept(mean(breaks.map(({ move }) => move))),
    medianMove: kept(median(breaks.map(({ move }) => move))),
    histogram,
  };
}
