import { MARKET_INDEX } from "../strategy/universe.ts";
import { DAY_MS } from "../time/clock.ts";
import { addDays, type IstDate } from "../time/ist.ts";

/** The product's strategy and four simple ones for comparison. */
export const BACKTEST_STRATEGIES = ["ours", "sma", "orb", "donchian", "hold"] as const;
export type BacktestStrategy = (typeof BACKTEST_STRATEGIES)[number];

/** The index's bars by file name; the index is watched and not traded. */
export const INDEX_SYMBOL: string = MARKET_INDEX.symbol;

/** These limits protect the trading on the same machine. */
export const BACKTEST_LIMITS = {
  symbols: 50,
  years: 12,
  /** Shares times years: about 20 million one-minute bars, half a gigabyte. */
  shareYears: 200,
  capitalMinRupees: 1_000,
  capitalMaxRupees: 100_000_000,
  earliest: "1995-01-01",
  points: 500,
  trades: 500,
  waiting: 4,
  remembered: 20,
} as const;

export interface BacktestPeriod {
  readonly symbols: readonly string[];
  readonly from: IstDate;
  readonly to: IstDate;
}

export type RequestFault = "backwards" | "too_early" | "too_long" | "too_many_bars" | "twice";

const DAYS_PER_YEAR = 365.25;

function yearsOf({ from, to }: BacktestPeriod): number {
  const days = (Date.parse(addDays(to, 1)) - Date.parse(from)) / DAY_MS;
  return days / DAYS_PER_YEAR;
}

export function findRequestFault(request: BacktestPeriod): RequestFault | null {
  if (request.to < request.from) return "backwards";
  if (request.from < BACKTEST_LIMITS.earliest) return "too_early";
  if (new Set(request.symbols).size < request.symbols.length) return "twice";
  const years = yearsOf(request);
  // Twelve calendar years may have one leap day more or less than twelve mean ones.
  if (years > BACKTEST_LIMITS.years + 1 / DAYS_PER_YEAR) return "too_long";
  return years * request.symbols.length > BACKTEST_LIMITS.shareYears ? "too_many_bars" : null;
}
