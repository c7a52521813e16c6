import { assert } from "../shared/assert.ts";
import { MINUTE_MS } from "../time/clock.ts";
import { type IstDate, type IstMinute, istInstant } from "../time/ist.ts";
import type { BarRow } from "./bar-series.ts";
import { dayNumberOf, MINUTES_PER_DAY } from "./bar-time.ts";

export interface MarketTick {
  /** The exchange's time, in milliseconds since 1970. */
  readonly at: number;
  readonly price: number;
  /** Shares traded today, including the auction; never falls. */
  readonly dayVolume: number;
}

/** The part of a day with bars: continuous trading, shorter on half days. */
export interface TickSession {
  readonly day: IstDate;
  readonly open: IstMinute;
  /** The first minute without a bar. */
  readonly close: IstMinute;
}

export interface TickBars {
  readonly opensAt: number;
  readonly closesAt: number;
  /** Counted from 1970, as in a bar. */
  readonly firstMinute: number;
  /** Counted from the session's open. */
  nextMinuteIndex: number;
  current: { -readonly [Key in keyof BarRow]: BarRow[Key] } | null;
  /** Time of the newest tick of the current bar. */
  newestAt: number;
  lastClose: number | null;
  /** The day's volume at the end of the last closed bar, and the maximum seen. */
  volumeBefore: number;
  volumeSeen: number;
  /** The opening auction's price; `null` without a tick before the session. */
  auctionPrice: number | null;
  /** The last price after continuous trading: the closing auction's, where there is one. */
  closingPrice: number | null;
  /** Ticks whose bar was closed already; their volume is in later totals. */
  lateTicks: number;
}

export function openTickBars({ day, open, close }: TickSession): TickBars {
  assert(close > open, "a session closes after it opens");
  return {
    opensAt: istInstant(day, open),
    closesAt: istInstant(day, close),
    firstMinute: dayNumberOf(day) * MINUTES_PER_DAY + open,
    nextMinuteIndex: 0,
    current: null,
    newestAt: 0,
    lastClose: null,
    volumeBefore: 0,
    volumeSeen: 0,
    auctionPrice: null,
    closingPrice: null,
    lateTicks: 0,
  };
}

/** Adds a tick and returns the bars that it closes: those of earlier minutes, including minutes without a trade. */
export function takeTick(bars: TickBars, tick: MarketTick): readonly BarRow[] {
  if (tick.at < bars.opensAt) {
    bars.auctionPrice = tick.price;
    bars.volumeBefore = Math.max(bars.volumeBefore, tick.dayVolume);
    bars.volumeSeen = Math.max(bars.volumeSeen, tick.dayVolume);
    return [];
  }
  if (tick.at >= bars.closesAt) {
    const closed = closeBarsUntil(bars, bars.closesAt);
    bars.closingPrice = tick.price;
    return closed;
  }
  const minuteIndex = Math.floor((tick.at - bars.opensAt) / MINUTE_MS);
  if (minuteIndex < bars.nextMinuteIndex) {
    bars.lateTicks += 1;
    return [];
  }
  const closed = closeBarsUntil(bars, bars.opensAt + minuteIndex * MINUTE_MS);
  addTick(bars, tick);
  return closed;
}

function addTick(bars: TickBars, { at, price, dayVolume }: MarketTick): void {
  bars.volumeSeen = Math.max(bars.volumeSeen, dayVolume);
  const { current } = bars;
  if (current === null) {
    bars.current = {
      minute: bars.firstMinute + bars.nextMinuteIndex,
      open: price,
      high: price,
      low: price,
      close: price,
      volume: 0,
    };
    bars.newestAt = at;
    return;
  }
  current.high = Math.max(current.high, price);
  current.low = Math.min(current.low, price);
  // An older tick of the same minute may extend high and low, but does not set the close price.
  if (at < bars.newestAt) return;
  current.close = price;
  bars.newestAt = at;
}

/** A minute without a trade is a flat bar at the last close; before the first trade there is none. */
export function closeBarsUntil(bars: TickBars, at: number): readonly BarRow[] {
  const end = Math.floor((Math.min(at, bars.closesAt) - bars.opensAt) / MINUTE_MS);
  const closed: BarRow[] = [];
  for (; bars.nextMinuteIndex < end; bars.nextMinuteIndex += 1) {
    const bar = closeOne(bars);
    if (bar !== null) closed.push(bar);
  }
  return closed;
}

/** Minutes without feed data have no bars, not even flat ones; their volume counts in the next bar. */
export function skipBarsUntil(bars: TickBars, at: number): void {
  const end = Math.floor((Math.min(at, bars.closesAt) - bars.opensAt) / MINUTE_MS);
  if (end <= bars.nextMinuteIndex) return;
  bars.nextMinuteIndex = end;
  bars.current = null;
}

/** Continues behind a bar that another process has closed. */
export function resumeTickBars(bars: TickBars, last: BarRow, dayVolume: number): void {
  bars.nextMinuteIndex = last.minute - bars.firstMinute + 1;
  bars.current = null;
  bars.lastClose = last.close;
  bars.volumeBefore = dayVolume;
  bars.volumeSeen = dayVolume;
}

/** A feed that starts during the session counts from its first volume: earlier trades belong to no bar. */
export function joinTickBars(bars: TickBars, dayVolume: number): void {
  bars.volumeBefore = Math.max(bars.volumeBefore, dayVolume);
  bars.volumeSeen = Math.max(bars.volumeSeen, dayVolume);
}

function closeOne(bars: TickBars): BarRow | null {
  const { current, lastClose } = bars;
  bars.current = null;
  if (current === null) {
    if (lastClose === null) return null;
    const minute = bars.firstMinute + bars.nextMinuteIndex;
    return { minute, open: lastClose, high: lastClose, low: lastClose, close: lastClose, volume: 0 };
  }
  bars.lastClose = current.close;
  current.volume = bars.volumeSeen - bars.volumeBefore;
  bars.volumeBefore = bars.volumeSeen;
  return current;
}
