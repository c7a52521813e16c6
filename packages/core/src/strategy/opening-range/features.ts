import type { Side } from "../../order/order.ts";
import type { ShareFacts } from "../strategy.ts";
import type { OpeningRangeSettings } from "./settings.ts";
import type { OpeningRangeState } from "./state.ts";

/** In this order. “With the break”: positive in the trade's direction. docs/concepts/strategy.md lists the units. */
export const FEATURES = [
  "side",
  "gap_with_break",
  "gap_size",
  "index_gap_with_break",
  "opening_turnover",
  "range_width",
  "break_distance",
  "time_of_day",
  "vwap_distance",
  "index_move_with_break",
  "relative_strength",
  "last_return_with_break",
  "week_return_with_break",
  "month_return_with_break",
  "room_to_extreme",
  "last_turnover",
  "volatility",
  "last_close_place",
  "breadth_with_break",
  "break_turnover",
] as const;

export type FeatureName = (typeof FEATURES)[number];

/** Caps a feature, so that one outlier cannot decide alone. */
const FEATURE_LIMIT = 5;
const WEEK_SESSIONS = 5;
const MONTH_SESSIONS = 20;

const bounded = (value: number): number =>
  Number.isFinite(value) ? Math.min(FEATURE_LIMIT, Math.max(-FEATURE_LIMIT, value)) : 0;

const logRatio = (value: number, usual: number): number =>
  value > 0 && usual > 0 ? bounded(Math.log(value / usual)) : 0;

export interface Vantage {
  readonly state: OpeningRangeState;
  /** Share number of the index; `null` without one. */
  readonly index: number | null;
  readonly settings: OpeningRangeSettings;
}

/** The move from yesterday's close to the auction, or to the first trade where the auction's price is unknown. */
function gapOf(state: OpeningRangeState, share: number, previousClose: number): number {
  const auction = state.auction[share] as number;
  const price = Number.isNaN(auction) ? (state.open[share] as number) : auction;
  return price > 0 ? price / previousClose - 1 : 0;
}

interface IndexView {
  /** Relative to its price. */
  readonly gap: number;
  readonly move: number;
  readonly atr: number;
}

const NO_INDEX: IndexView = { gap: 0, move: 0, atr: 0 };

function viewIndex({ state, index }: Vantage): IndexView {
  const facts = index === null ? null : state.facts[index];
  if (index === null || !facts) return NO_INDEX;
  const open = state.open[index] as number;
  const move = open > 0 && state.marketClose > 0 ? state.marketClose / open - 1 : 0;
  return { gap: gapOf(state, index, facts.previousClose), move, atr: facts.atr / facts.previousClose };
}

const vwapOf = ({ turnover, volume, close }: OpeningRangeState, share: number): number => {
  const shares = volume[share] as number;
  return shares > 0 ? (turnover[share] as number) / shares : (close[share] as number);
};

export function featuresOf(vantage: Vantage, facts: ShareFacts, side: Side): readonly number[] {
  const { state } = vantage;
  const { share, previousClose, atr } = facts;
  const sign = side === "buy" ? 1 : -1;
  const index = viewIndex(vantage);
  const [open, close] = [state.open[share] as number, state.close[share] as number];
  const inAtr = (distance: number): number => bounded(distance / atr);
  const relativeGap = (gapOf(state, share, previousClose) - index.gap) * previousClose;
  const edge = (side === "buy" ? state.rangeHigh[share] : state.rangeLow[share]) as number;
  const extreme = side === "buy" ? facts.high20 - close : close - facts.low20;
  const [rangeHigh, rangeLow] = [state.rangeHigh[share] as number, state.rangeLow[share] as number];
  return [
    sign,
    sign * inAtr(relativeGap),
    inAtr(Math.abs(relativeGap)),
    index.atr > 0 ? bounded((sign * index.gap) / index.atr) : 0,
    logRatio(state.rangeTurnover[share] as number, facts.rangeTurnover),
    inAtr(rangeHigh - rangeLow),
    inAtr(sign * (close - edge)),
    timeOfDay(vantage, share),
    sign * inAtr(close - vwapOf(state, share)),
    index.atr > 0 ? bounded((sign * index.move) / index.atr) : 0,
    sign * inAtr(close - open - index.move * open),
    sign * inAtr(previousClose - facts.close2),
    sign * bounded((previousClose - facts.close6) / (atr * Math.sqrt(WEEK_SESSIONS))),
    sign * bounded((previousClose - facts.close21) / (atr * Math.sqrt(MONTH_SESSIONS))),
    inAtr(extreme),
    logRatio(facts.lastTurnover, facts.medianTurnover),
    logRatio((atr / previousClose) * 100, 1),
    sign * closePlace(facts),
    state.marketTraded > 0 ? (sign * state.marketBalance) / state.marketTraded : 0,
    logRatio(perMinute(vantage, share), (state.rangeTurnover[share] as number) / vantage.settings.rangeMinutes),
  ];
}

/** From 0 when the range is complete to 1 at the last possible candidate. */
function timeOfDay({ state, settings }: Vantage, share: number): number {
  const { sessionOpen, rangeMinutes, decisionMinutes, candidatesUntil } = settings;
  const since = (state.stretch[share] as number) * decisionMinutes;
  return bounded((since - rangeMinutes) / (candidatesUntil - sessionOpen - rangeMinutes));
}

/** Yesterday's close between its low (−1) and its high (1). */
function closePlace({ previousClose, lastHigh, lastLow }: ShareFacts): number {
  return lastHigh > lastLow ? bounded((2 * (previousClose - lastLow)) / (lastHigh - lastLow) - 1) : 0;
}

/** Turnover per minute in the stretch that ends with the break. */
const perMinute = ({ state, settings }: Vantage, share: number): number =>
  (state.stretchTurnover[share] as number) / settings.decisionMinutes;

/** Opening turnover as a factor: 2.3 times the usual. */
export const usualTimes = (logged: number): number => Math.exp(logged);

export const featurePlace = (name: FeatureName): number => FEATURES.indexOf(name);
