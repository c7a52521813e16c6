import { dateOfDay } from "../market/bar-time.ts";
import { momentsOf, sharpeOf } from "./moments.ts";
import type { BacktestOutcome, DayEquity, Trade } from "./trade.ts";

export const TRADING_DAYS_PER_YEAR = 252;
const BASIS_POINTS = 10_000;
const BEST_TRADES = 10;

export interface PeriodResult {
  /** `2026`, or `2026-08`. */
  readonly period: string;
  readonly trades: number;
  readonly net: number;
  /** Of the equity at the start of the period. */
  readonly share: number;
}

export interface BacktestStatistics {
  readonly trades: number;
  readonly finalEquity: number;
  readonly gross: number;
  readonly charges: number;
  readonly net: number;
  /** Of the capital. */
  readonly totalShare: number;
  /** Negative, relative to the highest earlier equity. */
  readonly drawdown: number;
  /** Annualised from days. */
  readonly sharpe: number;
  /** Of the mean day. */
  readonly tValue: number;
  readonly winShare: number;
  /** Gains divided by losses; `null` without losses. */
  readonly profitFactor: number | null;
  /** Mean net result per trade, in hundredths of a percent of its entry value. */
  readonly meanBasisPoints: number;
  readonly withoutBest: { readonly net: number; readonly meanBasisPoints: number };
  readonly years: readonly PeriodResult[];
  readonly months: readonly PeriodResult[];
}

export function dayReturns(days: readonly DayEquity[], capital: number): number[] {
  let before = capital;
  return days.map(({ equity }) => {
    const change = before > 0 ? equity / before - 1 : 0;
    before = equity;
    return change;
  });
}

export function worstDrawdown(days: readonly DayEquity[], capital: number): number {
  let [peak, worst] = [capital, 0];
  for (const { equity } of days) {
    peak = Math.max(peak, equity);
    worst = Math.min(worst, equity / peak - 1);
  }
  return worst;
}

export const tradeBasisPoints = ({ net, quantity, entryPrice }: Trade): number =>
  (net / (quantity * entryPrice)) * BASIS_POINTS;

const sumOf = (trades: readonly Trade[], part: (trade: Trade) => number): number =>
  trades.reduce((sum, trade) => sum + part(trade), 0);

const meanOf = (trades: readonly Trade[]): number =>
  trades.length === 0 ? 0 : sumOf(trades, tradeBasisPoints) / trades.length;

/** Results by calendar period of the exit; the first `length` letters of the date name a period. */
function byPeriod({ trades, days }: BacktestOutcome, capital: number, length: number): readonly PeriodResult[] {
  const counts = new Map<string, number>();
  for (const { exitMinute } of trades) {
    const period = dateOfDay(Math.floor(exitMinute / 1_440)).slice(0, length);
    counts.set(period, (counts.get(period) ?? 0) + 1);
  }
  const ends = new Map<string, number>();
  for (const { day, equity } of days) ends.set(dateOfDay(day).slice(0, length), equity);
  let before = capital;
  return [...ends].map(([period, equity]) => {
    const net = equity - before;
    const share = before > 0 ? net / before : 0;
    before = equity;
    return { period, trades: counts.get(period) ?? 0, net, share };
  });
}

export function statisticsOf(outcome: BacktestOutcome, capital: number): BacktestStatistics {
  const { trades, days, finalEquity } = outcome;
  const moments = momentsOf(dayReturns(days, capital));
  const won = sumOf(trades, ({ net }) => Math.max(0, net));
  const lost = -sumOf(trades, ({ net }) => Math.min(0, net));
  const rest = trades.toSorted((a, b) => b.net - a.net).slice(BEST_TRADES);
  return {
    trades: trades.length,
    finalEquity,
    gross: sumOf(trades, ({ gross }) => gross),
    charges: sumOf(trades, ({ charges }) => charges),
    net: finalEquity - capital,
    totalShare: finalEquity / capital - 1,
    drawdown: worstDrawdown(days, capital),
    sharpe: sharpeOf(moments) * Math.sqrt(TRADING_DAYS_PER_YEAR),
    tValue: sharpeOf(moments) * Math.sqrt(moments.count),
    winShare: trades.length === 0 ? 0 : trades.filter(({ net }) => net > 0).length / trades.length,
    profitFactor: lost === 0 ? null : won / lost,
    meanBasisPoints: meanOf(trades),
    withoutBest: { net: sumOf(rest, ({ net }) => net), meanBasisPoints: meanOf(rest) },
    years: byPeriod(outcome, capital, 4),
    months: byPeriod(outcome, capital, 7),
  };
}
