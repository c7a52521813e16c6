import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { pointsOf, roomForTrades } from "@vriddhi/core/backtest/kernel/kernel-trades";
import { runOrbKernel } from "@vriddhi/core/backtest/kernel/orb-kernel";
import { runSmaKernel } from "@vriddhi/core/backtest/kernel/sma-kernel";
import type { ReferenceName } from "@vriddhi/core/backtest/references";
import { istMinute } from "@vriddhi/core/time/ist";
import { afterAll, describe, expect, it } from "vitest";
import { openBars } from "../bars/bar-cache.ts";
import { marketData } from "../testing/market-data.ts";
import { referenceJson, referenceSummary, runReferences } from "./run-reference.ts";

const cache = fs.mkdtempSync(path.join(os.tmpdir(), "vriddhi-reference-"));
afterAll(() => fs.rmSync(cache, { recursive: true }));

const GOOG = marketData("reference/GOOG_daily.csv");
const RELIANCE = marketData("bars1m/RELIANCE.csv.gz");

const options = (reference: ReferenceName, data: string) => ({ reference, data, fill: null, quantity: null, cache });

// Machines without the market data have the hand-made bars of the core's tests.
describe.skipIf(GOOG === null)("the published result of another engine", () => {
  it("is reproduced to the last decimal", async () => {
    const asked = options("sma-10-30", GOOG ?? "");
    const [run] = await runReferences(asked);
    expect(run && referenceSummary(asked, run)).toBe(
      "sma-10-30, next-open: 66 trades, final equity 51422.99, maximum drawdown -47.98012705 %",
    );
  });
});

describe.skipIf(RELIANCE === null)("a year of one-minute bars", () => {
  it("gives 4,116 crossing trades with both fill models", async () => {
    const asked = options("sma-10-30-fixed", RELIANCE ?? "");
    const runs = await runReferences(asked);
    expect(runs.map((run) => referenceSummary(asked, run))).toEqual([
      "sma-10-30-fixed, next-open: 4116 trades, total 17120.00",
      "sma-10-30-fixed, close: 4116 trades, total 7820.00",
    ]);
    const parsed = JSON.parse(referenceJson(asked, runs)) as { runs: { trades: Record<string, unknown>[] }[] };
    expect(parsed.runs.map(({ trades }) => trades.length)).toEqual([4_116, 4_116]);
    expect(parsed.runs[0]?.trades[0]).toMatchObject({
      side: "short",
      quantity: 100,
      entry_time: "2025-07-01T09:59",
      entry_price: 1513.8,
      exit_time: "2025-07-01T10:23",
      exit_price: 1513,
      gross: 80,
    });
  });

  it("gives the same crossing and opening-range trades with the kernels", async () => {
    const series = await openBars(RELIANCE ?? "", cache);
    const trades = roomForTrades(series);
    const ranges = await runReferences(options("orb-15", RELIANCE ?? ""));
    for (const { fill, outcome } of ranges) {
      if (fill === "limit-through") continue;
      runOrbKernel(
        series,
        { rangeMinutes: 15, barMinutes: 1, targetRanges: 1, fill, flatFrom: istMinute(15, 10) },
        trades,
      );
      expect(trades.count).toBe(outcome.trades.length);
      expect(pointsOf(trades) * 100).toBe(outcome.trades.reduce((sum, { gross }) => sum + gross, 0));
    }
    runSmaKernel(series, { fast: 10, slow: 30 }, "next-open", trades);
    expect([trades.count, pointsOf(trades) * 100]).toEqual([4_116, 1_712_000]);
  });
});
