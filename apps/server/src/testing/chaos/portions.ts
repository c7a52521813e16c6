import fs from "node:fs";
import type { Verdict } from "./chaos-round.ts";

/** Rounds in one world when a long run is split into portions, each checked alone. */
const PORTION = 10;

export interface Portion {
  readonly rounds: number;
  readonly seed: number;
}

interface JudgedPortion extends Portion {
  readonly verdict: Verdict;
}

/** Faults alternate within each portion; its own seed draws their trigger counts. */
export const portionsOf = (rounds: number, seed: number): readonly Portion[] =>
  Array.from({ length: Math.ceil(rounds / PORTION) }, (_, place) => ({
    rounds: Math.min(PORTION, rounds - place * PORTION),
    seed: seed + place,
  }));

export function readJudged(file: string): readonly JudgedPortion[] {
  if (!fs.existsSync(file)) return [];
  const lines = fs.readFileSync(file, "utf8").split("\n").filter(Boolean);
  return lines.map((line) => JSON.parse(line) as JudgedPortion);
}

export const keepJudged = (file: string, judged: JudgedPortion): void =>
  fs.appendFileSync(file, `${JSON.stringify(judged)}\n`);

/** The unchecked portions; one that was ended early counts as played. */
export const leftOf = (portions: readonly Portion[], judged: readonly JudgedPortion[]): readonly Portion[] =>
  portions.filter(({ seed }) => !judged.some((each) => each.seed === seed));

export function sumOf(verdicts: readonly Verdict[]): Verdict {
  const sum = (pick: (verdict: Verdict) => number): number => verdicts.reduce((total, each) => total + pick(each), 0);
  return {
    rounds: sum(({ rounds }) => rounds),
    roundsWithSending: sum(({ roundsWithSending }) => roundsWithSending),
    orders: sum(({ orders }) => orders),
    duplicates: verdicts.flatMap(({ duplicates }) => duplicates),
    lost: verdicts.flatMap(({ lost }) => lost),
    open: sum(({ open }) => open),
  };
}
