import { describe, expect, it } from "vitest";
import { planDay } from "../plan/day-plan.ts";
import { runDay } from "./run-day.ts";

const AT_ONCE = 10;

/** Lives the days of these seeds; what is told is what went wrong, a line for each violation. */
export async function violationsOf(seeds: Iterable<number>): Promise<readonly string[]> {
  const lines: string[] = [];
  for (const seed of seeds) {
    const { violations } = await runDay(planDay(seed));
    lines.push(...violations.map(({ invariant, account, detail }) => `${seed}: ${invariant}, ${account}, ${detail}`));
  }
  return lines;
}

const count = (length: number): readonly number[] => Array.from({ length }, (_, index) => index);

/** So many tens of days from a seed on. Files share them out, so that two cores do. */
export function describeDays(firstSeed: number, tens: number): void {
  describe("simulated days with faults and crashes", () => {
    it.each(count(tens).map((ten) => firstSeed + ten * AT_ONCE))(
      "keep every rule, ten of them from %i on",
      async (seed) => {
        expect(await violationsOf(count(AT_ONCE).map((index) => seed + index))).toEqual([]);
      },
    );
  });
}
