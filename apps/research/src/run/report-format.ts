import { barTimeText } from "@vriddhi/core/market/bar-time";
import type { ResearchReport } from "./research-report.ts";
import { toRupees } from "./trade-json.ts";

export const money = (amount: number): string =>
  toRupees(amount).toLocaleString("en-IN", { minimumFractionDigits: 2, maximumFractionDigits: 2 });
export const percent = (share: number): string => `${(share * 100).toFixed(2)}%`;
const number = (value: number): string => value.toFixed(2);

const between = (interval: ResearchReport["tradeMean"], write: (value: number) => string): string =>
  interval === null ? "not known" : `${write(interval.low)} … ${write(interval.high)}`;

function periodOf({ series }: ResearchReport): string {
  const filled = series.filter(({ length }) => length > 0);
  const first = Math.min(...filled.map(({ minute }) => minute[0] as number));
  const last = Math.max(...filled.map(({ minute, length }) => minute[length - 1] as number));
  return `${barTimeText(first).slice(0, 10)} … ${barTimeText(last).slice(0, 10)}`;
}

function setUpRows(report: ResearchReport): [string, string][] {
  const { outcome, settings, parameters, series } = report;
  const set = Object.entries(parameters).map(([name, value]) => `${name} ${value}`);
  const { slippage } = settings;
  return [
    ["strategy", [outcome.strategy, ...set].join(", ")],
    ["shares", series.length > 6 ? `${series.length}` : series.map(({ symbol }) => symbol).join(", ")],
    ["period", periodOf(report)],
    ["bars", outcome.bars.toLocaleString("en-IN")],
    ["fills", settings.fill],
    ["slippage", `${slippage.entry} / ${slippage.exit} / ${slippage.stop} bps (entry, exit, stop)`],
    ["capital", money(settings.capital)],
  ];
}

export function summaryRows(report: ResearchReport): readonly (readonly [string, string])[] {
  const { statistics: s, outcome, trials, overfitting } = report;
  const lost = Object.entries(outcome.lost).filter(([, count]) => count > 0);
  return [
    ...setUpRows(report),
    ["trades", `${s.trades}`],
    ["unfilled entries", lost.map(([why, count]) => `${count} ${why}`).join(", ") || "none"],
    ["gross", money(s.gross)],
    ["charges", money(s.charges)],
    ["net", `${money(s.net)} (${percent(s.totalShare)})`],
    ["final equity", money(s.finalEquity)],
    ["maximum drawdown", percent(s.drawdown)],
    ["trades won", percent(s.winShare)],
    ["profit factor", s.profitFactor === null ? "nothing lost" : number(s.profitFactor)],
    ["mean trade", `${number(s.meanBasisPoints)} bps; 95%: ${between(report.tradeMean, number)}`],
    ["without the ten best trades", `${number(s.withoutBest.meanBasisPoints)} bps, net ${money(s.withoutBest.net)}`],
    ["Sharpe ratio of a year", `${number(s.sharpe)}; 95%: ${between(report.sharpe, number)}`],
    ["t-statistic of the daily mean", number(s.tValue)],
    ["chance that the Sharpe ratio is above zero", percent(report.probabilisticSharpe)],
    [`the same after ${trials} trial${trials === 1 ? "" : "s"} (deflated)`, percent(report.deflatedSharpe)],
    ["probability of overfitting", overfitting === null ? "not known without a sweep" : percent(overfitting)],
  ];
}

export function summaryTable(report: ResearchReport): string {
  const rows = summaryRows(report);
  const width = Math.max(...rows.map(([name]) => name.length));
  const years = report.statistics.years.map(
    ({ period, trades, net, share }) => `${period.padEnd(width)}   ${trades} trades, ${money(net)} (${percent(share)})`,
  );
  return [...rows.map(([name, value]) => `${name.padEnd(width)}   ${value}`), ...years, ...report.notes].join("\n");
}
