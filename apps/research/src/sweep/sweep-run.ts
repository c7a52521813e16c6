import { type KernelFill, type KernelTrades, roomForTrades } from "@vriddhi/core/backtest/kernel/kernel-trades";
import { runOrbKernel } from "@vriddhi/core/backtest/kernel/orb-kernel";
import { runSmaKernel } from "@vriddhi/core/backtest/kernel/sma-kernel";
import { momentsOf, sharpeOf } from "@vriddhi/core/backtest/moments";
import { TRADING_DAYS_PER_YEAR } from "@vriddhi/core/backtest/statistics";
import type { BrokerName } from "@vriddhi/core/broker/broker-name";
import { judgeRoundTrip } from "@vriddhi/core/charges/charges";
import { type Tariff, tariffOf } from "@vriddhi/core/charges/tariff";
import type { BarSeries } from "@vriddhi/core/market/bar-series";
import { MINUTES_PER_DAY } from "@vriddhi/core/market/bar-time";
import { TRADING_HOURS } from "@vriddhi/core/risk/trading-hours";
import { type Paise, paise } from "@vriddhi/core/shared/money";
import { barMinutesOf } from "../run/open-series.ts";
import type { Parameters } from "./grid.ts";

export const KERNELS = ["sma", "orb"] as const;
export type KernelName = (typeof KERNELS)[number];

export interface SweepSettings {
  readonly kernel: KernelName;
  readonly data: string;
  readonly cache: string;
  readonly fill: KernelFill;
  readonly quantity: number;
  /** Null: nothing is charged. */
  readonly broker: BrokerName | null;
}

export interface SweepResult {
  readonly parameters: Parameters;
  readonly trades: number;
  /** Paise, after charges. */
  readonly net: number;
  readonly sharpe: number;
  readonly won: number;
}

/** Runs one combination after the other on the same bars, in the same memory. */
export interface Sweeper {
  run(parameters: Parameters): SweepResult;
  /** What each day brought, in paise. */
  days(parameters: Parameters): readonly number[];
}

const kernelParameters: Readonly<Record<KernelName, readonly string[]>> = {
  sma: ["fast", "slow"],
  orb: ["range", "target"],
};

export const parametersOfKernel = (kernel: KernelName): readonly string[] => kernelParameters[kernel];

/** False for combinations that mean nothing. */
export function isMeaningful(kernel: KernelName, parameters: Parameters, barMinutes: number): boolean {
  const { fast = 0, slow = 0, range = 0, target = 0 } = parameters;
  if (kernel === "sma") return Number.isInteger(fast) && Number.isInteger(slow) && fast >= 1 && fast < slow;
  return range >= barMinutes && range % barMinutes === 0 && target > 0;
}

function runKernel(series: BarSeries, settings: SweepSettings, parameters: Parameters, trades: KernelTrades): void {
  const { fast = 0, slow = 0, range = 0, target = 0 } = parameters;
  const { fill } = settings;
  if (settings.kernel === "sma") {
    runSmaKernel(series, { fast, slow }, fill, trades);
    return;
  }
  const barMinutes = barMinutesOf(series);
  const flatFrom = TRADING_HOURS.closingFrom;
  runOrbKernel(series, { rangeMinutes: range, barMinutes, targetRanges: target, fill, flatFrom }, trades);
}

/** Each trade's charges as if it were the day's only trade. */
function netOf(trades: KernelTrades, place: number, quantity: number, tariff: Tariff | null): number {
  const [entry, exit] = [trades.entryPrice[place] as Paise, trades.exitPrice[place] as Paise];
  const isLong = trades.direction[place] === 1;
  if (tariff === null) return quantity * (isLong ? exit - entry : entry - exit);
  const [buyPrice, sellPrice] = isLong ? [entry, exit] : [exit, entry];
  return judgeRoundTrip({ quantity, buyPrice: paise(buyPrice), sellPrice: paise(sellPrice) }, tariff).net;
}

function dayPlaces({ minute, length }: BarSeries): { readonly places: Int32Array; readonly count: number } {
  const places = new Int32Array(length);
  let [day, count] = [-1, 0];
  for (let index = 0; index < length; index += 1) {
    const today = Math.floor((minute[index] as number) / MINUTES_PER_DAY);
    if (today !== day) count += 1;
    day = today;
    places[index] = count - 1;
  }
  return { places, count };
}

export function createSweeper(series: BarSeries, settings: SweepSettings): Sweeper {
  const trades = roomForTrades(series);
  const { places, count } = dayPlaces(series);
  const tariff = settings.broker === null ? null : tariffOf(settings.broker);

  function days(parameters: Parameters): number[] {
    runKernel(series, settings, parameters, trades);
    const results = Array.from({ length: count }, () => 0);
    for (let place = 0; place < trades.count; place += 1) {
      const day = places[trades.exit[place] as number] as number;
      results[day] = (results[day] ?? 0) + netOf(trades, place, settings.quantity, tariff);
    }
    return results;
  }

  function run(parameters: Parameters): SweepResult {
    const results = days(parameters);
    let won = 0;
    for (let place = 0; place < trades.count; place += 1)
      if (netOf(trades, place, settings.quantity, tariff) > 0) won += 1;
    return {
      parameters,
      trades: trades.count,
      net: results.reduce((sum, result) => sum + result, 0),
      sharpe: sharpeOf(momentsOf(results)) * Math.sqrt(TRADING_DAYS_PER_YEAR),
      won,
    };
  }

  return { run, days };
}
