import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Paise, paise } from "../shared/money.ts";
import { epochMs } from "../time/clock.ts";
import { FEED_SILENT_MS, observePrice, type PricePrint, startPriceWatch, trustedPrice } from "./price-watch.ts";

const print = (price: number, at: number, source = "desk"): PricePrint => ({
  price: paise(price),
  at: epochMs(at),
  source,
});
const observe = (...prints: readonly PricePrint[]) => prints.reduce(observePrice, startPriceWatch(paise(100_000)));
const believed = (at: number, ...prints: readonly PricePrint[]): Paise | null =>
  trustedPrice(observe(...prints), epochMs(at));

describe("an incoming price", () => {
  it("is trusted within 1 % of the last one", () => {
    expect(believed(10, print(99_000, 10))).toBe(99_000);
    expect(believed(20, print(99_000, 10), print(98_010, 20))).toBe(98_010);
  });

  it("is not trusted on one print when it jumps by more", () => {
    expect(believed(10, print(98_999, 10))).toBeNull();
    expect(believed(20, print(100_100, 10), print(50_000, 20))).toBe(100_100);
  });

  it("is not trusted when the same print repeats within a second", () => {
    expect(believed(1_010, print(100_000, 10), print(90_000, 100), print(90_000, 1_010))).toBe(100_000);
  });

  it("is trusted when a second tick confirms it a second later, or another source at once", () => {
    expect(believed(1_100, print(90_000, 100), print(90_050, 1_100))).toBe(90_050);
    expect(believed(101, print(90_000, 100), print(90_100, 101, "other desk"))).toBe(90_100);
  });

  it("counts from the first untrusted print while similar prints follow", () => {
    expect(believed(1_100, print(90_000, 100), print(90_010, 600), print(90_020, 1_100))).toBe(90_020);
  });

  it("is in doubt again when it jumps to another level, and is dropped when the old price returns", () => {
    expect(believed(1_200, print(90_000, 100), print(80_000, 1_200))).toBeNull();
    expect(believed(2_400, print(90_000, 100), print(100_000, 200), print(90_000, 2_400))).toBe(100_000);
    expect(observe(print(90_000, 100), print(100_000, 200)).doubted).toBeNull();
  });

  it("is not used when it is older than 5 seconds, or before the first tick", () => {
    expect(believed(10 + FEED_SILENT_MS - 1, print(100_000, 10))).toBe(100_000);
    expect(believed(10 + FEED_SILENT_MS, print(100_000, 10))).toBeNull();
    expect(believed(10)).toBeNull();
  });

  it("does not replace a newer print when it is older", () => {
    expect(believed(20, print(100_000, 20), print(99_500, 10))).toBe(100_000);
    expect(believed(20, print(100_000, 20), print(99_500, 20))).toBe(99_500);
  });

  it("cannot be moved by a single odd print from a single source, wherever it is", () => {
    const prices = fc.array(fc.integer({ min: 99_600, max: 100_400 }), { minLength: 2, maxLength: 20 });
    fc.assert(
      fc.property(prices, fc.nat({ max: 18 }), fc.integer({ min: 1, max: 500_000 }), (list, place, odd) => {
        const calm = list.map((price, n) => print(price, (n + 1) * 300));
        const at = Math.min(place, list.length - 1);
        const withOdd = calm.map((tick, n) => (n === at ? { ...tick, price: paise(odd) } : tick));
        const isOdd = Math.abs(odd - 100_000) > 2_000;
        const { trusted } = observe(...withOdd);
        if (isOdd) expect(Math.abs(trusted - 100_000)).toBeLessThanOrEqual(400);
      }),
    );
  });
});
