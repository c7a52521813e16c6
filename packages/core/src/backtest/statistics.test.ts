import { describe, expect, it } from "vitest";
import { createSeededRandom } from "../shared/random.ts";
import { sharpeInterval, tradeMeanInterval } from "./confidence.ts";
import { momentsOf, sharpeOf } from "./moments.ts";
import { normalChance, normalQuantile } from "./normal.ts";
import { bestOfWorthless, deflatedSharpe, overfittingChance, probabilisticSharpe } from "./overfitting.ts";
import { dayReturns, statisticsOf, worstDrawdown } from "./statistics.ts";
import type { BacktestOutcome, Trade } from "./trade.ts";

/** 2025-12-31 and the two days after it. */
const LAST_OF_YEAR = 20_453;

const aTrade = (net: number, day = LAST_OF_YEAR): Trade => ({
  symbol: "TEST",
  side: "buy",
  quantity: 10,
  entryMinute: day * 1_440 + 600,
  entryPrice: 1_000,
  exitMinute: day * 1_440 + 610,
  exitPrice: 1_000,
  exitCause: "time",
  gross: net + 5,
  charges: 5,
  net,
  reason: "",
});

/** Approximately normal numbers: sums of twelve uniform ones. */
function noise(seed: number, count: number, mean = 0): number[] {
  const random = createSeededRandom(seed);
  const even = (): number => random.int(0, 1_000_000) / 1_000_000;
  return Array.from({ length: count }, () => mean + Array.from({ length: 12 }, even).reduce((a, b) => a + b) - 6);
}

describe("normal numbers", () => {
  it("have the probabilities of printed tables", () => {
    expect(normalChance(0)).toBe(0.5);
    expect(normalChance(1.959963984540054)).toBeCloseTo(0.975, 12);
    expect(normalChance(-2.3263478740408408)).toBeCloseTo(0.01, 12);
    expect(normalQuantile(0.975)).toBeCloseTo(1.959963984540054, 10);
    expect([normalChance(-9), normalChance(9)]).toEqual([0, 1]);
  });
});

describe("statistics of a back-test", () => {
  const outcome: BacktestOutcome = {
    strategy: "test",
    trades: [aTrade(200), aTrade(-100, LAST_OF_YEAR + 2)],
    days: [
      { day: LAST_OF_YEAR, equity: 10_200 },
      { day: LAST_OF_YEAR + 1, equity: 10_200 },
      { day: LAST_OF_YEAR + 2, equity: 10_100 },
    ],
    lost: { too_late: 0, no_shares: 0, limit_not_reached: 0 },
    bars: 3,
    finalEquity: 10_100,
  };

  it("are computed from daily equity and from trades", () => {
    const statistics = statisticsOf(outcome, 10_000);
    expect(statistics).toMatchObject({ trades: 2, net: 100, gross: 110, charges: 10, winShare: 0.5, profitFactor: 2 });
    expect(statistics.drawdown).toBeCloseTo(-100 / 10_200, 12);
    expect(statistics.years).toEqual([
      { period: "2025", trades: 1, net: 200, share: 0.02 },
      { period: "2026", trades: 1, net: -100, share: -100 / 10_200 },
    ]);
    expect(statistics.withoutBest).toEqual({ net: 0, meanBasisPoints: 0 });
  });

  it("measure the drawdown from the highest equity, including the initial capital", () => {
    expect(worstDrawdown(outcome.days, 10_000)).toBeCloseTo(-100 / 10_200, 12);
    expect(worstDrawdown([{ day: 1, equity: 9_000 }], 10_000)).toBeCloseTo(-0.1, 12);
    expect(dayReturns(outcome.days, 10_000)[1]).toBe(0);
  });
});

describe("a confidence interval", () => {
  it("resamples days, and is the same for the same seed", () => {
    const trades = noise(1, 300, 0.2).map((gain, index) => aTrade(Math.round(gain * 100), LAST_OF_YEAR + index));
    const interval = tradeMeanInterval(trades, createSeededRandom(7), 500);
    expect(interval).toEqual(tradeMeanInterval(trades, createSeededRandom(7), 500));
    const { mean, deviation } = momentsOf(trades.map(({ net }) => net));
    const half = (1.96 * deviation) / Math.sqrt(300);
    expect(interval?.low).toBeCloseTo(mean - half, -1);
    expect(interval?.high).toBeCloseTo(mean + half, -1);
  });

  it("is wider where trades of one day are correlated", () => {
    const gains = noise(2, 60);
    const apart = gains.flatMap((gain, day) => [0, 1, 2, 3].map((n) => aTrade(Math.round(gain * 100), day * 4 + n)));
    const together = gains.flatMap((gain, day) => [0, 1, 2, 3].map(() => aTrade(Math.round(gain * 100), day * 4)));
    const width = (trades: Trade[]): number => {
      const interval = tradeMeanInterval(trades, createSeededRandom(3), 500);
      return (interval?.high ?? 0) - (interval?.low ?? 0);
    };
    expect(width(together)).toBeGreaterThan(1.6 * width(apart));
  });

  it("is null without data", () => {
    expect(tradeMeanInterval([], createSeededRandom(1), 10)).toBeNull();
    expect(sharpeInterval([0.1], createSeededRandom(1), 10)).toBeNull();
  });
});

describe("overfitting", () => {
  it("requires more of the best of many trials than of a single one", () => {
    const moments = momentsOf(noise(4, 500, 0.08));
    expect(deflatedSharpe(moments, 1)).toBeCloseTo(probabilisticSharpe(moments, 0), 12);
    expect(deflatedSharpe(moments, 64)).toBeLessThan(deflatedSharpe(moments, 9));
    expect(bestOfWorthless(10, 1)).toBeCloseTo(1.5746, 3);
  });

  it("gives the known probability of a Sharpe ratio of normal days", () => {
    // 101 days, ratio 0.1, normal shape: (0.1 × 10) / sqrt(1 + 0.5 × 0.01) = 0.99751.
    const moments = { count: 101, mean: 0.1, deviation: 1, skewness: 0, kurtosis: 3 };
    expect(sharpeOf(moments)).toBe(0.1);
    expect(probabilisticSharpe(moments, 0)).toBeCloseTo(normalChance(1 / Math.sqrt(1.005)), 12);
  });

  it("is about even among worthless configurations and zero when one is truly better", () => {
    const worthless = Array.from({ length: 20 }, (_, n) => noise(100 + n, 400));
    const chance = overfittingChance(worthless, 8);
    expect(chance).toBeGreaterThan(0.2);
    expect(chance).toBeLessThan(0.9);
    expect(overfittingChance([...worthless, noise(500, 400, 1)], 8)).toBe(0);
  });
});
