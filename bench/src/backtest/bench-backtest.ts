import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { smaCross } from "@vriddhi/core/backtest/built-in/sma-cross";
import { roomForTrades } from "@vriddhi/core/backtest/kernel/kernel-trades";
import { runOrbKernel } from "@vriddhi/core/backtest/kernel/orb-kernel";
import { runSmaKernel } from "@vriddhi/core/backtest/kernel/sma-kernel";
import { runBacktest } from "@vriddhi/core/backtest/run-backtest";
import type { BacktestSettings } from "@vriddhi/core/backtest/settings";
import { tariffOf } from "@vriddhi/core/charges/tariff";
import type { BarSeries } from "@vriddhi/core/market/bar-series";
import { TRADING_HOURS } from "@vriddhi/core/risk/trading-hours";
import { rupees } from "@vriddhi/core/shared/money";
import { OPENING_RANGE_MODELS } from "@vriddhi/core/strategy/model/opening-range-model";
import { openingRangeForBacktest } from "@vriddhi/core/strategy/opening-range/backtest-port";
import { openBars } from "@vriddhi/research/bars/bar-cache";
import { readBarFile } from "@vriddhi/research/bars/bar-file";
import type { Row } from "../report.ts";
import { type BenchData, benchData } from "./bench-data.ts";
import { bestCpuSeconds, bestCpuSecondsAsync, bestProcessSeconds } from "./cpu-time.ts";
import { peerRows } from "./peers.ts";

const MILLION = 1e6;
const COMMAND = path.resolve(import.meta.dirname, "../../../apps/research/src/main/backtest.ts");

/** Everything that live orders have: sizes, ticks, slippage, charges, the day's end. */
const live: BacktestSettings = {
  fill: "next-open",
  sizing: { kind: "by_risk" },
  capital: rupees(10_000_000),
  tariff: tariffOf("zerodha"),
  slippage: { entry: 3, exit: 3, stop: 5 },
  hasTicks: true,
  barMinutes: 1,
  entriesUntil: null,
  flatFrom: null,
  lastExit: "close",
};
const intraday: BacktestSettings = {
  ...live,
  barMinutes: 5,
  entriesUntil: TRADING_HOURS.entriesUntil,
  flatFrom: TRADING_HOURS.closingFrom,
};

/** What the crossing of averages costs without orders, prices or a strategy: the floor of every engine. */
function bareLoop({ close, length }: BarSeries): number {
  let [fast, slow, crossings, trend] = [0, 0, 0, 0];
  for (let index = 30; index < length; index += 1) {
    fast += (close[index] as number) - (close[index - 10] as number);
    slow += (close[index] as number) - (close[index - 30] as number);
    const side = 3 * fast - slow > 0 ? 1 : -1;
    if (side !== trend) crossings += 1;
    trend = side;
  }
  return crossings;
}

function speedRow(name: string, bars: number, seconds: number, bare: number, targetMillions: number | null): Row {
  const speed = bars / seconds / MILLION;
  const ratio = bare === 0 ? "" : ` (${(speed / bare).toFixed(3)} of the bare loop)`;
  return {
    benchmark: `backtest: ${name}`,
    measured: `${speed.toFixed(1)} M bars/s${ratio}`,
    target: targetMillions === null ? "–" : `≥ ${targetMillions} M bars/s`,
    verdict: targetMillions === null ? "–" : speed >= targetMillions ? "PASS" : "FAIL",
  };
}

function engineRows(minutes: BarSeries, many: readonly BarSeries[]): readonly Row[] {
  const { length } = minutes;
  const bare = length / bestCpuSeconds(() => void bareLoop(minutes)) / MILLION;
  const trades = roomForTrades(minutes);
  const cross = { fast: 10, slow: 30 };
  const range = {
    rangeMinutes: 15,
    barMinutes: 1,
    targetRanges: 1,
    fill: "next-open",
    flatFrom: TRADING_HOURS.flatBy,
  } as const;
  const symbols = many.map(({ symbol }) => symbol);
  const own = openingRangeForBacktest({ symbols, barMinutes: 5, index: "NIFTY50", models: OPENING_RANGE_MODELS });
  const manyBars = many.reduce((sum, each) => sum + each.length, 0);
  const seconds = {
    sma: bestCpuSeconds(() => void runBacktest([minutes], smaCross(cross), live)),
    own: bestCpuSeconds(() => void runBacktest(many, own, intraday)),
    smaKernel: bestCpuSeconds(() => runSmaKernel(minutes, cross, "next-open", trades)),
    orbKernel: bestCpuSeconds(() => runOrbKernel(minutes, range, trades)),
  };
  return [
    speedRow("bare typed-array loop", length, length / bare / MILLION, 0, null),
    speedRow("live path, averages", length, seconds.sma, bare, 5),
    speedRow(`live path, our own strategy on ${many.length} files`, manyBars, seconds.own, bare, 5),
    speedRow("kernel, averages", length, seconds.smaKernel, bare, 100),
    speedRow("kernel, opening range", length, seconds.orbKernel, bare, 100),
  ];
}

async function fileRows({ minutes, many }: BenchData, folder: string): Promise<readonly Row[]> {
  const { length } = await openBars(minutes, folder);
  const read = await bestCpuSecondsAsync(() => readBarFile(minutes));
  const opened = await bestCpuSecondsAsync(() => openBars(minutes, folder));
  const all = await bestCpuSecondsAsync(async () => {
    for (const file of many) await openBars(file, folder);
  });
  const cold = bestProcessSeconds([COMMAND, "--strategy", "sma", "--data", minutes, "--cache", folder]);
  const rows = length / read / MILLION;
  const atMost = (name: string, seconds: number, limit: number): Row => ({
    benchmark: `backtest: ${name}`,
    measured: `${seconds.toFixed(3)} s of CPU`,
    target: `≤ ${limit} s`,
    verdict: seconds <= limit ? "PASS" : "FAIL",
  });
  return [
    {
      benchmark: "backtest: csv.gz to columns",
      measured: `${rows.toFixed(1)} M rows/s of CPU`,
      target: "≥ 3 M rows/s",
      verdict: rows >= 3 ? "PASS" : "FAIL",
    },
    atMost(`open ${length} bars from the cache`, opened, 0.3),
    atMost(`open ${many.length} files from the cache`, all, 0.3),
    atMost("a whole cold process, with report figures", cold, 0.6),
  ];
}

/** One thread, CPU time, best of five. */
export async function benchBacktest(): Promise<readonly Row[]> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "vriddhi-bench-backtest-"));
  try {
    const data = benchData(folder);
    if (!data.isReal) console.log("no market data beside the checkout: the back-test is measured on invented bars");
    const minutes = await openBars(data.minutes, folder);
    const many: BarSeries[] = [];
    for (const file of data.many) many.push(await openBars(file, folder));
    return [...engineRows(minutes, many), ...(await fileRows(data, folder)), ...peerRows(data.minutes)];
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
}
