import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { paise } from "../shared/money.ts";
import {
  assumedBand,
  ceilToTick,
  clampToBand,
  floorToTick,
  giveWay,
  highestPrice,
  isInsideBand,
  lowestPrice,
  oppositeSide,
  type PriceBand,
} from "./price-band.ts";

const band: PriceBand = { lower: paise(90_003), upper: paise(109_998), tick: paise(5) };

describe("prices that the exchange accepts", () => {
  it("are whole ticks inside the band", () => {
    expect(lowestPrice(band)).toBe(90_005);
    expect(highestPrice(band)).toBe(109_995);
    expect(isInsideBand(paise(100_005), band)).toBe(true);
    expect([100_003, 90_000, 110_000].map((price) => isInsideBand(paise(price), band))).toEqual([false, false, false]);
    expect(floorToTick(paise(104), paise(5))).toBe(100);
    expect(ceilToTick(paise(101), paise(5))).toBe(105);
  });

  it("are within five percent of a traded price where the share's band is unknown", () => {
    expect(assumedBand(paise(100_003), paise(5))).toEqual({ lower: 95_005, upper: 105_000, tick: 5 });
  });

  it("are rounded to the tick that trades more readily on the order's side", () => {
    expect(clampToBand(100_003, "sell", band)).toBe(100_000);
    expect(clampToBand(100_003, "buy", band)).toBe(100_005);
  });

  it("give way by the given fraction, never beyond the band", () => {
    expect(giveWay(paise(100_000), "sell", 300, band)).toBe(97_000);
    expect(giveWay(paise(100_000), "buy", 300, band)).toBe(103_000);
    expect(giveWay(paise(100_000), "sell", 5_000, band)).toBe(90_005);
    expect(giveWay(paise(100_000), "buy", 5_000, band)).toBe(109_995);
  });

  it("exist for any requested price", () => {
    const ticks = fc.constantFrom(1, 5, 10, 50, 100, 500).map(paise);
    const prices = fc.integer({ min: 1_000, max: 3_000_000 });
    fc.assert(
      fc.property(
        ticks,
        prices,
        prices,
        fc.constantFrom("buy" as const, "sell" as const),
        (tick, middle, price, side) => {
          const some: PriceBand = { lower: paise(Math.floor(middle / 2)), upper: paise(middle * 2), tick };
          expect(isInsideBand(clampToBand(price, side, some), some)).toBe(true);
        },
      ),
    );
  });

  it("are a single price in a band as wide as one tick", () => {
    const one: PriceBand = { lower: paise(100), upper: paise(104), tick: paise(5) };
    expect([90, 100, 110].map((price) => clampToBand(price, "sell", one))).toEqual([100, 100, 100]);
  });

  it("do not exist in a band narrower than a tick", () => {
    const none: PriceBand = { lower: paise(101), upper: paise(104), tick: paise(5) };
    expect(() => clampToBand(102, "sell", none)).toThrow("at least one price");
  });

  it("have an opposite side: sell for buy, and buy for sell", () => {
    expect([oppositeSide("buy"), oppositeSide("sell")]).toEqual(["sell", "buy"]);
  });
});
