import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readPrice } from "./fields.ts";
import { readRupees, rupeeNumber, rupeeText } from "./money.ts";

describe("rupees on the wire", () => {
  it("round-trip from text and numbers to the same paise, for every amount", () => {
    fc.assert(
      fc.property(fc.nat({ max: 99_999_999_999 }), (amount) => {
        expect(readRupees(rupeeText(amount))).toBe(amount);
        expect(readPrice({ price: rupeeNumber(amount) }, "price")).toBe(amount);
        expect(JSON.parse(JSON.stringify(rupeeNumber(amount)))).toBe(Number(rupeeText(amount)));
      }),
    );
  });

  it("may be short or long, but not fractions of a paisa", () => {
    expect(["820", "820.5", "820.50", "820.5000"].map(readRupees)).toEqual([82_000, 82_050, 82_050, 82_050]);
    expect(["820.505", "-1", "1e3", "", " ", ".5", "5.", "0x10", "NaN", "1,000"].map(readRupees)).toEqual(
      Array(10).fill(null),
    );
  });

  it("are zero where a price is missing, and null for a wrong type", () => {
    expect([{}, { price: "" }, { price: null }].map((fields) => readPrice(fields, "price"))).toEqual([0, 0, 0]);
    expect([{ price: true }, { price: [1] }, { price: {} }].map((fields) => readPrice(fields, "price"))).toEqual(
      Array(3).fill(null),
    );
  });

  it("keep their sign in text", () => {
    expect([-223_580, -5, 0, 7, 100].map(rupeeText)).toEqual(["-2235.80", "-0.05", "0.00", "0.07", "1.00"]);
  });
});
