import { assert } from "../shared/assert.ts";
import type { RankingModel } from "../strategy/model/ranking-model.ts";
import { addDays, type IstDate } from "../time/ist.ts";
import { bestOfSessions, type CandidateSet, firstTaken, rowsIn, samplesOf } from "./candidate-set.ts";
import { fitRidge, predictRow, type RidgeFit, type Samples } from "./ridge.ts";
import { thresholdFor } from "./threshold.ts";
import { blockedFolds, EMBARGO_SESSIONS, yearlyFolds } from "./walk-forward.ts";

export interface RidgeConfig {
  /** Candidates, tried on training sessions only; the one with the least squared error is used. */
  readonly penalties: readonly number[];
  readonly blocks: number;
  /** The threshold lets a trade happen on this share of the training days. */
  readonly tradedDays: number;
}

export type UnsignedModel = Omit<RankingModel, "hash">;

const PRECISION = 8;

const rounded = (value: number): number => Number(value.toPrecision(PRECISION));

function squaredError(
  samples: Samples,
  set: CandidateSet,
  sessions: readonly number[],
  penalty: number,
  blocks: number,
) {
  let error = 0;
  for (const { train, test } of blockedFolds(sessions, blocks)) {
    const trainRows = rowsIn(set, train);
    if (trainRows.length === 0) continue;
    const fit = fitRidge(samples, trainRows, penalty);
    for (const row of rowsIn(set, test))
      error += ((samples.results[row] as number) - predictRow(fit, samples, row)) ** 2;
  }
  return error;
}

/** The penalty that predicts blocks of training sessions best from the others; ties go to the first. */
function choosePenalty(set: CandidateSet, sessions: readonly number[], config: RidgeConfig): number {
  const samples = samplesOf(set);
  const [first, ...others] = config.penalties;
  assert(first !== undefined, "a penalty to choose");
  if (others.length === 0) return first;
  let [best, least] = [first, Number.POSITIVE_INFINITY];
  for (const penalty of config.penalties) {
    const error = squaredError(samples, set, sessions, penalty, config.blocks);
    if (error < least) [best, least] = [penalty, error];
  }
  return best;
}

const roundFit = (fit: RidgeFit): RidgeFit => ({
  intercept: rounded(fit.intercept),
  means: fit.means.map(rounded),
  deviations: fit.deviations.map(rounded),
  weights: fit.weights.map(rounded),
});

function trainModel(
  set: CandidateSet,
  sessions: readonly number[],
  validFrom: IstDate,
  config: RidgeConfig,
): UnsignedModel {
  const samples = samplesOf(set);
  const rows = rowsIn(set, sessions);
  const penalty = choosePenalty(set, sessions, config);
  const fit = roundFit(fitRidge(samples, rows, penalty));
  const best = bestOfSessions(set, rows, (row) => predictRow(fit, samples, row));
  return {
    validFrom,
    trainedFrom: set.sessions[sessions[0] as number] as IstDate,
    trainedUntil: set.sessions[sessions.at(-1) as number] as IstDate,
    sessions: sessions.length,
    candidates: rows.length,
    penalty,
    intercept: fit.intercept,
    threshold: rounded(thresholdFor(best, sessions.length, config.tradedDays)),
    inputs: set.featureNames.map((feature, place) => ({
      feature,
      mean: fit.means[place] as number,
      deviation: fit.deviations[place] as number,
      weight: fit.weights[place] as number,
    })),
  };
}

export interface WalkForward {
  readonly models: readonly UnsignedModel[];
  /** Candidates traded in the test years, each by a model that had not seen its year. */
  readonly taken: readonly number[];
  readonly sessions: number;
}

const fitOf = ({ intercept, inputs }: UnsignedModel): RidgeFit => ({
  intercept,
  means: Float64Array.from(inputs, ({ mean }) => mean),
  deviations: Float64Array.from(inputs, ({ deviation }) => deviation),
  weights: Float64Array.from(inputs, ({ weight }) => weight),
});

/** Refitted every year on all earlier years and tested on the year. */
export function walkForward(set: CandidateSet, config: RidgeConfig): WalkForward {
  const samples = samplesOf(set);
  const models: UnsignedModel[] = [];
  const taken: number[] = [];
  let sessions = 0;
  for (const { train, test, validFrom } of yearlyFolds(set.sessions)) {
    sessions += test.length;
    if (rowsIn(set, train).length === 0) continue;
    const model = trainModel(set, train, validFrom, config);
    const fit = fitOf(model);
    models.push(model);
    taken.push(...firstTaken(set, rowsIn(set, test), (row) => predictRow(fit, samples, row) >= model.threshold));
  }
  return { models, taken, sessions };
}

/** The model for the days after the data, learned from everything but the embargo. */
export function trainLatest(set: CandidateSet, config: RidgeConfig): UnsignedModel {
  const numbers = set.sessions.map((_, number) => number);
  const last = set.sessions.at(-1);
  assert(last !== undefined && numbers.length > EMBARGO_SESSIONS, "sessions to learn from");
  return trainModel(set, numbers.slice(0, -EMBARGO_SESSIONS), addDays(last, 1), config);
}

/** Returns the expected result of a candidate. */
export type Scorer = (row: number) => number;

export function walkForwardWith(
  set: CandidateSet,
  tradedDays: number,
  learn: (rows: readonly number[]) => Scorer,
): readonly number[] {
  return yearlyFolds(set.sessions).flatMap(({ train, test }) => {
    const rows = rowsIn(set, train);
    if (rows.length === 0) return [];
    const score = learn(rows);
    const threshold = thresholdFor(bestOfSessions(set, rows, score), train.length, tradedDays);
    return firstTaken(set, rowsIn(set, test), (row) => score(row) >= threshold);
  });
}
