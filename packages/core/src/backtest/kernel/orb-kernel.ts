import { type BarSeries, firstBarFrom, rowAt } from "../../market/bar-series.ts";
import { MINUTES_PER_DAY } from "../../market/bar-time.ts";
import { SESSION_OPEN } from "../../time/session-hours.ts";
import { BREAKOUT_UNTIL, type OpeningRangeSettings } from "../built-in/opening-range.ts";
import { stopFill, targetFill } from "../fill-price.ts";
import { CAUSE, type KernelFill, type KernelTrades } from "./kernel-trades.ts";

export interface OrbKernelSettings extends OpeningRangeSettings {
  readonly fill: KernelFill;
  readonly flatFrom: number;
}

interface Day {
  readonly midnight: number;
  readonly start: number;
  readonly end: number;
  high: number;
  low: number;
}

interface Edges {
  readonly isUp: boolean;
  readonly stop: number;
  readonly target: number;
}

/** The opening range on one share; equals the event engine with a fixed quantity, trade by trade. */
export function runOrbKernel(series: BarSeries, settings: OrbKernelSettings, trades: KernelTrades): void {
  trades.count = 0;
  let start = 0;
  while (start < series.length) {
    const midnight = Math.floor((series.minute[start] as number) / MINUTES_PER_DAY) * MINUTES_PER_DAY;
    const end = endOfDay(series, start, midnight + MINUTES_PER_DAY);
    tradeDay(series, { midnight, start, end, high: 0, low: 0x7fffffff }, settings, trades);
    start = end;
  }
}

/** The usual length of a session: the search starts there. */
const USUAL_BARS = 375;

function endOfDay(series: BarSeries, start: number, midnight: number): number {
  const guess = start + USUAL_BARS;
  const { minute, length } = series;
  if (guess <= length && (minute[guess - 1] as number) < midnight)
    if (guess === length || (minute[guess] as number) >= midnight) return guess;
  return firstBarFrom(series, midnight);
}

function tradeDay(series: BarSeries, day: Day, settings: OrbKernelSettings, trades: KernelTrades): void {
  const after = measureRange(series, day, settings);
  if (after < 0) return;
  const signal = findBreak(series, day, after);
  if (signal < 0) return;
  const delay = settings.fill === "close" ? 0 : 1;
  const entry = signal + delay;
  if (entry >= day.end) return;
  if (delay === 1 && (series.minute[entry] as number) >= day.midnight + settings.flatFrom) return;
  const isUp = (series.close[signal] as number) > day.high;
  const place = trades.count;
  trades.count = place + 1;
  trades.entry[place] = entry;
  trades.entryPrice[place] = (delay === 0 ? series.close[entry] : series.open[entry]) as number;
  trades.direction[place] = isUp ? 1 : -1;
  const reach = Math.round((day.high - day.low) * settings.targetRanges);
  const close = series.close[signal] as number;
  const edges = isUp ? { isUp, stop: day.low, target: close + reach } : { isUp, stop: day.high, target: close - reach };
  leave(series, day, settings, trades, edges);
}

/** The first bar after the range; -1 if bars of it are missing. */
function measureRange({ minute, high, low }: BarSeries, day: Day, settings: OrbKernelSettings): number {
  const { rangeMinutes, barMinutes } = settings;
  const opens = day.midnight + SESSION_OPEN;
  let index = day.start;
  while (index < day.end && (minute[index] as number) < opens) index += 1;
  const first = index;
  let [top, bottom] = [0, 0x7fffffff];
  for (; index < day.end && (minute[index] as number) < opens + rangeMinutes; index += 1) {
    top = Math.max(top, high[index] as number);
    bottom = Math.min(bottom, low[index] as number);
  }
  day.high = top;
  day.low = bottom;
  return (index - first) * barMinutes === rangeMinutes ? index : -1;
}

function findBreak({ minute, close }: BarSeries, { midnight, end, high, low }: Day, after: number): number {
  const until = midnight + BREAKOUT_UNTIL;
  for (let index = after; index < end; index += 1) {
    const now = close[index] as number;
    if (now <= high && now >= low) continue;
    return (minute[index] as number) < until ? index : -1;
  }
  return -1;
}

function end(trades: KernelTrades, exit: number, price: number, cause: number): void {
  const place = trades.count - 1;
  trades.exit[place] = exit;
  trades.exitPrice[place] = price;
  trades.cause[place] = cause;
}

/** The bar in which the day's end closes the position; stop or target may end it before. */
function lastWatched({ minute }: BarSeries, day: Day, { fill, flatFrom, barMinutes }: OrbKernelSettings): number {
  const from = day.midnight + (fill === "close" ? flatFrom - barMinutes : flatFrom);
  let index = day.end;
  while (index > day.start && (minute[index - 1] as number) >= from) index -= 1;
  return index;
}

/** Ends the trade by time: at the open of `bar`, at its close, or at the day's last close if there is no such bar. */
function endByTime(series: BarSeries, day: Day, fill: KernelFill, bar: number, trades: KernelTrades): void {
  if (bar >= day.end) end(trades, day.end - 1, series.close[day.end - 1] as number, CAUSE.time);
  else end(trades, bar, (fill === "close" ? series.close[bar] : series.open[bar]) as number, CAUSE.time);
}

/** Stop and target work before this bar; with closing fills also in the bar that ends the day. */
const watchUntil = (day: Day, fill: KernelFill, last: number): number =>
  fill === "close" ? Math.min(last + 1, day.end) : last;

/** The first bar from `first` that reaches the stop below or the target above; `until` without one. */
function touchesLong({ high, low }: BarSeries, first: number, until: number, stop: number, target: number): number {
  let index = first;
  while (index < until && (low[index] as number) > stop && (high[index] as number) < target) index += 1;
  return index;
}

function touchesShort({ high, low }: BarSeries, first: number, until: number, stop: number, target: number): number {
  let index = first;
  while (index < until && (high[index] as number) < stop && (low[index] as number) > target) index += 1;
  return index;
}

function leave(series: BarSeries, day: Day, settings: OrbKernelSettings, trades: KernelTrades, edges: Edges): void {
  const { fill } = settings;
  const { isUp, stop, target } = edges;
  const first = (trades.entry[trades.count - 1] as number) + (fill === "close" ? 1 : 0);
  const last = Math.max(first, lastWatched(series, day, settings));
  const until = watchUntil(day, fill, last);
  const at = (isUp ? touchesLong : touchesShort)(series, first, until, stop, target);
  if (at >= until) {
    endByTime(series, day, fill, last, trades);
    return;
  }
  const bar = rowAt(series, at);
  const side = isUp ? "buy" : "sell";
  const stopped = stopFill(side, stop, bar);
  if (stopped !== null) end(trades, at, stopped, CAUSE.stop);
  else end(trades, at, targetFill(side, target, bar, false) ?? target, CAUSE.target);
}
