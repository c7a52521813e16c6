import fs from "node:fs";
import path from "node:path";
import { BACKTEST_LIMITS, INDEX_SYMBOL } from "@vriddhi/core/backtest/backtest-request";
import type { BacktestSettings } from "@vriddhi/core/backtest/settings";
import { tariffOf } from "@vriddhi/core/charges/tariff";
import type { BarSeries } from "@vriddhi/core/market/bar-series";
import { dateOfDay, dayNumberOf, MINUTES_PER_DAY } from "@vriddhi/core/market/bar-time";
import { TRADING_HOURS } from "@vriddhi/core/risk/trading-hours";
import { rupees } from "@vriddhi/core/shared/money";
import { OPENING_RANGE_MODELS } from "@vriddhi/core/strategy/model/opening-range-model";
import { openingRangeForBacktest } from "@vriddhi/core/strategy/opening-range/backtest-port";
import { OPENING_RANGE } from "@vriddhi/core/strategy/opening-range/settings";
import { addDays, type IstDate } from "@vriddhi/core/time/ist";
import { judgeTrials } from "../sweep/sweep-command.ts";
import type { BacktestOptions } from "./backtest-options.ts";
import { chooseStrategy, isAlwaysIntraday, parametersOf, type Runner, runnerOf } from "./choose-strategy.ts";
import { generateSeries } from "./generate-series.ts";
import { makeFolder } from "./make-folder.ts";
import { barMinutesOf, cutSeries, findBarFiles, openSeries, outsideHours, withIndex } from "./open-series.ts";
import { dayWatch, READING, type ReportProgress, RUNNING } from "./progress.ts";
import { type Judgement, makeReport, type ResearchReport } from "./research-report.ts";
import { runTexts } from "./run.texts.ts";
import { toRupees, tradeLines } from "./trade-json.ts";
import { UsageError } from "./usage-error.ts";

function settingsOf(options: BacktestOptions, barMinutes: number): BacktestSettings {
  const isIntraday = (options.isIntraday || isAlwaysIntraday(options.strategy)) && barMinutes < MINUTES_PER_DAY;
  const { slippage, stopSlippage } = options;
  return {
    fill: options.fill,
    sizing: { kind: "by_risk" },
    capital: rupees(options.capitalRupees),
    tariff: options.broker === null ? null : tariffOf(options.broker),
    slippage: { entry: slippage, exit: slippage, stop: stopSlippage },
    hasTicks: true,
    barMinutes,
    entriesUntil: isIntraday ? TRADING_HOURS.entriesUntil : null,
    flatFrom: isIntraday ? TRADING_HOURS.closingFrom : null,
    lastExit: "close",
    firstDay: options.from === null ? 0 : dayNumberOf(options.from),
  };
}

function runnerFor(
  { strategy }: BacktestOptions,
  parameters: Readonly<Record<string, number>>,
  barMinutes: number,
  symbols: readonly string[],
): Runner {
  if (strategy !== "ours") return chooseStrategy(strategy, parameters, barMinutes);
  if (OPENING_RANGE.decisionMinutes % barMinutes !== 0)
    throw new UsageError(runTexts.decisionsOfBars(OPENING_RANGE.decisionMinutes, barMinutes));
  return runnerOf(openingRangeForBacktest({ symbols, barMinutes, index: INDEX_SYMBOL, models: OPENING_RANGE_MODELS }));
}

function judgementFor({ sweep, trials }: BacktestOptions, series: readonly BarSeries[]): Judgement {
  if (sweep === null) return { trials, varianceOfSharpe: null, overfitting: null };
  const [only] = series;
  if (only === undefined || series.length > 1) throw new UsageError(runTexts.sweepOfOne);
  return judgeTrials(sweep, only);
}

/** What a strategy has to have seen before its first day: 21 sessions for ours, the longest average for others. */
const WARM_UP_DAYS = 60;
const DAILY_WARM_UP_DAYS = 400;
const LEAP_YEAR_DAYS = 366;

/** Who holds from the first day on has nothing to learn before it. */
function warmFrom({ strategy, from }: BacktestOptions, barMinutes: number): IstDate | null {
  if (from === null || strategy === "hold") return from;
  return addDays(from, -(barMinutes < MINUTES_PER_DAY ? WARM_UP_DAYS : DAILY_WARM_UP_DAYS));
}

async function seriesFor(options: BacktestOptions, report: ReportProgress): Promise<readonly BarSeries[]> {
  const { strategy, data, symbols, to, cache } = options;
  if (data === null) {
    if (options.from !== null && to !== null && options.from < addDays(to, -LEAP_YEAR_DAYS * BACKTEST_LIMITS.years))
      throw new UsageError(runTexts.tooLong(BACKTEST_LIMITS.years));
    const wanted = { strategy, symbols, from: warmFrom(options, 1), to };
    return generateSeries(wanted, (share) => report(share * READING));
  }
  const files = findBarFiles(data, strategy === "ours" ? withIndex(data, symbols) : symbols);
  const opened = await openSeries(files, cache, (share) => report(share * READING));
  const from = warmFrom(options, Math.min(...opened.map(barMinutesOf)));
  return opened.map((each) => cutSeries(each, from, to)).filter(({ length }) => length > 0);
}

export async function runBacktestCommand(
  options: BacktestOptions,
  report: ReportProgress = () => undefined,
): Promise<ResearchReport> {
  const warmed = await seriesFor(options, report);
  const series = warmed.map((each) => cutSeries(each, options.from, options.to));
  if (series.every(({ length }) => length === 0)) throw new UsageError(runTexts.noBars);
  report(READING);
  const barMinutes = Math.min(...warmed.map(barMinutesOf));
  const parameters = parametersOf(options.strategy, options.parameters, barMinutes);
  const settings = settingsOf(options, barMinutes);
  const symbols = series.map(({ symbol }) => symbol);
  const watch = dayWatch(warmed, (share) => report(READING + share * RUNNING));
  const ran = runnerFor(options, parameters, barMinutes, symbols)(warmed, settings, watch);
  // What only warmed it up is no part of the test.
  const outcome = Object.assign({}, ran, { bars: series.reduce((sum, { length }) => sum + length, 0) });
  report(READING + RUNNING);
  const origin = options.data === null ? runTexts.synthetic : runTexts.survivors;
  const strange = options.data === null ? null : outsideHours(series);
  const notes = [
    origin,
    ...(settings.flatFrom === null ? [runTexts.overnight] : []),
    ...(strange === null ? [] : [runTexts.outsideHours(strange.count, strange.first)]),
  ];
  return makeReport({ series, settings, parameters, outcome, judgement: judgementFor(options, series), notes });
}

/** Figures that are amounts, by their names: paise inside, rupees outside. */
const AMOUNTS: ReadonlySet<string> = new Set(["capital", "gross", "charges", "net", "finalEquity", "equity"]);

const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

function outward(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(outward);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([name, each]) => {
    if (name === "day" && typeof each === "number") return ["date", dateOfDay(each)];
    const isAmount = AMOUNTS.has(name) && typeof each === "number";
    return [snakeCase(name), isAmount ? toRupees(each) : outward(each)];
  });
  return Object.fromEntries(entries);
}

export function reportJson(report: ResearchReport): string {
  const { outcome, settings, parameters, statistics, tradeMean, sharpe, trials, overfitting, notes } = report;
  const { strategy, bars, lost, days } = outcome;
  const figures = {
    strategy,
    parameters,
    symbols: report.series.map(({ symbol }) => symbol),
    settings: { ...settings, tariff: settings.tariff === null ? "none" : "charged" },
    bars,
    lost,
    statistics,
    tradeMean,
    sharpe,
    probabilisticSharpe: report.probabilisticSharpe,
    deflatedSharpe: report.deflatedSharpe,
    trials,
    overfitting,
    notes,
    days,
  };
  const text = JSON.stringify(outward(figures));
  return `${text.slice(0, -1)},"trades":[\n${tradeLines(outcome.trades)}\n]}\n`;
}

export function writeReport(folder: string, name: string, text: string): string {
  makeFolder(path.resolve(folder));
  const file = path.join(folder, name);
  fs.writeFileSync(file, text);
  return file;
}
