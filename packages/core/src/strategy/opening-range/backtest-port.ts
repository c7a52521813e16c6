import {
  type Decision,
  NO_DECISIONS,
  type BarEvent as PortBar,
  type Strategy as PortStrategy,
} from "../../backtest/strategy-port.ts";
import { dateOfDay, MINUTES_PER_DAY } from "../../market/bar-time.ts";
import { assert } from "../../shared/assert.ts";
import type { RankingModel } from "../model/ranking-model.ts";
import type { BarClosed, StrategyDecision } from "../strategy.ts";
import { type BarFedState, createBarFed } from "./bar-fed.ts";
import { OPENING_RANGE } from "./settings.ts";

export interface BacktestOptions {
  readonly symbols: readonly string[];
  readonly barMinutes: number;
  /** Symbol of the index among the bar files; optional. */
  readonly index: string;
  /** Days before the first of them are not traded, so that no model judges its training data. */
  readonly models: readonly RankingModel[];
}

type MutableBar = { -readonly [Key in keyof BarClosed]: BarClosed[Key] };

interface PortState {
  readonly fed: BarFedState;
  readonly bar: MutableBar;
}

function toPort(decisions: readonly StrategyDecision[]): readonly Decision[] {
  const entries: Decision[] = [];
  for (const decision of decisions) {
    if (decision.kind !== "enter") continue;
    const { share: symbol, side, price, stop, target, medianTurnover, signal } = decision;
    entries.push({
      kind: "enter",
      symbol,
      side,
      price,
      limit: null,
      stop,
      target,
      medianTurnover,
      reason: signal.sentence,
    });
  }
  return entries.length === 0 ? NO_DECISIONS : entries;
}

function fill(bar: MutableBar, event: PortBar): BarClosed {
  bar.share = event.symbol;
  bar.minute = event.minute % MINUTES_PER_DAY;
  bar.open = event.open;
  bar.high = event.high;
  bar.low = event.low;
  bar.close = event.close;
  bar.volume = event.volume;
  return bar;
}

/** The product's strategy for the back-test engine: the same code as on a trading day. */
export function openingRangeForBacktest(options: BacktestOptions): PortStrategy<PortState> {
  const { symbols, index, barMinutes, models } = options;
  const place = symbols.indexOf(index);
  const rule = createBarFed({ symbols, index: place < 0 ? null : place, barMinutes, models, settings: OPENING_RANGE });
  return {
    name: rule.name,
    start(given) {
      assert(given.join() === symbols.join(), "the engine runs the shares that the strategy was made for");
      const bar: MutableBar = { kind: "bar", share: 0, minute: 0, open: 0, high: 0, low: 0, close: 0, volume: 0 };
      return { fed: rule.begin(), bar };
    },
    step(state, event) {
      if (event.kind === "bar") {
        const decisions = rule.takeBar(state.fed, fill(state.bar, event));
        return decisions.length === 0 ? NO_DECISIONS : toPort(decisions);
      }
      rule.startDay(state.fed, dateOfDay(event.day));
      return NO_DECISIONS;
    },
  };
}
