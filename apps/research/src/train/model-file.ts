import type { RankingModel, TrainingRecord } from "@vriddhi/core/strategy/model/ranking-model";

const line = (indent: number, key: string, value: unknown): string =>
  `${" ".repeat(indent)}${key}: ${typeof value === "string" ? JSON.stringify(value) : String(value)},`;

const day = (indent: number, key: string, value: string): string =>
  `${" ".repeat(indent)}${key}: istDate(${JSON.stringify(value)}),`;

function renderModel(model: RankingModel): string {
  const inputs = model.inputs.map(
    ({ feature, mean, deviation, weight }) =>
      `      { feature: ${JSON.stringify(feature)}, mean: ${mean}, deviation: ${deviation}, weight: ${weight} },`,
  );
  return [
    "  {",
    day(4, "validFrom", model.validFrom),
    day(4, "trainedFrom", model.trainedFrom),
    day(4, "trainedUntil", model.trainedUntil),
    line(4, "sessions", model.sessions),
    line(4, "candidates", model.candidates),
    line(4, "penalty", model.penalty),
    line(4, "intercept", model.intercept),
    line(4, "threshold", model.threshold),
    "    inputs: [",
    ...inputs,
    "    ],",
    line(4, "hash", model.hash),
    "  },",
  ].join("\n");
}

/** The file that is committed, letter for letter. */
export function renderModelFile(models: readonly RankingModel[], record: TrainingRecord): string {
  return [
    'import { istDate } from "../../time/ist.ts";',
    'import type { RankingModel, TrainingRecord } from "./ranking-model.ts";',
    "",
    "/** Written by `npm run train`; a change by hand breaks the hashes. */",
    "export const OPENING_RANGE_MODELS: readonly RankingModel[] = [",
    ...models.map(renderModel),
    "];",
    "",
    "/** What was measured, see docs/model-card.md. */",
    "export const OPENING_RANGE_RECORD: TrainingRecord = {",
    ...Object.entries(record).map(([key, value]) => line(2, key, value)),
    "};",
    "",
  ].join("\n");
}
