import { isDeep } from "@vriddhi/testing/deep";
import { describe, expect, it } from "vitest";
import { runDay } from "../day/run-day.ts";
import { planDay } from "../plan/day-plan.ts";
import type { Mutant } from "./mutant.ts";
import { mutants } from "./mutants.ts";
import { seenBy } from "./seen-by.ts";

/** A run with a known bug fails within so many days. */
const SEEDS_MAX = 200;
/** The first seed that sees it; where days have changed since, it is searched for in all that are allowed. */
const seenOn: Readonly<Record<string, number>> = {
  "tight-stop-limit": 2,
  "resend-on-timeout": 3,
  "skip-lookup": 3,
  "foreign-qty-exit": 3,
  "kill-ignores-claimed": 5,
  "lease-by-own-clock": 2,
};

/** The rule that sees the bug on this day; null: none of those that should. */
async function ruleOn(seed: number, name: string, plant: Mutant): Promise<string | null> {
  const { violations } = await runDay(planDay(seed, plant.favours), plant);
  return violations.find(({ invariant }) => seenBy[name]?.includes(invariant))?.invariant ?? null;
}

/** The first day on which a rule that should sees the bug. */
async function firstDay(name: string, plant: Mutant): Promise<number | null> {
  const known = seenOn[name] ?? 1;
  if ((await ruleOn(known, name, plant)) !== null) return known;
  for (let seed = 1; seed <= SEEDS_MAX; seed++) if ((await ruleOn(seed, name, plant)) !== null) return seed;
  return null;
}

describe("a planted bug", () => {
  it.each(Object.entries(mutants))(
    "%s is seen by the rule that it breaks; in a deep run the same day keeps every rule without it",
    async (name, plant) => {
      const seed = await firstDay(name, plant);
      expect(seed).not.toBeNull();
      if (isDeep) expect((await runDay(planDay(seed ?? 0, plant.favours))).violations).toEqual([]);
    },
  );

  it("has a rule that sees it, each of them", () => {
    expect(Object.keys(seenBy).sort()).toEqual(Object.keys(mutants).sort());
  });
});
