import { describe, expect, it } from "vitest";
import { measureFullDay, measureMatching, measureOrders, measureSparseDay } from "./measure.ts";

describe("the work that bench/ measures", () => {
  it("is done: orders trade, days are lived, and both kinds of day trade the same shares", () => {
    expect(measureMatching(5_000).trades).toBeGreaterThan(1_000);
    expect(measureOrders(500).events).toBeGreaterThan(1_000);
    expect(measureSparseDay().symbols).toBe(60);
    expect(measureFullDay()).toEqual(measureSparseDay());
  });
});
