import { runBacktest } from "@vriddhi/core/backtest/run-backtest";
import { type BacktestSettings, NO_SLIPPAGE } from "@vriddhi/core/backtest/settings";
import type { EnterDecision, Strategy } from "@vriddhi/core/backtest/strategy-port";
import { type BarSeries, seriesOf } from "@vriddhi/core/market/bar-series";
import { dayNumberOf, MINUTES_PER_DAY } from "@vriddhi/core/market/bar-time";
import { rupees } from "@vriddhi/core/shared/money";
import type { DaySummary } from "@vriddhi/core/strategy/daily-history";
import { OPENING_RANGE_MODELS } from "@vriddhi/core/strategy/model/opening-range-model";
import { openingRangeForBacktest } from "@vriddhi/core/strategy/opening-range/backtest-port";
import type { ShareFacts } from "@vriddhi/core/strategy/strategy";
import { factsFrom, sessionsBefore, summariseBars } from "@vriddhi/core/strategy/strategy-facts";
import { UNIVERSE } from "@vriddhi/core/strategy/universe";
import type { EpochMs } from "@vriddhi/core/time/clock";
import { type IstDate, istDateOf, istInstant, istMinute, istMinuteOf } from "@vriddhi/core/time/ist";
import { nseCalendar } from "@vriddhi/core/time/trading-calendar";
import { DEMO_SEED } from "./demo-seed.ts";
import { createExchange, type Exchange } from "./exchange.ts";
import { MARKET_INDEX } from "./market-index.ts";

/** The strategies' symbols in the exchange's naming, the index last. */
export const deskSymbols: readonly string[] = [...UNIVERSE.map(({ symbol }) => symbol), MARKET_INDEX.symbol];
export const deskIndex: number = deskSymbols.length - 1;

/** As many as the strategies request from their brokers. */
const SESSIONS = 30;
const MIDNIGHT = istMinute(0, 0);

export const demoExchange = (day: IstDate): Exchange =>
  createExchange({
    seed: DEMO_SEED,
    calendar: nseCalendar,
    settings: { anchorDate: day, isCountedFromAnchor: true },
  });

function firstInstant(day: IstDate): EpochMs {
  const [first = day] = sessionsBefore(nseCalendar, day, SESSIONS);
  return istInstant(first, MIDNIGHT);
}

/** The strategies' facts of earlier sessions from brokers: five-minute bars, a session in one row. */
export function factsBefore(exchange: Exchange, day: IstDate): readonly ShareFacts[] {
  const rows = new Map<IstDate, DaySummary[]>();
  for (const [share, symbol] of deskSymbols.entries()) {
    const candles = exchange.candles(symbol, 5, firstInstant(day), istInstant(day, MIDNIGHT));
    for (const [date, own] of Map.groupBy(candles, ({ at }) => istDateOf(at))) {
      const row = summariseBars(own);
      if (row !== null) rows.set(date, [...(rows.get(date) ?? []), Object.assign({ share }, row)]);
    }
  }
  return factsFrom(deskSymbols.length, sessionsBefore(nseCalendar, day, SESSIONS), (date) => rows.get(date) ?? []);
}

const seriesFrom = (exchange: Exchange, symbol: string, from: EpochMs, to: EpochMs): BarSeries =>
  seriesOf(
    symbol,
    exchange.candles(symbol, 1, from, to).map(({ at, open, high, low, close, volume }) => {
      const minute = dayNumberOf(istDateOf(at)) * MINUTES_PER_DAY + istMinuteOf(at);
      return { minute, open, high, low, close, volume };
    }),
  );

const settings: BacktestSettings = {
  fill: "next-open",
  sizing: { kind: "by_risk" },
  capital: rupees(100_000),
  tariff: null,
  slippage: NO_SLIPPAGE,
  hasTicks: true,
  barMinutes: 1,
  entriesUntil: null,
  flatFrom: istMinute(15, 0),
  lastExit: "close",
};

interface DecidedEntry extends EnterDecision {
  readonly name: string;
  /** The deciding bar, minute of the day in India. */
  readonly minute: number;
}

/** The back-test's decisions on the exchange's own bars of `day` and before, by the command's code. */
export function backTestOn(exchange: Exchange, day: IstDate, until: EpochMs): readonly DecidedEntry[] {
  const series = deskSymbols.map((symbol) => seriesFrom(exchange, symbol, firstInstant(day), until));
  const rule = openingRangeForBacktest({
    symbols: deskSymbols,
    barMinutes: 1,
    index: MARKET_INDEX.symbol,
    models: OPENING_RANGE_MODELS,
  });
  const found: DecidedEntry[] = [];
  const first = dayNumberOf(day) * MINUTES_PER_DAY;
  const observed: Strategy<ReturnType<typeof rule.start>> = {
    name: rule.name,
    start: rule.start,
    step(state, event) {
      const decisions = rule.step(state, event);
      for (const decision of decisions)
        if (decision.kind === "enter" && event.kind === "bar" && event.minute >= first)
          found.push({ ...decision, name: deskSymbols[decision.symbol] ?? "", minute: event.minute - first });
      return decisions;
    },
  };
  runBacktest(series, observed, settings);
  return found;
}
