import fc from "fast-check";
import { expect, it } from "vitest";
import { dailyStopPaise, drawExample, plannedTradeLossPaise } from "./example-limits.ts";

it("draws whole steps of ₹500 between ₹500 and ₹10,00,000", () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1, noNaN: true }), (chance) => {
      const drawn = drawExample(chance);
      expect(drawn).toBeGreaterThanOrEqual(500);
      expect(drawn).toBeLessThanOrEqual(1_000_000);
      expect(drawn % 500).toBe(0);
    }),
  );
  expect([drawExample(0), drawExample(1)]).toEqual([500, 1_000_000]);
});

it("plans half a percent for a trade and one percent for a day, in whole paise", () => {
  expect([plannedTradeLossPaise(100_000), dailyStopPaise(100_000)]).toEqual([50_000, 100_000]);
  expect([plannedTradeLossPaise(500), dailyStopPaise(500)]).toEqual([250, 500]);
});
