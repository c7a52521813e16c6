import type { Reply } from "../../lib/api.ts";

export type DayBars = Reply<"GET", "/algorithm/bars">;
export type MinuteBar = DayBars["bars"][number];

/** One candle of several minutes, in paise. */
export interface Candle {
  /** Minutes after midnight in India. */
  readonly minute: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
}

export const CANDLE_MINUTES = 3;
const FIRST_MINUTE = 9 * 60 + 15;

const bucketOf = (minute: number): number =>
  FIRST_MINUTE + Math.floor((minute - FIRST_MINUTE) / CANDLE_MINUTES) * CANDLE_MINUTES;

/** Minutes without prices leave a gap and no invented candle. */
export function toCandles(bars: readonly MinuteBar[]): readonly Candle[] {
  const candles = new Map<number, Candle>();
  for (const { minute, open_paise: open, high_paise: high, low_paise: low, close_paise: close } of bars) {
    const at = bucketOf(minute);
    const before = candles.get(at);
    candles.set(
      at,
      before === undefined
        ? { minute: at, open, high, low, close }
        : { ...before, high: Math.max(before.high, high), low: Math.min(before.low, low), close },
    );
  }
  return [...candles.values()];
}

export interface OpeningRange {
  readonly high: number;
  readonly low: number;
  /** False: the range is not complete yet. */
  readonly isWhole: boolean;
}

/** Highest and lowest of the first minutes; `null` before the first of them. */
export function openingRangeOf({ bars, range_minutes: minutes }: DayBars): OpeningRange | null {
  const first = bars.filter(({ minute }) => minute < FIRST_MINUTE + minutes);
  if (first.length === 0) return null;
  return {
    high: Math.max(...first.map(({ high_paise }) => high_paise)),
    low: Math.min(...first.map(({ low_paise }) => low_paise)),
    isWhole: bars.some(({ minute }) => minute >= FIRST_MINUTE + minutes - 1),
  };
}

export const minuteText = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, "0")}:${String(minute % 60).padStart(2, "0")}`;

const WORDS_PX = 64;
const EDGE_PX = 18;

interface DayWindow {
  readonly from: number;
  readonly to: number;
}

/** The whole day, with room for a trade's label near one of its ends. */
export function dayWindow(candles: readonly Candle[], minutes: readonly number[], width: number): DayWindow {
  const count = candles.length;
  const places = minutes.map((minute) => candles.findIndex((candle) => candle.minute === bucketOf(minute)));
  const near = (WORDS_PX * count) / width;
  const isEarly = places.some((place) => place >= 0 && place < near);
  const isLate = places.some((place) => place >= 0 && count - place < near + 1);
  const left = width - WORDS_PX * (Number(isEarly) + Number(isLate));
  const room = left >= WORDS_PX ? Math.ceil((count * WORDS_PX) / left) : 0;
  const edge = Math.ceil((count * EDGE_PX) / width);
  return { from: -Math.max(edge, isEarly ? room : 0), to: count + (isLate ? room : 0) };
}
