import type { BarSeries } from "../../market/bar-series.ts";
import type { ExitCause } from "../trade.ts";

export type KernelFill = "next-open" | "close";

export const CAUSE = { signal: 0, stop: 1, target: 2, time: 3, end: 4 } as const satisfies Record<ExitCause, number>;
const CAUSES = Object.keys(CAUSE) as ExitCause[];

/** Trades in columns, by bar number. Reused by every run, so that a sweep allocates once. */
export interface KernelTrades {
  count: number;
  readonly entry: Int32Array;
  readonly exit: Int32Array;
  readonly entryPrice: Int32Array;
  readonly exitPrice: Int32Array;
  /** 1 long, -1 short. */
  readonly direction: Int8Array;
  readonly cause: Uint8Array;
}

export const roomForTrades = ({ length }: BarSeries): KernelTrades => ({
  count: 0,
  entry: new Int32Array(length),
  exit: new Int32Array(length),
  entryPrice: new Int32Array(length),
  exitPrice: new Int32Array(length),
  direction: new Int8Array(length),
  cause: new Uint8Array(length),
});

export function pointsOf({ count, entryPrice, exitPrice, direction }: KernelTrades): number {
  let points = 0;
  for (let trade = 0; trade < count; trade += 1)
    points += (direction[trade] as number) * ((exitPrice[trade] as number) - (entryPrice[trade] as number));
  return points;
}

export const causeOf = ({ cause }: KernelTrades, trade: number): ExitCause => CAUSES[cause[trade] as number] ?? "end";
