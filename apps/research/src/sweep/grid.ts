import { runTexts } from "../run/run.texts.ts";
import { UsageError } from "../run/usage-error.ts";

/** All of them are kept in memory. */
const COMBINATIONS_MAX = 1_000_000;

export type Parameters = Readonly<Record<string, number>>;

/** `fast=5:50:5` is 5, 10 … 50; `fast=5,8,13` are these; `fast=5` is one. */
function readAxis(text: string): readonly [string, readonly number[]] {
  const [name = "", values = ""] = text.split("=");
  const numbers = (values.includes(":") ? span(values) : values.split(",").map(Number)).map((value) =>
    Number(value.toFixed(9)),
  );
  if (name === "" || numbers.length === 0 || numbers.some((value) => !Number.isFinite(value)))
    throw new UsageError(`--grid is NAME=FROM:TO:STEP or NAME=A,B,C, not ${text}.`);
  return [name, numbers];
}

function span(text: string): number[] {
  const [from = Number.NaN, to = Number.NaN, step = 1] = text.split(":").map(Number);
  if (!(step > 0) || !(to >= from)) return [];
  const length = Math.floor((to - from) / step + 1e-9) + 1;
  if (length > COMBINATIONS_MAX) throw new UsageError(runTexts.tooManyCombinations(COMBINATIONS_MAX));
  return Array.from({ length }, (_, place) => from + place * step);
}

/** Every combination, in the order of the axes; names are sorted, so that a combination has one text. */
export function readGrid(axes: readonly string[]): readonly Parameters[] {
  const sorted = axes.map(readAxis).sort(([a], [b]) => (a < b ? -1 : 1));
  const count = sorted.reduce((product, [, values]) => product * values.length, 1);
  if (count > COMBINATIONS_MAX) throw new UsageError(runTexts.tooManyCombinations(COMBINATIONS_MAX));
  let combinations: Parameters[] = [{}];
  for (const [name, values] of sorted)
    combinations = combinations.flatMap((each) => values.map((value) => Object.assign({ ...each }, { [name]: value })));
  return combinations;
}

export const keyOf = (parameters: Parameters): string => JSON.stringify(parameters);
