import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { rupees } from "../shared/money.ts";
import { discount, discounted, fromMultiplier, NO_DISCOUNT, toMultiplier } from "./coupon.ts";
import {
  bandAt,
  bandForOrder,
  DEFAULT_LEVEL,
  EBOOK_LIST_PRICE,
  EBOOK_PRICE,
  isPlanName,
  LEVELS,
  listPriceOf,
  PLAN_NAMES,
  PLANS_AS_SHOWN,
  perDayRupees,
  planDaysOf,
  priceOf,
  STRIKE_PERCENT_OFF,
  savingsPerYear,
  strikePrice,
} from "./plans.ts";

const levels = fc.constantFrom(...LEVELS);
const plans = fc.constantFrom(...PLAN_NAMES);
const discounts = fc.integer({ min: 100, max: 10_000 }).map(discount);

describe("bands and prices", () => {
  it.each([
    [0, "₹50,000", 50_000, 50_000, [999, 2_799, 9_999]],
    [1, "₹50,000", 50_000, 50_000, [999, 2_799, 9_999]],
    [2, "₹1,00,000", 100_000, 100_000, [2_499, 6_999, 24_999]],
    [3, "₹5,00,000", 500_000, 500_000, [4_999, 12_999, 49_999]],
    [4, "₹10,00,000", 1_000_000, 1_000_000, [9_999, 27_999, 99_999]],
    [5, "₹10,00,000+", 1_000_000, 10_000_000, [19_999, 57_999, 199_999]],
  ] as const)("[A9.6] [A9.7] [A3.9] level %d is %s", (level, label, maxCapital, band, prices) => {
    expect(bandAt(level)).toMatchObject({ label, maxCapitalRupees: maxCapital, band: rupees(band) });
    expect(PLAN_NAMES.map((plan) => priceOf(level, plan))).toEqual(prices.map(rupees));
  });

  it("[A9.6] starts at level 1, and an unknown level falls back to it", () => {
    expect(DEFAULT_LEVEL).toBe(1);
    for (const odd of [0, -1, 6, 1.5, Number.NaN]) expect(bandAt(odd).level).toBe(1);
  });

  it("[A2.36] shows Monthly, Annually, Quarterly; they last 30, 365 and 90 days", () => {
    expect(PLANS_AS_SHOWN.map(planDaysOf)).toEqual([30, 365, 90]);
    expect([isPlanName("MONTHLY"), isPlanName("FREE_TRIAL"), isPlanName("")]).toEqual([true, false, false]);
  });

  it("[A9.4] the e-book costs 79 of 1499: 94 % off, 1420 saved", () => {
    expect(EBOOK_LIST_PRICE - EBOOK_PRICE).toBe(rupees(1_420));
    expect(Math.floor((1 - EBOOK_PRICE / EBOOK_LIST_PRICE) * 100)).toBe(94);
  });
});

describe("the list price of a band", () => {
  it("is that of its level and plan, and null for a band that is no longer sold", () => {
    for (const level of LEVELS)
      for (const plan of PLAN_NAMES) expect(listPriceOf(plan, bandAt(level).band)).toBe(priceOf(level, plan));
    expect(listPriceOf("MONTHLY", rupees(60_000))).toBeNull();
  });
});

describe("the price on a card", () => {
  it.each([
    [1, "MONTHLY", 34, 2_997, 0],
    [1, "QUARTERLY", 32, 8_397, 792],
    [1, "ANNUALLY", 28, 29_997, 1_989],
    [5, "MONTHLY", 667, 59_997, 0],
    [5, "ANNUALLY", 548, 599_997, 39_989],
  ] as const)("[A9.8] level %d %s: %d a day, struck %d, saves %d", (level, plan, perDay, strike, saved) => {
    const price = priceOf(level, plan);
    expect(perDayRupees(price, plan)).toBe(perDay);
    expect(strikePrice(price)).toBe(rupees(strike));
    expect(savingsPerYear(level, plan)).toBe(rupees(saved));
  });

  it("[A9.8] has a struck amount that matches the badge", () => {
    expect(Math.round((1 - 1 / 3) * 100)).toBe(STRIKE_PERCENT_OFF);
  });

  it("[A9.8] per day covers the whole period and is never a rupee too much", () => {
    fc.assert(
      fc.property(levels, plans, discounts, (level, plan, off) => {
        const price = priceOf(level, plan, off);
        const all = rupees(perDayRupees(price, plan) * planDaysOf(plan));
        expect(all >= price && all - price < rupees(planDaysOf(plan))).toBe(true);
      }),
    );
  });

  it("[A9.8] has non-negative savings, and none for monthly payments", () => {
    fc.assert(
      fc.property(levels, plans, discounts, (level, plan, off) => {
        expect(savingsPerYear(level, plan, off)).toBeGreaterThanOrEqual(0);
        expect(savingsPerYear(level, "MONTHLY", off)).toBe(0);
      }),
    );
  });
});

describe("a discount", () => {
  it.each([
    [999, 0.9, 899],
    [999, 0.5, 499],
    [2_799, 0.9, 2_519],
    [19_999, 0.5, 9_999],
    [199_999, 0.07, 13_999],
    [10_000, 0.29, 2_900],
    [999, 1, 999],
  ])("[A5.11] [A9.8] of %d at %d is %d, rounded down", (price, multiplier, expected) => {
    expect(discounted(rupees(price), fromMultiplier(multiplier))).toBe(rupees(expected));
  });

  it("[A5.11] takes off exactly the product, to the rupee", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000_000 }), discounts, (price, off) => {
        const result = discounted(rupees(price), off) / 100;
        const exact = BigInt(price) * BigInt(off);
        expect(BigInt(result)).toBe(exact / 10_000n);
      }),
    );
  });

  it("[A3.4] keeps its value over the wire; 1 is no discount", () => {
    fc.assert(
      fc.property(discounts, (off) => {
        expect(fromMultiplier(toMultiplier(off))).toBe(off);
      }),
    );
    expect(fromMultiplier(1)).toBe(NO_DISCOUNT);
  });

  it.each([0, 99, 10_001, 50.5, Number.NaN])("is refused as %d ten-thousandths", (odd) => {
    expect(() => discount(odd)).toThrow("a multiplier");
  });
});

describe("the band of an order", () => {
  const orders = fc.tuple(levels, plans, discounts);

  it("[A7.12] is found by its capital and its exact price, for every level, plan and coupon", () => {
    fc.assert(
      fc.property(orders, ([level, plan, off]) => {
        const { maxCapitalRupees } = bandAt(level);
        const amountRupees = priceOf(level, plan, off) / 100;
        expect(bandForOrder({ plan, maxCapitalRupees, amountRupees, discount: off })?.level).toBe(level);
      }),
    );
  });

  it("[A7.12] is none when the amount differs by one rupee, or the capital belongs to another band", () => {
    fc.assert(
      fc.property(orders, fc.constantFrom(-1, 1), ([level, plan, off], change) => {
        const { maxCapitalRupees } = bandAt(level);
        const amountRupees = priceOf(level, plan, off) / 100;
        const found = bandForOrder({ plan, maxCapitalRupees, amountRupees: amountRupees + change, discount: off });
        expect(found?.level).not.toBe(level);
        expect(bandForOrder({ plan, maxCapitalRupees: 75_000, amountRupees, discount: off })).toBeNull();
      }),
    );
  });

  it("[A9.7] distinguishes levels 4 and 5, which share their capital, by the price", () => {
    const order = { plan: "MONTHLY", maxCapitalRupees: 1_000_000, discount: NO_DISCOUNT } as const;
    expect(bandForOrder({ ...order, amountRupees: 9_999 })?.band).toBe(rupees(1_000_000));
    expect(bandForOrder({ ...order, amountRupees: 19_999 })?.band).toBe(rupees(10_000_000));
    expect(bandForOrder({ ...order, amountRupees: 9_999, discount: discount(5_000) })?.level).toBe(5);
  });
});
