import { BACKTEST_LIMITS } from "@vriddhi/core/backtest/backtest-request";
import type { DayEquity } from "@vriddhi/core/backtest/trade";
import { dateOfDay } from "@vriddhi/core/market/bar-time";
import type { ResearchReport } from "./research-report.ts";
import { toRupees, tradeJson } from "./trade-json.ts";

const BASIS_POINTS = 10_000;

interface EquityPoint {
  readonly date: string;
  /** Rupees. */
  readonly equity: number;
  /** Of the highest equity before, 0 or less. */
  readonly drawdown: number;
}

/** Equity and drawdown of every so many-th day; the deepest and the last are always there. */
export function equityPoints(days: readonly DayEquity[], capital: number, max: number): readonly EquityPoint[] {
  let peak = capital;
  const all = days.map(({ day, equity }) => {
    peak = Math.max(peak, equity);
    return { date: dateOfDay(day), equity: toRupees(equity), drawdown: equity / peak - 1 };
  });
  const deepest = all.reduce(
    (worst, { drawdown }, place) => (drawdown < (all[worst]?.drawdown ?? 0) ? place : worst),
    0,
  );
  // Two places are kept for the deepest and the last.
  const every = Math.ceil(all.length / (max - 2));
  return all.filter((_, place) => place % every === 0 || place === deepest || place === all.length - 1);
}

function costsOf({ outcome, statistics, settings }: ResearchReport) {
  const turnover = outcome.trades.reduce(
    (sum, { quantity, entryPrice, exitPrice }) => sum + quantity * (entryPrice + exitPrice),
    0,
  );
  return {
    turnover: toRupees(turnover),
    charges_per_trade: statistics.trades === 0 ? 0 : toRupees(Math.round(statistics.charges / statistics.trades)),
    charges_basis_points: turnover === 0 ? 0 : (statistics.charges / turnover) * BASIS_POINTS,
    slippage_basis_points: settings.slippage,
  };
}

function figuresOf({ statistics: s }: ResearchReport) {
  return {
    trades: s.trades,
    final_equity: toRupees(s.finalEquity),
    gross: toRupees(s.gross),
    charges: toRupees(s.charges),
    net: toRupees(s.net),
    total_share: s.totalShare,
    drawdown: s.drawdown,
    sharpe: s.sharpe,
    t_value: s.tValue,
    win_share: s.winShare,
    profit_factor: s.profitFactor,
    mean_basis_points: s.meanBasisPoints,
    without_best: { net: toRupees(s.withoutBest.net), mean_basis_points: s.withoutBest.meanBasisPoints },
  };
}

export function briefJson(report: ResearchReport): string {
  const { outcome, settings, parameters, statistics } = report;
  return JSON.stringify({
    strategy: outcome.strategy,
    parameters,
    symbols: report.series.map(({ symbol }) => symbol),
    bars: outcome.bars,
    bar_minutes: settings.barMinutes,
    figures: figuresOf(report),
    trade_mean: report.tradeMean,
    sharpe: report.sharpe,
    probabilistic_sharpe: report.probabilisticSharpe,
    deflated_sharpe: report.deflatedSharpe,
    costs: costsOf(report),
    years: statistics.years.map(({ period, trades, net, share }) => ({ period, trades, net: toRupees(net), share })),
    points: equityPoints(outcome.days, settings.capital, BACKTEST_LIMITS.points),
    trades: outcome.trades.slice(-BACKTEST_LIMITS.trades).map(tradeJson),
    notes: report.notes,
  });
}
