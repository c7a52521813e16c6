import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createSeededRandom } from "../shared/random.ts";
import { EXIT_SETTINGS } from "./exit-model.ts";
import { ExitSequence } from "./exit-sequence-fixture.ts";
import { planExit } from "./plan-exit.ts";
import type { SequenceResult } from "./sequence-model-fixture.ts";

/** Mutation testing runs fewer examples. */
const { numRuns: RUNS } = fc.readConfigureGlobal();
const LIVES = 1_000;

function live(seed: number, plan: typeof planExit = planExit, isFaulty = true): SequenceResult {
  const random = createSeededRandom(seed);
  const direction = random.pick(["long", "short"] as const);
  const settings = { ...EXIT_SETTINGS, stopBecomesLimit: random.int(0, 1) === 1 };
  return new ExitSequence({ plan, settings, random, direction, isFaulty }).run();
}

const seeds = fc.integer({ min: 0, max: 1_000_000_000 });

describe("a position under random events", () => {
  it("sells nothing twice, has at most one working exit, and ends flat or handed over", () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const life = live(seed);
        expect(life.violations).toEqual([]);
        expect(life.exited).toBeLessThanOrEqual(life.bought);
        expect(life.end).not.toBe("open");
        if (life.end === "flat") expect(life.exited).toBe(life.bought);
      }),
      { numRuns: RUNS ?? LIVES },
    );
  });

  it("without faults is covered within 2 seconds by a stop that is raised at most twice, and flat half a minute after closing began", () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const life = live(seed, planExit, false);
        expect(life.violations).toEqual([]);
        expect(life.uncoveredSecondsMax).toBeLessThanOrEqual(2);
        expect(life.openAfterClosingSeconds).toBeLessThan(30);
        expect(life.quantityRisesMax).toBeLessThanOrEqual(2);
        expect(life).toMatchObject({ end: "flat", isAlerted: false });
      }),
      { numRuns: RUNS ?? 300 },
    );
  });

  it("is reproducible from its seed", () => {
    for (const seed of [1, 2, 3]) expect(live(seed)).toEqual(live(seed));
  });

  it("mostly ends flat, and faults have an effect", () => {
    const runs = Array.from({ length: 300 }, (_, seed) => live(seed));
    expect(runs.filter(({ end }) => end === "flat").length).toBeGreaterThan(200);
    expect(runs.some(({ end }) => end === "handed_over")).toBe(true);
    expect(runs.some(({ isAlerted }) => isAlerted)).toBe(true);
  });
});

/** Seeded bugs (mutants): the random sequences must be hard enough to find each. */
const mutants: Readonly<Record<string, typeof planExit>> = {
  "an unknown exit counts as none": (position, market, orders, now, settings) =>
    planExit(
      position,
      market,
      orders.map((order) =>
        order.state.status === "unknown" ? { ...order, state: { ...order.state, status: "rejected" } } : order,
      ),
      now,
      settings,
    ),
  "partial fills of an exit are forgotten": (position, market, orders, now, settings) =>
    planExit(
      position,
      market,
      orders.map((order) =>
        order.state.status === "filled" ? order : { ...order, state: { ...order.state, filled: 0 } },
      ),
      now,
      settings,
    ),
  "a pending command is not awaited and a cancelled exit is replaced at once": (
    position,
    market,
    orders,
    now,
    settings,
  ) =>
    planExit(
      position,
      market,
      orders.map((order) =>
        order.isCommandPending ? { ...order, state: { ...order.state, status: "cancelled" } } : order,
      ),
      now,
      settings,
    ),
  "a refused stop is final": (position, market, orders, now, settings) =>
    orders.some(({ state }) => state.status === "rejected") ? null : planExit(position, market, orders, now, settings),
};

describe("a seeded bug is found", () => {
  it.each(Object.keys(mutants))("%s", (name) => {
    const isBad = (seed: number): boolean => {
      try {
        const { violations, end } = live(seed, mutants[name]);
        return violations.length > 0 || end === "open";
      } catch {
        return true;
      }
    };
    expect(Array.from({ length: 200 }, (_, seed) => seed).some(isBad)).toBe(true);
  });
});
