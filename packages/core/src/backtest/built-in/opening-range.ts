import { MINUTES_PER_DAY } from "../../market/bar-time.ts";
import { assert } from "../../shared/assert.ts";
import { istMinute } from "../../time/ist.ts";
import { SESSION_OPEN } from "../../time/session-hours.ts";
import { type BarEvent, type Decision, NO_DECISIONS, type Strategy } from "../strategy-port.ts";

export interface OpeningRangeSettings {
  readonly rangeMinutes: number;
  readonly barMinutes: number;
  readonly targetRanges: number;
}

/** The last bar whose close may be a signal begins before this minute. */
export const BREAKOUT_UNTIL = istMinute(15, 0);

interface RangeState {
  readonly day: Int32Array;
  readonly high: Int32Array;
  readonly low: Int32Array;
  /** Bars of the range; a day with missing ones is not traded. */
  readonly bars: Int32Array;
  readonly isDone: Uint8Array;
}

/** Follows the first close outside the range: the stop is its other side, the target a multiple of the range beyond. */
export function openingRange(settings: OpeningRangeSettings): Strategy<RangeState> {
  const { rangeMinutes, barMinutes } = settings;
  assert(barMinutes >= 1 && rangeMinutes % barMinutes === 0, "a range is a whole number of bars");
  return {
    name: `orb-${rangeMinutes}`,
    start: ({ length }) => ({
      day: new Int32Array(length).fill(-1),
      high: new Int32Array(length),
      low: new Int32Array(length),
      bars: new Int32Array(length),
      isDone: new Uint8Array(length),
    }),
    step: (state, event) => (event.kind === "bar" ? stepBar(state, event, settings) : NO_DECISIONS),
  };
}

function stepBar(state: RangeState, bar: BarEvent, settings: OpeningRangeSettings): readonly Decision[] {
  const { symbol, minute } = bar;
  const day = Math.floor(minute / MINUTES_PER_DAY);
  if (day !== state.day[symbol]) beginDay(state, symbol, day);
  const time = minute - day * MINUTES_PER_DAY;
  if (time < SESSION_OPEN + settings.rangeMinutes) {
    if (time >= SESSION_OPEN) widen(state, bar);
    return NO_DECISIONS;
  }
  if (state.isDone[symbol] === 1 || time >= BREAKOUT_UNTIL) return NO_DECISIONS;
  return followBreak(state, bar, settings);
}

function beginDay(state: RangeState, symbol: number, day: number): void {
  state.day[symbol] = day;
  state.high[symbol] = 0;
  state.low[symbol] = 0x7fffffff;
  state.bars[symbol] = 0;
  state.isDone[symbol] = 0;
}

function widen(state: RangeState, { symbol, high, low }: BarEvent): void {
  state.high[symbol] = Math.max(state.high[symbol] as number, high);
  state.low[symbol] = Math.min(state.low[symbol] as number, low);
  state.bars[symbol] = (state.bars[symbol] as number) + 1;
}

function followBreak(state: RangeState, bar: BarEvent, settings: OpeningRangeSettings): readonly Decision[] {
  const { symbol, close } = bar;
  if ((state.bars[symbol] as number) * settings.barMinutes !== settings.rangeMinutes) {
    state.isDone[symbol] = 1;
    return NO_DECISIONS;
  }
  const [high, low] = [state.high[symbol] as number, state.low[symbol] as number];
  const isUp = close > high;
  if (!isUp && close >= low) return NO_DECISIONS;
  state.isDone[symbol] = 1;
  const reach = Math.round((high - low) * settings.targetRanges);
  return [
    {
      kind: "enter",
      symbol,
      side: isUp ? "buy" : "sell",
      price: close,
      limit: null,
      stop: isUp ? low : high,
      target: isUp ? close + reach : close - reach,
      medianTurnover: null,
      reason: isUp ? "closed above the opening range" : "closed below the opening range",
    },
  ];
}
