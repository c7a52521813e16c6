import { describe, expect, it } from "vitest";
import { runDay } from "../day/run-day.ts";
import { planDay } from "../plan/day-plan.ts";
import { plants } from "./plants.ts";

/** The first seed that is known to catch it; when the days change, it is searched for in all that are allowed. */
const SEEDS_MAX = 200;
const caughtBy: Readonly<Record<string, number>> = {
  "resend-on-timeout": 3,
  "skip-lookup": 3,
  "forget-stop-after-restart": 1,
  "double-exit": 1,
  "charge-other-account": 1,
  "double-count-fill": 1,
  "foreign-qty-exit": 3,
  "square-off-late": 11,
  "takeover-without-kill": 1,
  "kill-ignores-claimed": 2,
  "retry-after-restart": 1,
  "modify-refusal-final": 1,
  "ignore-stop-rejected": 2,
  "single-read-outside": 1,
  "commit-error-means-no": 35,
};

const isCaught = async (name: string, seed: number): Promise<boolean> =>
  (await runDay(planDay(seed), plants[name])).violations.length > 0;

describe("a planted bug", () => {
  it.each(Object.keys(plants))("%s is caught", async (name) => {
    const known = caughtBy[name] ?? 1;
    let isFound = await isCaught(name, known);
    for (let seed = 1; !isFound && seed <= SEEDS_MAX; seed++) isFound = await isCaught(name, seed);
    expect(isFound).toBe(true);
  });
});
