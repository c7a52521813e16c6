import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { BarSeries } from "../../market/bar-series.ts";
import { rupees } from "../../shared/money.ts";
import { istMinute } from "../../time/ist.ts";
import { openingRange } from "../built-in/opening-range.ts";
import { smaCross } from "../built-in/sma-cross.ts";
import { runBacktest } from "../run-backtest.ts";
import { type BacktestSettings, NO_SLIPPAGE } from "../settings.ts";
import type { Trade } from "../trade.ts";
import { causeOf, type KernelFill, type KernelTrades, pointsOf, roomForTrades } from "./kernel-trades.ts";
import { runOrbKernel } from "./orb-kernel.ts";
import { type RandomBars, randomBars } from "./random-bars-fixture.ts";
import { runSmaKernel } from "./sma-kernel.ts";

const QUANTITY = 7;

const settings = (fill: KernelFill, flatFrom: number | null): BacktestSettings => ({
  fill,
  sizing: { kind: "fixed", quantity: QUANTITY },
  capital: rupees(1_000_000_000),
  tariff: null,
  slippage: NO_SLIPPAGE,
  hasTicks: false,
  barMinutes: 1,
  entriesUntil: null,
  flatFrom,
  lastExit: "close",
});

const fromEngine = (trades: readonly Trade[]) =>
  trades.map((trade) => ({
    entry: trade.entryMinute,
    exit: trade.exitMinute,
    entryPrice: trade.entryPrice,
    exitPrice: trade.exitPrice,
    direction: trade.side === "buy" ? 1 : -1,
    cause: trade.exitCause,
  }));

const fromKernel = ({ minute }: BarSeries, trades: KernelTrades) =>
  Array.from({ length: trades.count }, (_, place) => ({
    entry: minute[trades.entry[place] as number],
    exit: minute[trades.exit[place] as number],
    entryPrice: trades.entryPrice[place],
    exitPrice: trades.exitPrice[place],
    direction: trades.direction[place],
    cause: causeOf(trades, place),
  }));

const bars: fc.Arbitrary<RandomBars> = fc.record({
  days: fc.integer({ min: 0, max: 6 }),
  missing: fc.constantFrom(0, 5, 300),
  step: fc.constantFrom(1, 3, 40, 300),
});
const fills = fc.constantFrom<KernelFill>("next-open", "close");

describe("the vectorised kernels", () => {
  it("match the event engine trade by trade for crossing averages", () => {
    fc.assert(
      fc.property(
        fc.nat(),
        bars,
        fills,
        fc.integer({ min: 1, max: 20 }),
        fc.integer({ min: 1, max: 60 }),
        (seed, shape, fill, fast, more) => {
          const series = randomBars(seed, shape);
          const cross = { fast, slow: fast + more };
          const engine = runBacktest([series], smaCross(cross), settings(fill, null));
          const trades = roomForTrades(series);
          runSmaKernel(series, cross, fill, trades);
          expect(fromKernel(series, trades)).toEqual(fromEngine(engine.trades));
          expect(pointsOf(trades) * QUANTITY).toBe(engine.trades.reduce((sum, { gross }) => sum + gross, 0));
        },
      ),
      { numRuns: 150 },
    );
  });

  it("match the event engine trade by trade for opening ranges", () => {
    fc.assert(
      fc.property(
        fc.nat(),
        bars,
        fills,
        fc.constantFrom(5, 15, 60),
        fc.constantFrom(0.5, 1, 3),
        fc.integer({ min: 14 * 60, max: 15 * 60 + 29 }),
        (seed, shape, fill, rangeMinutes, targetRanges, flatFrom) => {
          const series = randomBars(seed, shape);
          const range = { rangeMinutes, barMinutes: 1, targetRanges };
          const engine = runBacktest([series], openingRange(range), settings(fill, flatFrom));
          const trades = roomForTrades(series);
          runOrbKernel(series, { rangeMinutes, barMinutes: 1, targetRanges, fill, flatFrom }, trades);
          expect(fromKernel(series, trades)).toEqual(fromEngine(engine.trades));
        },
      ),
      { numRuns: 200 },
    );
  });

  it("trade enough on random bars for a meaningful comparison", () => {
    const series = randomBars(1, { days: 30, missing: 5, step: 40 });
    const trades = roomForTrades(series);
    runSmaKernel(series, { fast: 10, slow: 30 }, "close", trades);
    expect(trades.count).toBeGreaterThan(200);
    runOrbKernel(
      series,
      { rangeMinutes: 5, barMinutes: 1, targetRanges: 1, fill: "close", flatFrom: istMinute(15, 10) },
      trades,
    );
    expect(trades.count).toBeGreaterThan(20);
    expect(new Set(Array.from({ length: trades.count }, (_, place) => causeOf(trades, place))).size).toBe(3);
  });
});
