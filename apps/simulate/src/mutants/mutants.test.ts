import { isDeep } from "@vriddhi/testing/deep";
import { describe, expect, it } from "vitest";
import { runDay } from "../day/run-day.ts";
import { planDay } from "../plan/day-plan.ts";
import type { Mutant } from "./mutant.ts";
import { mutants } from "./mutants.ts";
import { seenBy } from "./seen-by.ts";

/** A run with a mutant must fail within this many days. */
const SEEDS_MAX = 200;
/** The first seed that detects it; if days have changed since, all allowed seeds are tried. */
const seenOn: Readonly<Record<string, number>> = {
  "tight-stop-limit": 2,
  "resend-on-timeout": 3,
  "skip-lookup": 3,
  "foreign-qty-exit": 3,
  "kill-ignores-claimed": 5,
  "lease-by-own-clock": 2,
};

/** The expected rule that detects the mutant on this day; `null` if none does. */
async function ruleOn(seed: number, name: string, mutant: Mutant): Promise<string | null> {
  const { violations } = await runDay(planDay(seed, mutant.favours), mutant);
  return violations.find(({ invariant }) => seenBy[name]?.includes(invariant))?.invariant ?? null;
}

async function firstDay(name: string, mutant: Mutant): Promise<number | null> {
  const known = seenOn[name] ?? 1;
  if ((await ruleOn(known, name, mutant)) !== null) return known;
  for (let seed = 1; seed <= SEEDS_MAX; seed++) if ((await ruleOn(seed, name, mutant)) !== null) return seed;
  return null;
}

describe("a mutant", () => {
  it.each(Object.entries(mutants))(
    "%s is detected by the rule that it breaks; in a deep run the same day has no violation without it",
    async (name, mutant) => {
      const seed = await firstDay(name, mutant);
      expect(seed).not.toBeNull();
      if (isDeep) expect((await runDay(planDay(seed ?? 0, mutant.favours))).violations).toEqual([]);
    },
  );

  it("has an expected rule in the table, for every mutant", () => {
    expect(Object.keys(seenBy).sort()).toEqual(Object.keys(mutants).sort());
  });
});
