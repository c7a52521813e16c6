import { parseArgs } from "node:util";
import { BACKTEST_LIMITS, BACKTEST_STRATEGIES, type BacktestStrategy } from "@vriddhi/core/backtest/backtest-request";
import { REFERENCES, type ReferenceName } from "@vriddhi/core/backtest/references";
import { FILL_MODELS, type FillModel } from "@vriddhi/core/backtest/settings";
import { type BrokerName, brokerNames } from "@vriddhi/core/broker/broker-name";
import { type IstDate, isCalendarDate, istDate } from "@vriddhi/core/time/ist";
import { runTexts, usage } from "./run.texts.ts";
import { UsageError } from "./usage-error.ts";

export type StrategyName = BacktestStrategy;

export interface BacktestOptions {
  readonly strategy: StrategyName;
  /** Null: the synthetic market. */
  readonly data: string | null;
  /** Null: every file of the folder. */
  readonly symbols: readonly string[] | null;
  readonly from: IstDate | null;
  readonly to: IstDate | null;
  readonly capitalRupees: number;
  readonly fill: FillModel;
  /** Null: nothing is charged. */
  readonly broker: BrokerName | null;
  readonly slippage: number;
  readonly stopSlippage: number;
  readonly isIntraday: boolean;
  readonly parameters: Readonly<Record<string, number>>;
  readonly trials: number;
  /** Results of the sweep that chose the parameters. */
  readonly sweep: string | null;
  readonly out: string | null;
  readonly cache: string;
  /** For a program that reads: figures on the standard output, progress beside them. */
  readonly isJson: boolean;
}

export interface ReferenceOptions {
  readonly reference: ReferenceName;
  readonly data: string;
  /** Null: every fill that the reference is defined for. */
  readonly fill: FillModel | null;
  readonly quantity: number | null;
  readonly cache: string;
}

/** The sandbox's data folder, which is in no repository. */
const CACHE = "data/cache/bars";

const options = {
  strategy: { type: "string" },
  reference: { type: "string" },
  data: { type: "string" },
  symbols: { type: "string" },
  from: { type: "string" },
  to: { type: "string" },
  capital: { type: "string", default: "100000" },
  fill: { type: "string" },
  broker: { type: "string", default: "zerodha" },
  slippage: { type: "string", default: "3" },
  "stop-slippage": { type: "string", default: "5" },
  intraday: { type: "boolean", default: false },
  set: { type: "string", multiple: true },
  quantity: { type: "string" },
  trials: { type: "string", default: "1" },
  sweep: { type: "string" },
  out: { type: "string" },
  cache: { type: "string", default: CACHE },
  synthetic: { type: "boolean", default: false },
  json: { type: "boolean", default: false },
} as const;

function readArguments(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: false }).values;
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : String(error)}\n\n${usage.backtest}`);
  }
}

export function oneOf<T extends string>(name: string, text: string, allowed: readonly T[]): T {
  const found = allowed.find((each) => each === text);
  if (found === undefined) throw new UsageError(`--${name} is one of ${allowed.join(", ")}, not ${text}.`);
  return found;
}

/** More than anyone wants, and less than what the sums of a run can hold. */
const COUNT_MAX = 1_000_000;
/** A tenth of the price. */
const SLIPPAGE_MAX = 1_000;

export function numberAt(name: string, text: string, min: number, max = COUNT_MAX): number {
  const value = Number(text);
  if (text.trim() === "" || !Number.isFinite(value) || value < min || value > max)
    throw new UsageError(runTexts.numberFrom(name, min, max, text));
  return value;
}

export function wholeAt(name: string, text: string): number {
  const value = numberAt(name, text, 1);
  if (!Number.isInteger(value)) throw new UsageError(runTexts.wholeNumber(name, text));
  return value;
}

function dateAt(name: string, text: string | undefined): IstDate | null {
  if (text === undefined) return null;
  if (!isCalendarDate(text)) throw new UsageError(`--${name} is a date like 2025-07-01, not ${text}.`);
  return istDate(text);
}

/** `fast=10` as often as wanted. */
function readParameters(settings: readonly string[]): Record<string, number> {
  return Object.fromEntries(
    settings.map((setting) => {
      const [name = "", value = ""] = setting.split("=");
      const number = Number(value);
      if (name === "" || value.trim() === "" || !Number.isFinite(number))
        throw new UsageError(runTexts.setForm(setting));
      return [name, number];
    }),
  );
}

type Values = ReturnType<typeof readArguments>;

function symbolsOf({ symbols }: Values): readonly string[] | null {
  const names = symbols?.split(",").map((symbol) => symbol.trim()) ?? null;
  if (names?.includes("")) throw new UsageError(runTexts.symbolNames);
  return names;
}

function dataOf({ data }: Values): string {
  if (data === undefined || data === "") throw new UsageError(usage.backtest);
  return data;
}

const readReference = (values: Values, reference: string, fill: FillModel | null): ReferenceOptions => ({
  reference: oneOf("reference", reference, REFERENCES),
  data: dataOf(values),
  fill,
  quantity: values.quantity === undefined ? null : wholeAt("quantity", values.quantity),
  cache: values.cache,
});

export function readBacktestOptions(args: readonly string[]): BacktestOptions | ReferenceOptions {
  const values = readArguments(args);
  const fill = values.fill === undefined ? null : oneOf("fill", values.fill, FILL_MODELS);
  if (values.reference !== undefined) return readReference(values, values.reference, fill);
  if (values.strategy === undefined) throw new UsageError(usage.backtest);
  return {
    strategy: oneOf("strategy", values.strategy, BACKTEST_STRATEGIES),
    data: values.synthetic ? null : dataOf(values),
    symbols: symbolsOf(values),
    from: dateAt("from", values.from),
    to: dateAt("to", values.to),
    capitalRupees: Math.floor(numberAt("capital", values.capital, 1, BACKTEST_LIMITS.capitalMaxRupees)),
    fill: fill ?? "next-open",
    broker: values.broker === "none" ? null : oneOf("broker", values.broker, brokerNames),
    slippage: numberAt("slippage", values.slippage, 0, SLIPPAGE_MAX),
    stopSlippage: numberAt("stop-slippage", values["stop-slippage"], 0, SLIPPAGE_MAX),
    isIntraday: values.intraday,
    parameters: readParameters(values.set ?? []),
    trials: wholeAt("trials", values.trials),
    sweep: values.sweep ?? null,
    out: values.out ?? null,
    cache: values.cache,
    isJson: values.json,
  };
}
