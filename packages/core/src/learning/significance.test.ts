import { describe, expect, it } from "vitest";
import { momentsOf } from "../backtest/moments.ts";
import { createSeededRandom } from "../shared/random.ts";
import { deepestFall, meanInterval, meanWithoutBest, tValueOf } from "./significance.ts";

describe("statistical significance", () => {
  it("counts standard errors between the mean and zero", () => {
    expect(tValueOf(momentsOf([1, 2, 3, 4, 10]))).toBeCloseTo((4 / Math.sqrt(12.5)) * Math.sqrt(5), 12);
  });

  it("draws the same interval from the same seed, and contains the true mean about 95 times in 100", () => {
    const random = createSeededRandom(5);
    let held = 0;
    for (let round = 0; round < 60; round++) {
      const results = Array.from({ length: 25 }, () => random.int(-100, 100));
      const [low, high] = meanInterval(results, round);
      if (low <= 0 && high >= 0) held++;
    }
    expect(held).toBeGreaterThanOrEqual(50);
    expect(meanInterval([1, 5, 9], 4)).toEqual(meanInterval([1, 5, 9], 4));
    expect(meanInterval([], 4)).toEqual([0, 0]);
  });

  it("computes the mean without the best results, and the deepest fall of the running sum", () => {
    expect(meanWithoutBest([100, 1, 2, 3], 1)).toBe(2);
    expect(meanWithoutBest([1], 5)).toBe(0);
    expect(deepestFall([5, -3, -4, 10, -2])).toBe(7);
    expect(deepestFall([-1, -2])).toBe(3);
  });
});
