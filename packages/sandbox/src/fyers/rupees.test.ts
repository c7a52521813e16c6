import { paise } from "@vriddhi/core/shared/money";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { averageRupees, percent, toIndianText, toPaise, toRupees } from "./rupees.ts";

const AMOUNT_MAX = 1_000_000_000_00;

describe("rupees on the wire", () => {
  it("round-trip to the same paise, through JSON", () => {
    fc.assert(
      fc.property(fc.integer({ min: -AMOUNT_MAX, max: AMOUNT_MAX }), (amount) => {
        const text = JSON.stringify(toRupees(paise(amount)));
        expect(toPaise(JSON.parse(text))).toBe(amount);
        expect(text).toMatch(/^-?\d+(\.\d{1,2})?$/);
      }),
    );
  });

  it.each([[1083.05], [0.1 + 0.2], [1.005 * 100]])("%d is read to the paisa", (value) => {
    expect(toPaise(value)).toBe(Math.round(value * 100));
  });

  it.each([[10.005], [Number.NaN], [Number.POSITIVE_INFINITY], ["10"], [null], [1e300]])(
    "%j is not an amount",
    (value) => {
      expect(toPaise(value)).toBeNull();
    },
  );

  it("averages have four decimals and handle zero", () => {
    expect(averageRupees(paise(100_01), 3)).toBe(33.3367);
    expect(averageRupees(paise(0), 0)).toBe(0);
    expect(percent(-1_280, 108_300)).toBe(-1.18);
    expect(percent(1, 0)).toBe(0);
  });

  it.each([
    [52_569_020, "5,25,690.20"],
    [6_753, "67.53"],
    [100_000, "1,000.00"],
    [-1_438_747, "-14,387.47"],
    [1_234_567_890, "1,23,45,678.90"],
  ])("%d paise are written %s", (amount, text) => {
    expect(toIndianText(amount)).toBe(text);
  });
});
