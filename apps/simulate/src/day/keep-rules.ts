import { planDay } from "../plan/day-plan.ts";
import { runDay } from "./run-day.ts";

/** Lives the days of these seeds; what is told is what went wrong, a line for each violation. */
export async function violationsOf(seeds: Iterable<number>): Promise<readonly string[]> {
  const lines: string[] = [];
  for (const seed of seeds) {
    const { violations } = await runDay(planDay(seed));
    lines.push(...violations.map(({ invariant, account, detail }) => `${seed}: ${invariant}, ${account}, ${detail}`));
  }
  return lines;
}

export const seedsFrom = (first: number, count: number): readonly number[] =>
  Array.from({ length: count }, (_, index) => first + index);
