import type { IstDate } from "../../time/ist.ts";
import type { DaySummary } from "../daily-history.ts";
import type { BarClosed, ShareFacts } from "../strategy.ts";
import type { OpeningRangeSettings } from "./settings.ts";

const NOT_LISTED = 0;
export const WATCHED = 1;
/** It has left its range once, taken or not: no second judgement that day. */
export const JUDGED = 2;

/** One day of all shares, a slot each. Plain data and typed arrays: `structuredClone` is a snapshot. */
export interface OpeningRangeState {
  day: IstDate | null;
  isOpen: boolean;
  isShortlistMade: boolean;
  hasEntered: boolean;
  /** The exchange's previous close of the index differs from ours: one of the two is wrong. */
  isIndexDistrusted: boolean;
  newestMinute: number;
  /** Number of shares above their open less shares below it, and how many have one. */
  balance: number;
  traded: number;
  /** The current stretch, and the state of the whole market when it began, whichever share's bar came first. */
  marketStretch: number;
  marketBalance: number;
  marketTraded: number;
  marketClose: number;
  facts: (ShareFacts | null)[];
  readonly place: Uint8Array;
  readonly lastMinute: Int32Array;
  /** NaN without an auction price. */
  readonly auction: Float64Array;
  readonly open: Float64Array;
  readonly high: Float64Array;
  readonly low: Float64Array;
  readonly close: Float64Array;
  readonly turnover: Float64Array;
  readonly volume: Float64Array;
  readonly rangeHigh: Float64Array;
  readonly rangeLow: Float64Array;
  readonly rangeTurnover: Float64Array;
  readonly rangeMinutes: Int32Array;
  /** Of the stretch between two decisions. */
  readonly stretch: Int32Array;
  readonly stretchTurnover: Float64Array;
  readonly trend: Int8Array;
}

const column = (shares: number): Float64Array => new Float64Array(shares);

export const createState = (shares: number): OpeningRangeState => ({
  day: null,
  isOpen: false,
  isShortlistMade: false,
  hasEntered: false,
  isIndexDistrusted: false,
  newestMinute: 0,
  balance: 0,
  traded: 0,
  marketStretch: -1,
  marketBalance: 0,
  marketTraded: 0,
  marketClose: 0,
  facts: Array.from({ length: shares }, () => null),
  place: new Uint8Array(shares),
  lastMinute: new Int32Array(shares),
  auction: column(shares),
  open: column(shares),
  high: column(shares),
  low: column(shares),
  close: column(shares),
  turnover: column(shares),
  volume: column(shares),
  rangeHigh: column(shares),
  rangeLow: column(shares),
  rangeTurnover: column(shares),
  rangeMinutes: new Int32Array(shares),
  stretch: new Int32Array(shares),
  stretchTurnover: column(shares),
  trend: new Int8Array(shares),
});

/** Resets the previous day; the history keeps what it needs. */
export function openDay(state: OpeningRangeState, day: IstDate, facts: readonly ShareFacts[]): void {
  state.day = day;
  state.isOpen = true;
  state.isShortlistMade = false;
  state.hasEntered = false;
  state.isIndexDistrusted = false;
  state.newestMinute = 0;
  state.balance = 0;
  state.traded = 0;
  state.marketStretch = -1;
  state.marketBalance = 0;
  state.marketTraded = 0;
  state.marketClose = 0;
  state.facts.fill(null);
  for (const fact of facts) if (fact.share < state.facts.length) state.facts[fact.share] = fact;
  state.place.fill(NOT_LISTED);
  state.lastMinute.fill(0);
  state.auction.fill(Number.NaN);
  for (const each of [state.open, state.high, state.low, state.close, state.turnover, state.volume]) each.fill(0);
  state.rangeHigh.fill(0);
  state.rangeLow.fill(Number.POSITIVE_INFINITY);
  state.rangeTurnover.fill(0);
  state.rangeMinutes.fill(0);
  state.stretch.fill(-1);
  state.stretchTurnover.fill(0);
  state.trend.fill(0);
}

function beginShare(state: OpeningRangeState, { share, open, high, low }: BarClosed): void {
  state.open[share] = open;
  state.high[share] = high;
  state.low[share] = low;
  state.traded++;
}

function widenRange(state: OpeningRangeState, bar: BarClosed, turnover: number, barMinutes: number): void {
  const { share } = bar;
  state.rangeMinutes[share] = (state.rangeMinutes[share] as number) + barMinutes;
  state.rangeTurnover[share] = (state.rangeTurnover[share] as number) + turnover;
  if (bar.high > (state.rangeHigh[share] as number)) state.rangeHigh[share] = bar.high;
  if (bar.low < (state.rangeLow[share] as number)) state.rangeLow[share] = bar.low;
}

function learnTrend(state: OpeningRangeState, { share, close }: BarClosed): void {
  const open = state.open[share] as number;
  const trend = close > open ? 1 : close < open ? -1 : 0;
  const before = state.trend[share] as number;
  if (trend === before) return;
  state.balance += trend - before;
  state.trend[share] = trend;
}

function beginStretch(state: OpeningRangeState, stretch: number, index: number | null): void {
  state.marketStretch = stretch;
  state.marketBalance = state.balance;
  state.marketTraded = state.traded;
  state.marketClose = index === null ? 0 : (state.close[index] as number);
}

export interface BarFrame {
  readonly settings: OpeningRangeSettings;
  readonly barMinutes: number;
  readonly index: number | null;
}

/** State that matters only while candidates may come. */
function followMorning(state: OpeningRangeState, bar: BarClosed, stretch: number, turnover: number): void {
  const { share } = bar;
  const isSame = stretch === state.stretch[share];
  state.stretchTurnover[share] = isSame ? (state.stretchTurnover[share] as number) + turnover : turnover;
  state.stretch[share] = stretch;
  learnTrend(state, bar);
}

/** Applies a bar; false when it is a duplicate, late for its share, or not of this session. */
export function observeBar(
  state: OpeningRangeState,
  bar: BarClosed,
  { settings, barMinutes, index }: BarFrame,
): boolean {
  const { sessionOpen, rangeMinutes, decisionMinutes, candidatesUntil } = settings;
  const { share, minute, close } = bar;
  const last = state.lastMinute[share];
  if (last === undefined || minute <= last || minute < sessionOpen || !(bar.low > 0)) return false;
  const since = minute - sessionOpen;
  const stretch = minute < candidatesUntil ? (since / decisionMinutes) | 0 : -1;
  if (stretch > state.marketStretch) beginStretch(state, stretch, index);
  if (last === 0) beginShare(state, bar);
  const turnover = close * bar.volume;
  state.lastMinute[share] = minute;
  state.close[share] = close;
  state.turnover[share] = (state.turnover[share] as number) + turnover;
  state.volume[share] = (state.volume[share] as number) + bar.volume;
  if (bar.high > (state.high[share] as number)) state.high[share] = bar.high;
  if (bar.low < (state.low[share] as number)) state.low[share] = bar.low;
  if (since < rangeMinutes) widenRange(state, bar, turnover, barMinutes);
  if (stretch >= 0) followMorning(state, bar, stretch, turnover);
  if (minute > state.newestMinute) state.newestMinute = minute;
  return true;
}

export function summariseDay(state: OpeningRangeState): readonly DaySummary[] {
  const rows: DaySummary[] = [];
  for (let share = 0; share < state.lastMinute.length; share++) {
    if (state.lastMinute[share] === 0) continue;
    rows.push({
      share,
      open: state.open[share] as number,
      high: state.high[share] as number,
      low: state.low[share] as number,
      close: state.close[share] as number,
      turnover: state.turnover[share] as number,
      rangeTurnover: state.rangeTurnover[share] as number,
    });
  }
  return rows;
}
