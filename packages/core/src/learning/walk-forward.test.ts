import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { weekdaysFrom } from "../strategy/synthetic/synthetic-series.ts";
import { istDate, yearOf } from "../time/ist.ts";
import { thresholdFor } from "./threshold.ts";
import { blockedFolds, EMBARGO_SESSIONS, yearlyFolds } from "./walk-forward.ts";

describe("walk-forward validation", () => {
  const sessions = weekdaysFrom(istDate("2022-03-01"), 800);

  it("learns every year from all earlier sessions but the last five, and tests on the year", () => {
    const folds = yearlyFolds(sessions);
    expect(folds.map(({ validFrom }) => validFrom)).toEqual(["2023-01-01", "2024-01-01", "2025-01-01"]);
    for (const { train, test, validFrom } of folds) {
      expect(test.every((number) => yearOf(sessions[number] ?? istDate("1970-01-01")) === yearOf(validFrom))).toBe(
        true,
      );
      expect((test[0] ?? 0) - (train.at(-1) ?? 0)).toBe(EMBARGO_SESSIONS + 1);
      expect(train).toHaveLength((test[0] ?? 0) - EMBARGO_SESSIONS);
    }
  });

  it("keeps five sessions between a block and its test set, on both sides", () => {
    fc.assert(
      fc.property(fc.integer({ min: 20, max: 300 }), fc.integer({ min: 2, max: 8 }), (count, blocks) => {
        const numbers = Array.from({ length: count }, (_, number) => number);
        const folds = blockedFolds(numbers, blocks);
        expect(folds.flatMap(({ test }) => test)).toEqual(numbers);
        for (const { train, test } of folds)
          for (const number of train) {
            const distance = Math.min(...test.map((judged) => Math.abs(judged - number)));
            expect(distance).toBeGreaterThan(EMBARGO_SESSIONS);
          }
      }),
      { numRuns: 30 },
    );
  });
});

describe("the score threshold", () => {
  it("is reached by a day's best candidate on the required share of all days", () => {
    expect(thresholdFor([1, 2, 3, 4, 5, 6, 7, 8, 9, 10], 10, 0.72)).toBe(4);
    expect(thresholdFor([5, 1], 10, 0.1)).toBe(5);
  });

  it("admits every day with a candidate when there are too few such days", () => {
    expect(thresholdFor([5, 1], 10, 0.72)).toBe(1);
    expect(thresholdFor([], 10, 0.72)).toBe(Number.POSITIVE_INFINITY);
  });
});
