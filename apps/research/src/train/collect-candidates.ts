import type { BarEvent } from "@vriddhi/core/backtest/strategy-port";
import { walkBars } from "@vriddhi/core/backtest/walk-bars";
import { tariffOf } from "@vriddhi/core/charges/tariff";
import type { CandidateSet } from "@vriddhi/core/learning/candidate-set";
import { type OutcomeSettings, outcomeOf } from "@vriddhi/core/learning/outcome";
import { type BarSeries, firstBarFrom } from "@vriddhi/core/market/bar-series";
import { dateOfDay, dayOfMinute, MINUTES_PER_DAY } from "@vriddhi/core/market/bar-time";
import type { Side } from "@vriddhi/core/order/order";
import { TRADING_HOURS } from "@vriddhi/core/risk/trading-hours";
import { rupees } from "@vriddhi/core/shared/money";
import { createBarFed } from "@vriddhi/core/strategy/opening-range/bar-fed";
import { FEATURES } from "@vriddhi/core/strategy/opening-range/features";
import { OPENING_RANGE } from "@vriddhi/core/strategy/opening-range/settings";
import type { BarClosed, PassedOver, StrategyDecision } from "@vriddhi/core/strategy/strategy";
import type { IstDate } from "@vriddhi/core/time/ist";

/** What is assumed of fills and costs: a lakh a trade at the dearest usual tariff. */
export const OUTCOME_SETTINGS: OutcomeSettings = {
  slippage: 3,
  stopSlippage: 5,
  notional: rupees(100_000),
  tariff: tariffOf("zerodha"),
};

interface Rows {
  readonly sessions: IstDate[];
  readonly session: number[];
  readonly symbol: string[];
  readonly side: Side[];
  readonly features: number[];
  readonly net: number[];
}

type MutableBar = { -readonly [Key in keyof BarClosed]: BarClosed[Key] };

function fill(bar: MutableBar, event: BarEvent): BarClosed {
  bar.share = event.symbol;
  bar.minute = event.minute % MINUTES_PER_DAY;
  bar.open = event.open;
  bar.high = event.high;
  bar.low = event.low;
  bar.close = event.close;
  bar.volume = event.volume;
  return bar;
}

function keepCandidate(rows: Rows, columns: BarSeries, index: number, candidate: PassedOver): void {
  const day = dayOfMinute(columns.minute[index] as number);
  const until = firstBarFrom(columns, (day + 1) * MINUTES_PER_DAY);
  const { side, stop, target } = candidate;
  const closingFrom = day * MINUTES_PER_DAY + TRADING_HOURS.closingFrom;
  const outcome = outcomeOf(columns, index + 1, until, { side, stop, target, closingFrom }, OUTCOME_SETTINGS);
  if (outcome === null) return;
  rows.session.push(rows.sessions.length - 1);
  rows.symbol.push(candidate.symbol);
  rows.side.push(side);
  rows.features.push(...candidate.signal.features);
  rows.net.push(outcome.netBasisPoints);
}

function keep(rows: Rows, decisions: readonly StrategyDecision[], columns: BarSeries, index: number): void {
  for (const decision of decisions) {
    if (decision.kind === "shortlist" && decision.picks.length > 0) rows.sessions.push(decision.day);
    if (decision.kind === "passed_over") keepCandidate(rows, columns, index, decision);
  }
}

const toSet = (rows: Rows): CandidateSet => ({
  featureNames: FEATURES,
  sessions: rows.sessions,
  session: Int32Array.from(rows.session),
  symbol: rows.symbol,
  side: rows.side,
  features: Float64Array.from(rows.features),
  net: Float64Array.from(rows.net),
});

function placeOf(symbols: readonly string[], index: string): number | null {
  const place = symbols.indexOf(index);
  return place < 0 ? null : place;
}

/** Without a model the strategy passes over every candidate, so training sees what the strategy will see. */
export function collectCandidates(series: readonly BarSeries[], index: string, barMinutes: number): CandidateSet {
  const symbols = series.map(({ symbol }) => symbol);
  const setup = { symbols, index: placeOf(symbols, index), barMinutes, models: [], settings: OPENING_RANGE };
  const strategy = createBarFed(setup);
  const state = strategy.begin();
  const bar: MutableBar = { kind: "bar", share: 0, minute: 0, open: 0, high: 0, low: 0, close: 0, volume: 0 };
  const rows: Rows = { sessions: [], session: [], symbol: [], side: [], features: [], net: [] };
  walkBars(series, {
    startDay: (day) => strategy.startDay(state, dateOfDay(day)),
    endDay: () => undefined,
    bar(event) {
      const decisions = strategy.takeBar(state, fill(bar, event));
      if (decisions.length === 0) return;
      const columns = series[event.symbol] as BarSeries;
      keep(rows, decisions, columns, firstBarFrom(columns, event.minute));
    },
  });
  return toSet(rows);
}
