import { describe, expect, it } from "vitest";
import { formatCompactPaise } from "../../lib/format.ts";
import { paiseOf } from "../../lib/format-subscription.ts";
import { isTooLow, isTypable, quickAmounts, settledAmount } from "./capital-rules.ts";

describe("[B5.1] a typed capital", () => {
  it("accepts digits or nothing", () => {
    expect(["", "5", "25000"].every(isTypable)).toBe(true);
    expect(["-5", "1.5", "1e5", "five"].some(isTypable)).toBe(false);
  });

  it("is too low under 500, and not while it is empty", () => {
    expect(["0", "499"].every(isTooLow)).toBe(true);
    expect(["", "500", "1000"].some(isTooLow)).toBe(false);
  });

  it.each([
    ["", 50_000, 500],
    ["499", 50_000, 500],
    ["750", 50_000, 500],
    ["1999", 50_000, 1_500],
    ["25000", 50_000, 25_000],
    ["60000", 50_000, 50_000],
    ["99999999", null, 10_000_000],
  ])("of “%s” with a band of %s settles at %i", (text, band, amount) => {
    expect(settledAmount(text, band)).toBe(amount);
  });
});

it("[B5.3] has its quick amounts with their labels", () => {
  expect(quickAmounts).toEqual([1_000, 5_000, 10_000, 25_000, 50_000, 100_000]);
  expect(quickAmounts.map((amount) => formatCompactPaise(paiseOf(amount)))).toEqual([
    "1K",
    "5K",
    "10K",
    "25K",
    "50K",
    "1L",
  ]);
});
