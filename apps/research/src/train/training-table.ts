import type { TrainingRecord } from "@vriddhi/core/strategy/model/ranking-model";
import type { Trained } from "./train.ts";
import type { TrialConfig, TrialMetrics } from "./trials.ts";

function nameOf(config: TrialConfig): string {
  if (config.kind === "first_candidate") return "first candidate";
  if (config.kind === "opening_turnover") return `turnover >= ${config.times}`;
  if (config.kind === "boosted_trees") return "boosted trees";
  const { penalties } = config.ridge;
  return penalties.length === 1 ? `ridge ${penalties[0]}` : "ridge, penalty learned";
}

const cell = (value: string | number, width: number): string => String(value).padStart(width);

const rowOf = (name: string, metrics: TrialMetrics): string =>
  [
    name.padEnd(24),
    cell(metrics.trades, 7),
    cell(metrics.tradesPerMonth.toFixed(1), 7),
    cell(metrics.meanNet.toFixed(1), 8),
    cell(`${metrics.meanNetLow.toFixed(1)}..${metrics.meanNetHigh.toFixed(1)}`, 14),
    cell((metrics.wonShare * 100).toFixed(1), 7),
    cell(metrics.tValue.toFixed(2), 7),
    cell(metrics.withoutBestTen.toFixed(1), 8),
    cell(metrics.sumPercent.toFixed(1), 8),
    cell(metrics.deepestFallPercent.toFixed(1), 8),
  ].join(" ");

export function trainingTable({ trials, chosen, models }: Trained, record: TrainingRecord): string {
  const head = ["", " trades", "/month", "net bps", "95 %", "won %", "t", "less 10", "sum %", "fall %"];
  const widths = [24, 7, 7, 8, 14, 7, 7, 8, 8, 8];
  return [
    `Bars of ${record.shares} shares from ${record.dataFrom} to ${record.dataUntil}, ${record.barMinutes} minutes each.`,
    head.map((text, place) => cell(text.trim(), widths[place] as number)).join(" "),
    ...trials.map(({ config, metrics }) => rowOf(nameOf(config), metrics)),
    "",
    "The chosen way by year:",
    ...chosen.years.map(
      ({ year, trades, meanNet, wonShare, sumPercent }) =>
        `${year} ${cell(trades, 6)} trades ${cell(meanNet.toFixed(1), 7)} bps ${cell((wonShare * 100).toFixed(1), 6)} % won ${cell(sumPercent.toFixed(1), 8)} %`,
    ),
    `Deflated Sharpe ratio ${record.deflatedSharpe} after ${record.trials} trials; 0.95 would be a sign of an edge.`,
    `Model of ${models.at(-1)?.trainedUntil}: ${models.at(-1)?.hash}`,
    "",
  ].join("\n");
}
