import { DAY_MS, type EpochMs, epochMs, later, MINUTE_MS, SECOND_MS } from "@vriddhi/core/time/clock";
import { istDate, istInstant, istMinute } from "@vriddhi/core/time/ist";
import { describe, expect, it } from "vitest";
import { createLimits, type Limits } from "./limits.ts";

const NOON = istInstant(istDate("2026-11-16"), istMinute(12, 0));
const MIDNIGHT = istInstant(istDate("2026-11-17"), istMinute(0, 0));

const takeMany = (limits: Limits, count: number, now: EpochMs) =>
  Array.from({ length: count }, () => limits.take("app", now));

/** `count` calls, ten a second from the start of the minute. */
function fillMinute(limits: Limits, count: number, minute: EpochMs): (number | null)[] {
  return Array.from({ length: count }, (_, index) =>
    limits.take("app", later(minute, Math.floor(index / 10) * SECOND_MS)),
  );
}

describe("the one budget of a Fyers app", () => {
  it("lets ten through in a calendar second, and ten more in the next", () => {
    const limits = createLimits();
    const late = epochMs(NOON + 999);

    expect(takeMany(limits, 10, late)).toEqual(Array(10).fill(null));
    expect(limits.take("app", late)).toBe(1);
    expect(limits.take("other", late)).toBeNull();
    expect(takeMany(limits, 10, later(late, 1))).toEqual(Array(10).fill(null));
  });

  it("lets 200 through in a calendar minute", () => {
    const limits = createLimits();
    expect(fillMinute(limits, 200, NOON).every((wait) => wait === null)).toBe(true);
    expect(limits.take("app", later(NOON, 40 * SECOND_MS))).toBe(20 * SECOND_MS);
    expect(limits.take("app", later(NOON, MINUTE_MS))).toBeNull();
  });

  it("blocks the day at the fourth exceeded minute, until midnight in India", () => {
    const limits = createLimits();
    for (const minute of [0, 1, 2]) fillMinute(limits, 201, later(NOON, minute * MINUTE_MS));
    expect(limits.take("app", later(NOON, 3 * MINUTE_MS))).toBeNull();

    fillMinute(limits, 201, later(NOON, 4 * MINUTE_MS));
    const after = later(NOON, 10 * MINUTE_MS);
    expect(limits.take("app", after)).toBe(MIDNIGHT - after);
    expect(limits.take("app", epochMs(MIDNIGHT - 1))).toBe(1);
    expect(limits.take("app", MIDNIGHT)).toBeNull();
  });

  it("counts a minute once, however often it is exceeded", () => {
    const limits = createLimits();
    fillMinute(limits, 300, NOON);
    expect(limits.take("app", later(NOON, MINUTE_MS))).toBeNull();
    expect(limits.take("app", later(NOON, DAY_MS))).toBeNull();
  });

  it("is reset on request", () => {
    const limits = createLimits();
    takeMany(limits, 11, NOON);
    limits.clear();
    expect(limits.take("app", NOON)).toBeNull();
  });
});
