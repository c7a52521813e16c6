import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { PriceBand } from "../order/price-band.ts";
import { paise } from "../shared/money.ts";
import { entryLimit, guardPrice, isWithinGuard } from "./price-guard.ts";

const band: PriceBand = { lower: paise(90_000), upper: paise(110_000), tick: paise(5) };

describe("the price guard", () => {
  it("allows half a percent more for a purchase and half a percent less for a short", () => {
    expect(guardPrice("buy", paise(100_000))).toBe(100_500);
    expect(guardPrice("sell", paise(100_000))).toBe(99_500);
    expect(guardPrice("buy", paise(99_999))).toBe(100_498);
    expect(guardPrice("sell", paise(99_999))).toBe(99_500);
    expect(isWithinGuard("buy", paise(100_000), paise(100_500))).toBe(true);
    expect(isWithinGuard("buy", paise(100_000), paise(100_501))).toBe(false);
    expect(isWithinGuard("sell", paise(100_000), paise(99_500))).toBe(true);
    expect(isWithinGuard("sell", paise(100_000), paise(99_499))).toBe(false);
  });

  it("is the entry's limit, rounded to whole ticks on the stricter side", () => {
    expect(entryLimit("buy", paise(100_003), band)).toBe(100_500);
    expect(entryLimit("sell", paise(100_003), band)).toBe(99_505);
  });

  it("gives no limit when the band has no such price, and the band's limit when it is tighter", () => {
    expect(entryLimit("buy", paise(80_000), band)).toBeNull();
    expect(entryLimit("sell", paise(120_000), band)).toBeNull();
    expect(entryLimit("buy", paise(110_000), band)).toBe(110_000);
    const edge = { ...band, lower: paise(100_500), upper: paise(100_500) };
    expect(entryLimit("buy", paise(100_000), edge)).toBe(100_500);
    expect(entryLimit("sell", paise(101_005), edge)).toBe(100_500);
  });

  it("is never exceeded by the limit, and the exchange accepts that limit", () => {
    const prices = fc.integer({ min: 1_000, max: 200_000 }).map(paise);
    const sides = fc.constantFrom("buy" as const, "sell" as const);
    fc.assert(
      fc.property(prices, sides, (price, side) => {
        const limit = entryLimit(side, price, band);
        if (limit === null) return;
        expect(isWithinGuard(side, price, limit)).toBe(true);
        expect(limit % 5).toBe(0);
        expect(limit >= band.lower && limit <= band.upper).toBe(true);
      }),
    );
  });
});
