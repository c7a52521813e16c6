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

function runSequence(seed: number, plan: typeof planExit = planExit, isFaulty = true): SequenceResult {
  const random = createSeededRandom(seed);
  const direction = random.pick(["long", "short"] as const);
  const settings = { ...EXIT_SETTINGS, stopBecomesLimit: random.int(0, 1) === 1 };
  return new ExitSequence({ plan, settings, random, direction, isFaulty }).run();
}

const seeds = fc.integer({ min: 0, max: 1_000_000_000 });

describe("a position under random events", () => {
  it("sells no share twice, has at most one working exit, and ends flat or handed over", () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const result = runSequence(seed);
        expect(result.violations).toEqual([]);
        expect(result.exited).toBeLessThanOrEqual(result.bought);
        expect(result.end).not.toBe("open");
        if (result.end === "flat") expect(result.exited).toBe(result.bought);
      }),
      { numRuns: RUNS ?? LIVES },
    );
  });

  it("without faults is covered within 2 seconds by a stop that is raised at most twice, and flat half a minute after closing began", () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const result = runSequence(seed, planExit, false);
        expect(result.violations).toEqual([]);
        expect(result.uncoveredSecondsMax).toBeLessThanOrEqual(2);
        expect(result.openAfterClosingSeconds).toBeLessThan(30);
        expect(result.quantityRisesMax).toBeLessThanOrEqual(2);
        expect(result).toMatchObject({ end: "flat", isAlerted: false });
      }),
      { numRuns: RUNS ?? 300 },
    );
  });

  it("is reproducible from its seed", () => {
    for (const seed of [1, 2, 3]) expect(runSequence(seed)).toEqual(runSequence(seed));
  });

  it("ends flat in most sequences, and faults have an effect", () => {
    const runs = Array.from({ length: 300 }, (_, seed) => runSequence(seed));
    expect(runs.filter(({ end }) => end === "flat").length).toBeGreaterThan(200);
    expect(runs.some(({ end }) => end === "handed_over")).toBe(true);
    expect(runs.some(({ isAlerted }) => isAlerted)).toBe(true);
  });
});

/** Mutation test: the random sequences must find each seeded bug. */
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
        const { violations, end } = runSequence(seed, mutants[name]);
        return violations.length > 0 || end === "open";
      } catch {
        return true;
      }
    };
    expect(Array.from({ length: 200 }, (_, seed) => seed).some(isBad)).toBe(true);
  });
});
