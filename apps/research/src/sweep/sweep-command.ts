import os from "node:os";
import { parseArgs } from "node:util";
import { momentsOf } from "@vriddhi/core/backtest/moments";
import { deflatedSharpe, overfittingChance, varianceOfSharpes } from "@vriddhi/core/backtest/overfitting";
import { brokerNames } from "@vriddhi/core/broker/broker-name";
import type { BarSeries } from "@vriddhi/core/market/bar-series";
import { openBars } from "../bars/bar-cache.ts";
import { oneOf, wholeAt } from "../run/backtest-options.ts";
import { barMinutesOf } from "../run/open-series.ts";
import { runTexts, usage } from "../run/run.texts.ts";
import { UsageError } from "../run/usage-error.ts";
import { keyOf, type Parameters, readGrid } from "./grid.ts";
import { openResults, readTrials } from "./results-file.ts";
import { sweepInParallel } from "./sweep-pool.ts";
import {
  createSweeper,
  isMeaningful,
  KERNELS,
  parametersOfKernel,
  type SweepResult,
  type SweepSettings,
} from "./sweep-run.ts";

export interface SweepOptions {
  readonly settings: SweepSettings;
  readonly combinations: readonly Parameters[];
  readonly workers: number;
  readonly out: string;
}

const options = {
  kernel: { type: "string" },
  data: { type: "string" },
  grid: { type: "string", multiple: true },
  fill: { type: "string", default: "next-open" },
  quantity: { type: "string", default: "100" },
  broker: { type: "string", default: "zerodha" },
  workers: { type: "string", default: String(os.availableParallelism()) },
  out: { type: "string", default: "data/sweep.jsonl" },
  cache: { type: "string", default: "data/cache/bars" },
} as const;

function readArguments(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: false }).values;
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : String(error)}\n\n${usage.sweep}`);
  }
}

export function readSweepOptions(args: readonly string[]): SweepOptions {
  const values = readArguments(args);
  if (values.kernel === undefined || values.data === undefined || values.grid === undefined)
    throw new UsageError(usage.sweep);
  const kernel = oneOf("kernel", values.kernel, KERNELS);
  const combinations = readGrid(values.grid);
  const names = Object.keys(combinations[0] ?? {});
  const wanted = parametersOfKernel(kernel);
  if (wanted.some((name) => !names.includes(name)) || names.length !== wanted.length)
    throw new UsageError(`--grid has to name ${wanted.join(" and ")} for ${kernel}.`);
  return {
    settings: {
      kernel,
      data: values.data,
      cache: values.cache,
      fill: oneOf("fill", values.fill, ["next-open", "close"]),
      quantity: wholeAt("quantity", values.quantity),
      broker: values.broker === "none" ? null : oneOf("broker", values.broker, brokerNames),
    },
    combinations,
    workers: wholeAt("workers", values.workers),
    out: values.out,
  };
}

export interface SweepOutcome {
  readonly results: readonly SweepResult[];
  readonly reused: number;
  readonly best: SweepResult | null;
  /** Of the best one, after as many trials as there were combinations. */
  readonly deflatedSharpe: number | null;
  readonly overfitting: number | null;
  readonly compared: number;
}

/** So many combinations are compared day by day; of more, every so many-th. */
const COMPARED_MAX = 300;
const BLOCKS = 12;

export async function runSweep(
  sweep: SweepOptions,
  progress: (done: number, all: number) => void,
): Promise<SweepOutcome> {
  const { settings, workers, out } = sweep;
  const series = await openBars(settings.data, settings.cache);
  const barMinutes = barMinutesOf(series);
  const combinations = sweep.combinations.filter((each) => isMeaningful(settings.kernel, each, barMinutes));
  if (combinations.length === 0) throw new UsageError(runTexts.nothingToSweep);
  const file = openResults(out, settings);
  const missing = combinations.filter((each) => !file.found.has(keyOf(each)));
  const found = new Map(file.found);
  let done = combinations.length - missing.length;
  progress(done, combinations.length);
  await sweepInParallel(settings, missing, workers, (results) => {
    file.append(results);
    for (const result of results) found.set(keyOf(result.parameters), result);
    done += results.length;
    progress(done, combinations.length);
  });
  const results = combinations.flatMap((each) => found.get(keyOf(each)) ?? []).sort((a, b) => b.sharpe - a.sharpe);
  const days = createSweeper(series, settings).days;
  return { results, reused: combinations.length - missing.length, ...judge(results, days) };
}

function judge(
  results: readonly SweepResult[],
  days: (parameters: Parameters) => readonly number[],
): Pick<SweepOutcome, "best" | "deflatedSharpe" | "overfitting" | "compared"> {
  const [best = null] = results;
  if (best === null || results.length < 2) return { best, deflatedSharpe: null, overfitting: null, compared: 0 };
  const compared = sampleOf(results).map(({ parameters }) => days(parameters));
  const moments = momentsOf(days(best.parameters));
  return {
    best,
    deflatedSharpe: deflatedSharpe(moments, results.length, varianceOfSharpes(compared)),
    overfitting: overfittingChance(compared, BLOCKS),
    compared: compared.length,
  };
}

function sampleOf(results: readonly SweepResult[]): readonly SweepResult[] {
  const every = Math.ceil(results.length / COMPARED_MAX);
  return results.filter((_, place) => place % every === 0);
}

export interface TrialJudgement {
  readonly trials: number;
  readonly varianceOfSharpe: number;
  readonly overfitting: number;
}

export function judgeTrials(file: string, series: BarSeries): TrialJudgement {
  const { settings, trials } = readTrials(file);
  if (trials.length < 2) throw new UsageError(`The sweep in ${file} has fewer than two results.`);
  const sweeper = createSweeper(series, { ...settings, data: "", cache: "" });
  const compared = sampleOf(trials).map(({ parameters }) => sweeper.days(parameters));
  return {
    trials: trials.length,
    varianceOfSharpe: varianceOfSharpes(compared),
    overfitting: overfittingChance(compared, BLOCKS),
  };
}
