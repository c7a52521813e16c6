import { describe, expect, it } from "vitest";
import { findSeriesFault } from "../../market/bar-series.ts";
import { istDate } from "../../time/ist.ts";
import { SYMBOLS } from "../strategy-fixture.ts";
import { createSyntheticMarket } from "./synthetic-market.ts";
import { syntheticSeries } from "./synthetic-series.ts";

const setup = { seed: 42, symbols: SYMBOLS, barMinutes: 5 };

describe("the synthetic market", () => {
  const series = syntheticSeries(setup, istDate("2026-01-01"), 60);

  it("is the same for the same seed and differs for another", () => {
    expect(createSyntheticMarket(setup).nextDay()).toEqual(createSyntheticMarket(setup).nextDay());
    const other = { seed: 43, symbols: SYMBOLS, barMinutes: 5 };
    expect(createSyntheticMarket(other).nextDay()).not.toEqual(createSyntheticMarket(setup).nextDay());
  });

  it("makes complete bars of a complete session", () => {
    for (const each of series) {
      expect(findSeriesFault(each)).toBeNull();
      expect(each.length).toBe(60 * 75);
    }
  });

  it("is most volatile at the open: the first 15 minutes are a third to three quarters of a day's range", () => {
    const shares: number[] = [];
    for (const { high, low } of series.slice(1))
      for (let day = 0; day < 60; day++) {
        const [from, until] = [day * 75, (day + 1) * 75];
        const range = (end: number) => Math.max(...high.subarray(from, end)) - Math.min(...low.subarray(from, end));
        shares.push(range(from + 3) / range(until));
      }
    shares.sort((one, other) => one - other);
    const median = shares[shares.length >> 1] ?? 0;
    expect(median).toBeGreaterThan(0.25);
    expect(median).toBeLessThan(0.75);
  });

  it("moves shares by one to three percent on a usual day, with gaps between the days", () => {
    const nights = series.slice(1).flatMap(({ open, close }) =>
      Array.from({ length: 59 }, (_, night) => {
        const before = close[night * 75 + 74] ?? 1;
        return { gap: (open[night * 75 + 75] ?? 0) / before - 1, move: (close[night * 75 + 149] ?? 0) / before - 1 };
      }),
    );
    const gaps = nights.filter(({ gap }) => Math.abs(gap) > 0.005).length;
    const mean = nights.reduce((sum, { move }) => sum + Math.abs(move), 0) / nights.length;
    expect(mean).toBeGreaterThan(0.008);
    expect(mean).toBeLessThan(0.03);
    expect(gaps / nights.length).toBeGreaterThan(0.2);
  });
});
