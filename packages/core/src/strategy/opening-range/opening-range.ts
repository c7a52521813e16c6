import type { Side } from "../../order/order.ts";
import { assert, unreachable } from "../../shared/assert.ts";
import { paise } from "../../shared/money.ts";
import type { IstMinute } from "../../time/ist.ts";
import { contributionOf, modelFor, type RankingModel, scoreOf } from "../model/ranking-model.ts";
import {
  type BarClosed,
  type DayStart,
  NO_DECISIONS,
  type PreOpen,
  type ShareFacts,
  type ShareNumber,
  type Strategy,
  type StrategyDecision,
  type StrategyEvent,
} from "../strategy.ts";
import { FEATURES, type FeatureName, featurePlace, featuresOf, usualTimes } from "./features.ts";
import { type PassReason, type SignalWords, signalSentence } from "./opening-range.texts.ts";
import { type OpeningRangeSettings, RANGE_BARS_SHARE } from "./settings.ts";
import { isIndexDistrusted, makeShortlist } from "./shortlist.ts";
import { createState, JUDGED, type OpeningRangeState, observeBar, openDay, WATCHED } from "./state.ts";

export interface OpeningRangeSetup {
  /** Share numbers are indices into this list. */
  readonly symbols: readonly string[];
  /** The market index among them; `null` without one. */
  readonly index: ShareNumber | null;
  readonly barMinutes: number;
  /** Each day uses the newest of them that may decide on it; without one nothing is entered. */
  readonly models: readonly RankingModel[];
  readonly settings: OpeningRangeSettings;
}

const NO_MODEL = "none";

function startDay(state: OpeningRangeState, { day, facts }: DayStart): readonly StrategyDecision[] {
  // Repeating a day, or an earlier one, would allow a second entry.
  if (state.day === null || day > state.day) openDay(state, day, facts);
  return NO_DECISIONS;
}

function takePreOpen(
  setup: OpeningRangeSetup,
  state: OpeningRangeState,
  { quotes }: PreOpen,
): readonly StrategyDecision[] {
  if (state.day === null || !state.isOpen || state.isShortlistMade) return NO_DECISIONS;
  state.isShortlistMade = true;
  for (const { share, price } of quotes) if (price !== null && price > 0) state.auction[share] = price;
  const facts = state.facts.filter((each) => each !== null);
  const { symbols, index, settings } = setup;
  state.isIndexDistrusted = index !== null && isIndexDistrusted(state.facts[index], quotes, settings);
  const picks = makeShortlist({ symbols, index, facts, quotes, settings });
  for (const { share } of picks) state.place[share] = WATCHED;
  return [{ kind: "shortlist", day: state.day, picks }];
}

/** The side on which a share has just left its opening range; `null` if it has not. */
function breakOf(setup: OpeningRangeSetup, state: OpeningRangeState, bar: BarClosed): Side | null {
  const { sessionOpen, rangeMinutes, decisionMinutes, candidatesUntil } = setup.settings;
  const end = bar.minute + setup.barMinutes;
  if (bar.minute < sessionOpen + rangeMinutes || end > candidatesUntil) return null;
  if ((end - sessionOpen) % decisionMinutes !== 0) return null;
  if ((state.rangeMinutes[bar.share] as number) < rangeMinutes * RANGE_BARS_SHARE) return null;
  if (bar.close > (state.rangeHigh[bar.share] as number)) return "buy";
  return bar.close < (state.rangeLow[bar.share] as number) ? "sell" : null;
}

/** Usable when its earlier sessions are trusted and its last tick is recent, or when no index is configured. */
function isIndexKnown({ index, settings }: OpeningRangeSetup, state: OpeningRangeState, bar: BarClosed): boolean {
  if (index === null) return true;
  if (!state.facts[index] || state.isIndexDistrusted) return false;
  return (state.lastMinute[index] as number) >= bar.minute - settings.indexLateMinutes;
}

function passReason(isTaken: boolean, isKnown: boolean): PassReason | null {
  if (!isKnown) return "index_unknown";
  return isTaken ? null : "below_threshold";
}

interface Weights {
  readonly best: FeatureName | null;
  readonly worst: FeatureName | null;
}

function weigh(model: RankingModel | null, features: readonly number[]): Weights {
  const parts = (model?.inputs ?? []).map((input, place) => contributionOf(input, features[place] as number));
  const [most, least] = [Math.max(...parts), Math.min(...parts)];
  return {
    best: most > 0 ? (FEATURES[parts.indexOf(most)] ?? null) : null,
    worst: least < 0 ? (FEATURES[parts.indexOf(least)] ?? null) : null,
  };
}

function judge(
  setup: OpeningRangeSetup,
  state: OpeningRangeState,
  found: { readonly bar: BarClosed; readonly side: Side; readonly facts: ShareFacts },
): StrategyDecision {
  const { bar, side, facts } = found;
  const { index, settings, models, symbols } = setup;
  const features = featuresOf({ state, index, settings }, facts, side);
  const model = state.day === null ? null : modelFor(models, state.day);
  const score = model === null ? 0 : scoreOf(model, features);
  const threshold = model?.threshold ?? Number.POSITIVE_INFINITY;
  const passed = passReason(score >= threshold, isIndexKnown(setup, state, bar));
  const sign = side === "buy" ? 1 : -1;
  const stop = paise(Math.round(bar.close - sign * settings.stopDistance * facts.atr));
  const target = paise(Math.round(bar.close + sign * settings.targetDistance * facts.atr));
  const symbol = symbols[bar.share] as string;
  const edge = (side === "buy" ? state.rangeHigh[bar.share] : state.rangeLow[bar.share]) as number;
  const openingTimes = usualTimes(features[featurePlace("opening_turnover")] as number);
  // The bar object is reused for the next one.
  const price = bar.close;
  const words = (): SignalWords => {
    const { best, worst } = weigh(model, features);
    return { symbol, side, price, edge, openingTimes, stop, target, best, worst };
  };
  return {
    kind: passed === null ? "enter" : "passed_over",
    share: bar.share,
    symbol,
    side,
    minute: bar.minute as IstMinute,
    price: paise(price),
    stop,
    target,
    medianTurnover: facts.medianTurnover,
    signal: {
      features,
      score,
      threshold,
      modelHash: model?.hash ?? NO_MODEL,
      /** Most candidates are passed over and never shown: the sentence is built on demand. */
      get sentence() {
        return signalSentence(words(), passed);
      },
    },
  };
}

function takeBar(setup: OpeningRangeSetup, state: OpeningRangeState, bar: BarClosed): readonly StrategyDecision[] {
  if (!state.isOpen) return NO_DECISIONS;
  if (!observeBar(state, bar, setup)) return NO_DECISIONS;
  if (state.place[bar.share] !== WATCHED || state.hasEntered) return NO_DECISIONS;
  // A late bar has an outdated price.
  if (bar.minute < state.newestMinute) return NO_DECISIONS;
  const side = breakOf(setup, state, bar);
  if (side === null) return NO_DECISIONS;
  state.place[bar.share] = JUDGED;
  const facts = state.facts[bar.share];
  if (!facts) return NO_DECISIONS;
  const decision = judge(setup, state, { bar, side, facts });
  state.hasEntered = decision.kind === "enter";
  return [decision];
}

/** A1.2: a model scores each share that leaves its range; the first above the threshold is the day's only entry. */
export function createOpeningRange(setup: OpeningRangeSetup): Strategy<OpeningRangeState> {
  const { decisionMinutes, rangeMinutes } = setup.settings;
  assert(decisionMinutes % setup.barMinutes === 0, "decisions fall on the ends of bars");
  assert(rangeMinutes % decisionMinutes === 0, "the opening range ends with a decision");
  for (const { inputs } of setup.models)
    assert(
      inputs.length === FEATURES.length && inputs.every(({ feature }, place) => feature === FEATURES[place]),
      "the model was made for these features",
    );

  function step(state: OpeningRangeState, event: StrategyEvent): readonly StrategyDecision[] {
    switch (event.kind) {
      case "bar":
        return takeBar(setup, state, event);
      case "day_start":
        return startDay(state, event);
      case "pre_open":
        return takePreOpen(setup, state, event);
      case "session_end":
        state.isOpen = false;
        return NO_DECISIONS;
      default:
        return unreachable(event);
    }
  }

  return { name: "opening-range", begin: () => createState(setup.symbols.length), step };
}
