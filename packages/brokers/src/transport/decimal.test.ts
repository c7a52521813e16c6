import { paise } from "@vriddhi/core/shared/money";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fromRupees, fromRupeesRounded, toRupeeNumber, toRupeeText } from "./decimal.ts";

const amounts = fc.integer({ min: -1_000_000_000_000, max: 1_000_000_000_000 }).map((amount) => paise(amount + 0));

describe("paise on the wire", () => {
  it("are read back unchanged from text and from a JSON number", () => {
    fc.assert(
      fc.property(amounts, (amount) => {
        expect(fromRupees(toRupeeText(amount))).toBe(amount);
        expect(fromRupees(JSON.parse(JSON.stringify(toRupeeNumber(amount))))).toBe(amount);
        expect(fromRupeesRounded(toRupeeNumber(amount))).toBe(amount);
        expect(toRupeeText(amount)).toMatch(/^-?\d+\.\d{2}$/);
      }),
    );
  });

  it.each([
    [82_050, "820.50"],
    [5, "0.05"],
    [-5, "-0.05"],
    [0, "0.00"],
    [100, "1.00"],
  ])("%i is written %s", (amount, text) => expect(toRupeeText(paise(amount))).toBe(text));

  it.each([
    ["820.5", 82_050],
    ["5.000000", 500],
    [" 12 ", 1_200],
    [1_083.35, 108_335],
    [0.1, 10],
    [0.29, 29],
    ["-0.00", 0],
  ])("%j is exactly %i paise", (text, amount) => expect(fromRupees(text)).toBe(amount));

  it.each(["", "abc", "1,000.00", "1.005", "0.001", "1e3", Number.NaN, Number.POSITIVE_INFINITY, 1e21, 0.1 + 0.2])(
    "%j is not a whole number of paise",
    (value) => expect(fromRupees(value)).toBeNull(),
  );

  it.each([
    [1_082.3429, 108_234],
    [1_082.345, 108_235],
    [1_082.3449, 108_234],
    ["-0.005", -1],
    [1e-7, 0],
    [0, 0],
  ])("the average %j is rounded to %i", (value, amount) => expect(fromRupeesRounded(value)).toBe(amount));

  it("an average is never off by more than half a paisa", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 10_000_000_000 }),
        fc.integer({ min: 1, max: 10_000 }),
        (value, quantity) => {
          const average = value / quantity / 100;
          fc.pre(average >= 1e-6);
          expect(Math.abs((fromRupeesRounded(average) ?? Number.NaN) - average * 100)).toBeLessThanOrEqual(0.5 + 1e-6);
        },
      ),
    );
  });

  it.each(["", "abc", Number.NaN, "1e3"])("%j is not an average", (value) =>
    expect(fromRupeesRounded(value)).toBeNull(),
  );
});
