import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { PAISE_PER_RUPEE, paise, rupees } from "./money.ts";

describe("money", () => {
  it("is a whole number of paise", () => {
    expect(paise(12_345)).toBe(12_345);
    expect(rupees(9_990)).toBe(999_000);
  });

  it.each([0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])("refuses %d paise", (amount) => {
    expect(() => paise(amount)).toThrow("whole number of paise");
  });

  it.each([1.1, 0.5, Number.NaN])("refuses %d rupees, which would not always be exact", (amount) => {
    expect(() => rupees(amount)).toThrow("whole number of rupees");
  });

  it("refuses rupees whose paise exceed safe integers", () => {
    expect(() => rupees(Number.MAX_SAFE_INTEGER)).toThrow("whole number of paise");
  });

  it("is exact for every accepted amount", () => {
    const largest = Math.floor(Number.MAX_SAFE_INTEGER / PAISE_PER_RUPEE);
    fc.assert(
      fc.property(fc.integer({ min: -largest, max: largest }), (amount) => {
        expect(BigInt(rupees(amount))).toBe(BigInt(amount) * 100n);
      }),
    );
  });
});
