import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { averageRupees, readRupees, rupeeText, toRupees } from "./rupees.ts";

describe("rupees on the wire", () => {
  it("round-trip to the same paise, for any amount", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 99_999_999_999 }), (amount) => {
        expect(readRupees(String(toRupees(amount)))).toBe(amount);
        expect(readRupees(rupeeText(amount))).toBe(amount);
      }),
    );
  });

  it.each([
    ["1083", 108_300],
    ["1083.1", 108_310],
    ["1083.1500", 108_315],
    ["1083.1000000000001", 108_310],
    ["0.07", 7],
    ["1083.125", "off_tick"],
    ["", "not_a_number"],
    ["-5", "not_a_number"],
    ["1e5", "not_a_number"],
    ["1,083", "not_a_number"],
    ["NaN", "not_a_number"],
    ["9999999999", "not_a_number"],
  ])("%j is read as %j", (text, amount) => {
    expect(readRupees(text)).toBe(amount);
  });

  it("are averaged to four decimals, and the average of none is zero", () => {
    expect(averageRupees(100_001, 3)).toBe(333.3367);
    expect(averageRupees(0, 0)).toBe(0);
  });
});
