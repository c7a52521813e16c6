import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { gunzipSync } from "node:zlib";
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
import type { Benchmark } from "../benchmark.ts";
import { judge, note, type Row } from "../report.ts";
import { type BenchData, benchData } from "./bench-data.ts";
import { bestCpuSeconds, bestCpuSecondsAsync, bestProcessSeconds } from "./cpu-time.ts";
import { measureVectorbt } from "./vectorbt.ts";

const MILLION = 1e6;
const VECTORBT_MIN = 3;
const LIVE_MIN = 0.015;
const OWN_MIN = 0.01;
const KERNEL_MIN = 0.35;
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

interface Engine {
  /** Bars per CPU second. */
  readonly bare: number;
  readonly live: number;
  readonly own: number;
  readonly kernels: Readonly<Record<"averages" | "opening range", number>>;
}

function measureEngine(minutes: BarSeries, many: readonly BarSeries[]): Engine {
  const { length } = minutes;
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
  return {
    bare: length / bestCpuSeconds(() => void bareLoop(minutes)),
    live: length / bestCpuSeconds(() => void runBacktest([minutes], smaCross(cross), live)),
    own: manyBars / bestCpuSeconds(() => void runBacktest(many, own, intraday)),
    kernels: {
      averages: length / bestCpuSeconds(() => runSmaKernel(minutes, cross, "next-open", trades)),
      "opening range": length / bestCpuSeconds(() => runOrbKernel(minutes, range, trades)),
    },
  };
}

const millions = (speed: number): string => `${(speed / MILLION).toFixed(1)} M`;

function ratioRow(name: string, speed: number, bare: number, atLeast: number): Row {
  return judge(
    `backtest: ${name} / bare loop`,
    speed / bare,
    { atLeast },
    `${millions(speed)} of ${millions(bare)} bars/s`,
  );
}

function vectorbtRow(file: string, live: number): Row {
  const peer = measureVectorbt(file);
  const name = "backtest: live path, averages / vectorbt";
  if (typeof peer === "string") return note(name, `skipped: ${peer}`);
  return judge(name, live / peer, { atLeast: VECTORBT_MIN }, `${millions(live)} against ${millions(peer)} bars/s`);
}

async function fileRows({ minutes }: BenchData, folder: string): Promise<readonly Row[]> {
  const packed = fs.readFileSync(minutes);
  const unpacking = bestCpuSeconds(() => void gunzipSync(packed).toString("latin1").split("\n"));
  const reading = await bestCpuSecondsAsync(() => readBarFile(minutes));
  const cold = bestProcessSeconds([COMMAND, "--strategy", "sma", "--data", minutes, "--cache", folder]);
  const node = bestProcessSeconds(["-e", "0"]);
  const against = (seconds: number, bare: number) => `${seconds.toFixed(3)} against ${bare.toFixed(3)} s of CPU`;
  return [
    judge(
      "backtest: csv.gz to columns / unpack and split",
      reading / unpacking,
      { atMost: 2 },
      against(reading, unpacking),
    ),
    judge("backtest: a cold process with its report / bare Node", cold / node, { atMost: 15 }, against(cold, node)),
  ];
}

/** One thread, CPU time, best of five. */
export const benchBacktest: Benchmark = async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "vriddhi-bench-backtest-"));
  try {
    const data = benchData(folder);
    if (!data.isReal) console.log("no market data beside the checkout: the back-test is measured on invented bars");
    const minutes = await openBars(data.minutes, folder);
    const many: BarSeries[] = [];
    for (const file of data.many) many.push(await openBars(file, folder));
    const { bare, live, own, kernels } = measureEngine(minutes, many);
    return [
      vectorbtRow(data.minutes, live),
      ratioRow("live path, averages", live, bare, LIVE_MIN),
      ratioRow(`live path, our own strategy on ${many.length} files`, own, bare, OWN_MIN),
      ...Object.entries(kernels).map(([name, speed]) => ratioRow(`kernel, ${name}`, speed, bare, KERNEL_MIN)),
      ...(await fileRows(data, folder)),
    ];
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
};
