import fs from "node:fs";
import path from "node:path";
import type { BacktestSettings } from "@vriddhi/core/backtest/settings";
import { tariffOf } from "@vriddhi/core/charges/tariff";
import type { BarSeries } from "@vriddhi/core/market/bar-series";
import { MINUTES_PER_DAY } from "@vriddhi/core/market/bar-time";
import { TRADING_HOURS } from "@vriddhi/core/risk/trading-hours";
import { rupees } from "@vriddhi/core/shared/money";
import { type BacktestOptions, UsageError } from "./backtest-options.ts";
import { chooseStrategy, isAlwaysIntraday, parametersOf, type Runner } from "./choose-strategy.ts";
import { barMinutesOf, cutSeries, findBarFiles, openSeries } from "./open-series.ts";
import { makeReport, type ResearchReport } from "./research-report.ts";
import { runTexts } from "./run.texts.ts";
import { tradeLines } from "./trade-json.ts";

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
  };
}

function runnerFor(options: BacktestOptions, parameters: Readonly<Record<string, number>>, barMinutes: number): Runner {
  if (options.strategy === "ours") throw new UsageError("The product's own strategy cannot be back-tested here.");
  return chooseStrategy(options.strategy, parameters, barMinutes);
}

export async function runBacktestCommand(options: BacktestOptions): Promise<ResearchReport> {
  const files = findBarFiles(options.data, options.symbols);
  const opened = await openSeries(files, options.cache);
  const series = opened.map((each) => cutSeries(each, options.from, options.to)).filter(({ length }) => length > 0);
  if (series.length === 0) throw new UsageError(runTexts.noBars);
  const barMinutes = Math.min(...series.map(barMinutesOf));
  const parameters = parametersOf(options.strategy, options.parameters);
  const settings = settingsOf(options, barMinutes);
  const outcome = runnerFor(options, parameters, barMinutes)(series, settings);
  const notes = [runTexts.survivors, ...(settings.flatFrom === null ? [runTexts.overnight] : [])];
  return makeReport({ series, settings, parameters, outcome, trials: options.trials, overfitting: null, notes });
}

const leaveOutBars = (key: string, value: unknown): unknown =>
  key === "series" || key === "trades" ? undefined : value;

/** Figures and every trade. */
export function reportJson(report: ResearchReport): string {
  const { outcome, ...rest } = report;
  const symbols = report.series.map(({ symbol }: BarSeries) => symbol);
  const head = { strategy: outcome.strategy, symbols, lost: outcome.lost, bars: outcome.bars, days: outcome.days };
  const figures = JSON.stringify(Object.assign(head, rest), leaveOutBars);
  return `${figures.slice(0, -1)},"trades":[\n${tradeLines(outcome.trades)}\n]}\n`;
}

export function writeReport(folder: string, name: string, text: string): string {
  fs.mkdirSync(folder, { recursive: true });
  const file = path.join(folder, name);
  fs.writeFileSync(file, text);
  return file;
}
