import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Paise, paise, rupees } from "../shared/money.ts";
import { heatIntensity, readHeatMap, summariseHeatMap } from "./heat-map.ts";

const heatMapYears = readHeatMap();
const months = heatMapYears.flatMap((year) => year.months);
const amounts = fc.integer({ min: -100_000_000, max: 100_000_000 }).map(paise);

describe("the heat map's sample data", () => {
  it("[A2.51, A3.7] runs from January 2018 to May 2025 without a gap: 89 months, each with its label", () => {
    expect(months).toHaveLength(89);
    expect(months[0]).toMatchObject({ year: 2018, month: 1, label: "Jan 2018" });
    expect(months.at(-1)).toMatchObject({ year: 2025, month: 5, label: "May 2025" });
    const counted = Array.from({ length: 89 }, (_, index) => [2018 + Math.floor(index / 12), (index % 12) + 1]);
    expect(months.map(({ year, month }) => [year, month])).toEqual(counted);
  });

  it("[A1.4, A9.10] has 76 profitable months and no month of zero", () => {
    const summary = summariseHeatMap(heatMapYears);
    expect([summary.profitableCount, summary.monthCount]).toEqual([76, 89]);
    expect(months.filter(({ result }) => result < 0)).toHaveLength(13);
  });

  it("adds up: years to the total, months to their year", () => {
    for (const { months: own, total } of heatMapYears)
      expect(own.reduce((sum, { result }) => sum + result, 0)).toBe(total);
    expect(heatMapYears.reduce((sum, { total }) => sum + total, 0)).toBe(summariseHeatMap(heatMapYears).total);
  });

  it("has unique best and worst months", () => {
    const { best, worst } = summariseHeatMap(heatMapYears);
    for (const { result } of months) {
      expect(result).toBeLessThanOrEqual(best?.result ?? Number.NaN);
      expect(result).toBeGreaterThanOrEqual(worst?.result ?? Number.NaN);
    }
    expect(summariseHeatMap([])).toEqual({ monthCount: 0, profitableCount: 0, total: 0, best: null, worst: null });
  });
});

describe("[A9.9] the intensity of a month", () => {
  it.each([
    [0, 0],
    [1_500, 0.1],
    [-7_500, 0.5],
    [15_000, 1],
    [-15_000, 1],
    [40_000, 1],
  ])("of ₹%i is %d", (amount, intensity) => {
    expect(heatIntensity(rupees(amount))).toBeCloseTo(intensity, 12);
  });

  it("is between 0 and 1, ignores the sign and never falls as the amount grows", () => {
    fc.assert(
      fc.property(amounts, amounts, (one, other) => {
        const [small, large] = [one, other].toSorted((a, b) => Math.abs(a) - Math.abs(b)) as [Paise, Paise];
        expect(heatIntensity(one)).toBeGreaterThanOrEqual(0);
        expect(heatIntensity(one)).toBeLessThanOrEqual(1);
        expect(heatIntensity(paise(-one))).toBe(heatIntensity(one));
        expect(heatIntensity(small)).toBeLessThanOrEqual(heatIntensity(large));
      }),
    );
  });
});
