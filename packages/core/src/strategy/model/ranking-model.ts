import type { IstDate } from "../../time/ist.ts";

/** One term of the sum: (value − mean) / deviation × weight, in basis points of net result. */
export interface ModelInput {
  readonly feature: string;
  readonly mean: number;
  readonly deviation: number;
  readonly weight: number;
}

export interface RankingModel {
  /** The first session on which it may decide; trained on earlier days only. */
  readonly validFrom: IstDate;
  readonly trainedFrom: IstDate;
  readonly trainedUntil: IstDate;
  readonly sessions: number;
  readonly candidates: number;
  readonly penalty: number;
  readonly intercept: number;
  /** A candidate is taken at or above it; set on training days only. */
  readonly threshold: number;
  readonly inputs: readonly ModelInput[];
  /** SHA-256 of all the fields above as JSON. */
  readonly hash: string;
}

export function scoreOf(model: RankingModel, features: ArrayLike<number>): number {
  let score = model.intercept;
  for (const [place, input] of model.inputs.entries()) score += contributionOf(input, features[place] as number);
  return score;
}

export const contributionOf = ({ mean, deviation, weight }: ModelInput, value: number): number =>
  ((value - mean) / deviation) * weight;

/** The newest model that may decide on `day`; `null` before the first. */
export function modelFor(models: readonly RankingModel[], day: IstDate): RankingModel | null {
  let found: RankingModel | null = null;
  for (const model of models)
    if (model.validFrom <= day && (found === null || model.validFrom > found.validFrom)) found = model;
  return found;
}

/** The models' data, and results on years that none of them had seen; basis points per trade. */
export interface TrainingRecord {
  readonly dataHash: string;
  readonly dataFrom: string;
  readonly dataUntil: string;
  /** Without the index. */
  readonly shares: number;
  readonly barMinutes: number;
  readonly seed: number;
  readonly trials: number;
  readonly judgedSessions: number;
  readonly judgedTrades: number;
  readonly tradesPerMonth: number;
  readonly meanNet: number;
  /** 95 % interval. */
  readonly meanNetLow: number;
  readonly meanNetHigh: number;
  readonly tValue: number;
  readonly withoutBestTen: number;
  readonly probabilisticSharpe: number;
  /** The probability of an edge after all trials; 0.95 is the usual pass mark. */
  readonly deflatedSharpe: number;
}
