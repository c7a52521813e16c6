import { BACKTEST_LIMITS, type BacktestStrategy } from "@vriddhi/core/backtest/backtest-request";
import type { FillModel } from "@vriddhi/core/backtest/settings";
import { istDate } from "@vriddhi/core/time/ist";
import { formatDay } from "../../lib/format.ts";
import type { BacktestState } from "./backtest-replies.ts";

export const strategyNames: Readonly<Record<BacktestStrategy, string>> = {
  ours: "Our own strategy",
  sma: "Moving averages, 10 and 30",
  orb: "Opening range, 15 minutes",
  donchian: "Donchian channel, 20 and 10",
  hold: "Buy and hold",
};

export const fillNames: Readonly<Record<FillModel, string>> = {
  "next-open": "At the next bar’s open",
  close: "At the close of the signal's bar",
  "limit-through": "As a limit order that trades through",
};

export const stateNames: Readonly<Record<BacktestState, string>> = {
  queued: "Waiting",
  running: "Running",
  done: "Done",
  failed: "Failed",
  cancelled: "Cancelled",
};

export const backtestTexts = {
  title: "Back-test",
  lead: "What a strategy would have done on past bars, run by the code that trades.",
  noEdgeTitle: "No edge is proven.",
  noEdge:
    "On years that no model had seen, our strategy lost money after costs. What is shown here is simulated: fills, slippage and charges are assumptions, and past results say little about later ones.",
  synthetic: "There are no bar files on this server, so the bars are invented from a seed.",
  loading: "Loading the back-tests",
  unreachable: "The back-tests cannot be read",
} as const;

export const formTexts = {
  title: "New back-test",
  description: "One back-test runs at a time, at the lowest priority.",
  strategy: "Strategy",
  fill: "Entries are filled",
  symbols: "Shares",
  symbolsHint: (known: readonly string[]) =>
    known.length === 0
      ? "NSE symbols, separated by commas."
      : `Separated by commas; there are bars of ${known.join(", ")}.`,
  data: "Bars",
  anyFolder: "The first folder that holds all shares",
  folder: (name: string, shares: number) => `${name}, ${shares} ${shares === 1 ? "file" : "files"}`,
  invented: "Invented from a seed",
  noSymbols: "Name at least one share.",
  tooMany: `At most ${BACKTEST_LIMITS.symbols} shares.`,
  from: "From",
  to: "To",
  noDate: "Choose a day.",
  capital: "Capital in rupees",
  capitalWrong: "Whole rupees, at least 1,000.",
  start: "Run back-test",
  failed: "The back-test could not be started. Try again.",
} as const;

export const runTexts = {
  list: "Last back-tests",
  none: "No back-test yet",
  noneBody: "The last twenty stay here.",
  open: (what: string) => `Show ${what}`,
  columns: { what: "Strategy", shares: "Shares", period: "Period", state: "State", show: "Result" },
  show: "Show",
  shares: (symbols: readonly string[]) => (symbols.length > 3 ? `${symbols.length} shares` : symbols.join(", ")),
  bars: (source: "files" | "synthetic", folder: string | null) =>
    source === "synthetic" ? "invented bars" : `bars of ${folder ?? "files"}`,
  period: (from: string, to: string) => `${formatDay(istDate(from))} to ${formatDay(istDate(to))}`,
  progress: "Progress of the back-test",
  waits: "It starts when the previous one ends.",
  cancel: "Cancel",
  cancelled: "It was cancelled before its end, so there is no result.",
  failed: "There is no result",
  lost: "This back-test no longer exists",
} as const;

export const resultTexts = {
  figures: "Figures",
  net: "Net result",
  equity: "Equity at the end",
  drawdown: "Deepest drawdown",
  trades: "Trades",
  won: "Trades won",
  factor: "Profit factor",
  nothingLost: "Nothing lost",
  meanTrade: "Mean trade",
  sharpe: "Sharpe ratio of a year",
  chance: "Chance that it is above zero",
  withoutBest: "Net without the ten best trades",
  interval: (low: string, high: string) => `95%: ${low} to ${high}`,
  unknown: "95%: not known",
  basisPoints: (value: string) => `${value} bps`,
  equityTitle: "Equity",
  equityLabel: (from: string, to: string) => `Equity at the end of each day, from ${from} to ${to}`,
  drawdownTitle: "Drawdown",
  drawdownLabel: (worst: string) => `Distance from the highest equity before, day by day; the deepest is ${worst}`,
  asTable: "The same as a table",
  pointColumns: { date: "Day", equity: "Equity", drawdown: "Drawdown" },
  years: "Years",
  yearColumns: { year: "Year", trades: "Trades", net: "Net", share: "Of the equity" },
  costs: "Costs",
  gross: "Gross result",
  charges: "Charges",
  perTrade: "Charges of a trade",
  ofTurnover: "Charges of the turnover",
  slippage: "Slippage assumed",
  slippageOf: (entry: number, exit: number, stop: number) => `${entry} / ${exit} / ${stop} bps`,
  slippageNote: "Entry, exit, stop",
  lastTrades: (shown: number, all: number) =>
    shown < all ? `The last ${shown} of ${all} trades` : `All ${all} trades`,
  tradeColumns: { trade: "Trade", entry: "Entry", exit: "Exit", by: "By", net: "Net" },
  noTrades: "It did not trade in this period.",
  bars: (count: string, minutes: number) => `${count} bars of ${minutes} minutes`,
  notes: "What to keep in mind",
} as const;
