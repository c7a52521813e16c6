import { describe, expect, it } from "vitest";
import { rangeInSight } from "./row-window.ts";

const sight = { count: 10_000, rowHeight: 44, windowHeight: 900 };

describe("the rows of a long list that are drawn", () => {
  it("are those in sight and a few around them, never all", () => {
    const { first, end } = rangeInSight({ ...sight, above: 44 * 5_000 });
    expect(first).toBeLessThanOrEqual(4_990);
    expect(end).toBeGreaterThanOrEqual(5_030);
    expect(end - first).toBeLessThan(70);
  });

  it("begin at the first and end with the last", () => {
    expect(rangeInSight({ ...sight, above: -2_000 }).first).toBe(0);
    expect(rangeInSight({ ...sight, above: 44 * 9_990 }).end).toBe(10_000);
    expect(rangeInSight({ ...sight, count: 3, above: 0 })).toEqual({ first: 0, end: 3 });
    expect(rangeInSight({ ...sight, count: 0, above: 0 })).toEqual({ first: 0, end: 0 });
  });

  it("stay the same for a scroll of one row", () => {
    const before = rangeInSight({ ...sight, above: 44 * 600 });
    expect(rangeInSight({ ...sight, above: 44 * 600 + 40 })).toEqual(before);
  });
});
