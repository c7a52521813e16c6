import { isDeep } from "@vriddhi/testing/deep";
import { describe, expect, it } from "vitest";
import { planDay } from "../plan/day-plan.ts";
import { runDay } from "./run-day.ts";

const SEEDS = Array.from({ length: isDeep ? 100 : 4 }, (_, n) => 201 + n);

describe("a day on which a host", () => {
  it.each(["host-lost", "host-paused"] as const)("goes (%s) breaks no rule, and another host covers", async (name) => {
    let covered = 0;
    for (const seed of SEEDS) {
      const lines: string[] = [];
      const { violations } = await runDay(planDay(seed, [name]), {}, (line) => lines.push(line));
      expect(violations.map(({ invariant, detail, account }) => ({ seed, invariant, detail, account }))).toEqual([]);
      if (lines.some((line) => line.includes("covers its accounts"))) covered += 1;
    }
    expect(covered).toBeGreaterThan(SEEDS.length / 2);
  });
});
