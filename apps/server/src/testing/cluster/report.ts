import type { FaultOutcome } from "./database-round.ts";

const percentile = (values: readonly number[], part: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * part))] ?? 0;

export const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

const seconds = (values: readonly number[]): string =>
  values.length === 0 ? "-" : [0.5, 0.99].map((part) => (percentile(values, part) / 1_000).toFixed(1)).join(" / ");

const HEAD = [
  "fault",
  "rounds",
  "entries",
  "doubled",
  "not stored",
  "rows",
  "rows lost",
  "no commit, s p50/p99",
  "covered, s p50/p99",
];

/** One line for each fault. */
export function tableOf(outcomes: readonly FaultOutcome[]): readonly string[] {
  const faults = [...new Set(outcomes.map(({ fault }) => fault))];
  const lines = faults.map((fault) => {
    const of = outcomes.filter((outcome) => outcome.fault === fault);
    const total = (pick: (outcome: FaultOutcome) => number) => String(sumOf(of.map(pick)));
    return [
      fault,
      String(of.length),
      total(({ entries }) => entries),
      total(({ entriesDoubled }) => entriesDoubled),
      total(({ entriesNotStored }) => entriesNotStored),
      total(({ rows }) => rows),
      total(({ rowsLost }) => rowsLost),
      seconds(of.flatMap(({ gapMs }) => gapMs ?? [])),
      seconds(of.map(({ coverMs }) => coverMs)),
    ];
  });
  const all = [HEAD, ...lines];
  const widths = HEAD.map((_, column) => Math.max(...all.map((line) => line[column]?.length ?? 0)));
  return all.map((line) =>
    line
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
}
