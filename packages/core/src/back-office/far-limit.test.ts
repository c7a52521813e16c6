import { describe, expect, it } from "vitest";
import { isInsideBand } from "../order/price-band.ts";
import { paise } from "../shared/money.ts";
import { bandOfLaterDay, isFarThroughMarket } from "./far-limit.ts";

it("[C5.9] a limit for a later day is between half and double of the price", () => {
  const band = bandOfLaterDay(paise(28_360), paise(5));
  const limits = [100, 14_175, 14_180, 56_720, 56_725];
  expect(limits.map((limit) => isInsideBand(paise(limit), band))).toEqual([false, false, true, true, false]);
});

describe("a limit far through the market", () => {
  it.for([
    ["buy", 10_100, false],
    ["buy", 10_105, true],
    ["buy", 9_000, false],
    ["sell", 9_900, false],
    ["sell", 9_895, true],
    ["sell", 11_000, false],
  ] as const)("of a %s at %s paise with the market at 10000: %s", ([side, limit, isFar]) => {
    expect(isFarThroughMarket(side, paise(10_000), paise(limit))).toBe(isFar);
  });
});
