import { createHash } from "node:crypto";
import { momentsOf } from "@vriddhi/core/backtest/moments";
import { deflatedSharpe, probabilisticSharpe } from "@vriddhi/core/backtest/overfitting";
import type { CandidateSet } from "@vriddhi/core/learning/candidate-set";
import { trainLatest, type UnsignedModel, walkForward } from "@vriddhi/core/learning/train-ridge";
import { EMBARGO_SESSIONS } from "@vriddhi/core/learning/walk-forward";
import type { BarSeries } from "@vriddhi/core/market/bar-series";
import { barTimeText } from "@vriddhi/core/market/bar-time";
import type { RankingModel, TrainingRecord } from "@vriddhi/core/strategy/model/ranking-model";
import { OPENING_RANGE } from "@vriddhi/core/strategy/opening-range/settings";
import { runTexts } from "../run/run.texts.ts";
import { UsageError } from "../run/usage-error.ts";
import { collectCandidates } from "./collect-candidates.ts";
import { digestOf, type TrialRow, trialRow } from "./trial-register.ts";
import { CHOSEN_RIDGE, measure, rounded, TRIALS, type TrialMetrics, takenBy } from "./trials.ts";

export interface TrainingQuestion {
  readonly series: readonly BarSeries[];
  readonly index: string;
  readonly barMinutes: number;
  readonly seed: number;
}

/** What the bars are, whatever file they came from. */
export function digestOfSeries(series: readonly BarSeries[]): string {
  const hash = createHash("sha256");
  for (const each of series) {
    hash.update(`${each.symbol}:${each.length};`);
    for (const { buffer, byteOffset, byteLength } of [
      each.minute,
      each.open,
      each.high,
      each.low,
      each.close,
      each.volume,
    ])
      hash.update(new Uint8Array(buffer, byteOffset, byteLength));
  }
  return hash.digest("hex");
}

const sign = (model: UnsignedModel): RankingModel => ({
  validFrom: model.validFrom,
  trainedFrom: model.trainedFrom,
  trainedUntil: model.trainedUntil,
  sessions: model.sessions,
  candidates: model.candidates,
  penalty: model.penalty,
  intercept: model.intercept,
  threshold: model.threshold,
  inputs: model.inputs,
  hash: hashOfModel(model),
});

/** Of everything but the hash, in the order of the fields. */
export function hashOfModel(model: UnsignedModel): string {
  const { validFrom, trainedFrom, trainedUntil, sessions, candidates, penalty, intercept, threshold, inputs } = model;
  return digestOf({
    validFrom,
    trainedFrom,
    trainedUntil,
    sessions,
    candidates,
    penalty,
    intercept,
    threshold,
    inputs,
  });
}

export interface Trained {
  readonly set: CandidateSet;
  readonly models: readonly RankingModel[];
  readonly trials: readonly TrialRow[];
  readonly chosen: TrialMetrics;
  /** Numbers of the candidates that the chosen way would have traded in the judged years, and what each brought. */
  readonly taken: readonly number[];
  readonly nets: readonly number[];
}

const netsOf = (set: CandidateSet, taken: readonly number[]): readonly number[] =>
  taken.map((row) => set.net[row] as number);

/** A model of nothing would take the place of the one that trades. */
function refuseUntrainable({ series, index, barMinutes }: TrainingQuestion): void {
  const names = series.map(({ symbol }) => symbol);
  if (!names.includes(index)) throw new UsageError(runTexts.noSymbol(index, "this folder", names));
  const { decisionMinutes } = OPENING_RANGE;
  if (decisionMinutes % barMinutes !== 0) throw new UsageError(runTexts.decisionsOfBars(decisionMinutes, barMinutes));
}

export function train(question: TrainingQuestion): Trained {
  refuseUntrainable(question);
  const { series, index, barMinutes, seed } = question;
  const set = collectCandidates(series, index, barMinutes);
  if (set.sessions.length <= EMBARGO_SESSIONS) throw new UsageError(runTexts.tooFewDays(set.sessions.length));
  const data = digestOfSeries(series);
  const trials = TRIALS.map((config) => {
    const taken = takenBy(set, config);
    return trialRow(data, config, { metrics: measure(set, taken, seed), nets: netsOf(set, taken) });
  });
  const { models, taken } = walkForward(set, CHOSEN_RIDGE);
  return {
    set,
    models: [...models, trainLatest(set, CHOSEN_RIDGE)].map(sign),
    trials,
    chosen: measure(set, taken, seed),
    taken,
    nets: netsOf(set, taken),
  };
}

const firstAndLast = (series: readonly BarSeries[]): readonly [string, string] => {
  const first = Math.min(...series.map(({ minute }) => minute[0] as number));
  const last = Math.max(...series.map(({ minute, length }) => minute[length - 1] as number));
  return [barTimeText(first).slice(0, 10), barTimeText(last).slice(0, 10)];
};

export function recordOf(question: TrainingQuestion, trained: Trained, register: readonly TrialRow[]): TrainingRecord {
  const { series, barMinutes, seed } = question;
  const data = digestOfSeries(series);
  const sharpes = register.filter((row) => row.data === data).map(({ metrics }) => metrics.sharpePerTrade);
  const moments = momentsOf(trained.nets);
  const spread = momentsOf(sharpes).deviation ** 2;
  const [dataFrom, dataUntil] = firstAndLast(series);
  const { sessions, trades, tradesPerMonth, meanNet, meanNetLow, meanNetHigh, tValue, withoutBestTen } = trained.chosen;
  return {
    dataHash: data,
    dataFrom,
    dataUntil,
    shares: series.length - 1,
    barMinutes,
    seed,
    trials: register.length,
    judgedSessions: sessions,
    judgedTrades: trades,
    tradesPerMonth,
    meanNet,
    meanNetLow,
    meanNetHigh,
    tValue,
    withoutBestTen,
    probabilisticSharpe: rounded(probabilisticSharpe(moments, 0)),
    deflatedSharpe: rounded(deflatedSharpe(moments, register.length, spread)),
  };
}
