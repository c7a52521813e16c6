import type { Strategy } from "@vriddhi/core/backtest/strategy-port";
import type { BarSeries } from "@vriddhi/core/market/bar-series";
import { MINUTES_PER_DAY } from "@vriddhi/core/market/bar-time";

/** Called with the finished part of the work, 0 to 1. */
export type ReportProgress = (share: number) => void;
/** Called at the beginning of each trading day. */
export type DayWatch = (day: number) => void;

/** How much of the whole is opening the files, and how much is running through the days; the rest is judging. */
export const READING = 0.3;
export const RUNNING = 0.6;

/** Less than this is not worth a line. */
const STEP = 0.01;

/** One line for every hundredth: `progress 0.42`. */
export function createProgressReporter(report: (line: string) => void): ReportProgress {
  let reportedPercent = -1;
  return (share) => {
    if (share < reportedPercent + STEP) return;
    reportedPercent = share;
    report(`progress ${share.toFixed(2)}`);
  };
}

export function dayWatch(series: readonly BarSeries[], report: ReportProgress): DayWatch {
  const dayOf = (minute: number | undefined): number => Math.floor((minute ?? 0) / MINUTES_PER_DAY);
  const first = Math.min(...series.map(({ minute }) => dayOf(minute[0])));
  const last = Math.max(...series.map(({ minute, length }) => dayOf(minute[length - 1])));
  return (day) => report((day - first) / (last - first + 1));
}

export const watched = <State>(strategy: Strategy<State>, watch: DayWatch): Strategy<State> => ({
  name: strategy.name,
  start: (symbols) => strategy.start(symbols),
  step(state, event) {
    if (event.kind === "day_start") watch(event.day);
    return strategy.step(state, event);
  },
});
