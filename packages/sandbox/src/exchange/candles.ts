import { assert } from "@vriddhi/core/shared/assert";
import { paise } from "@vriddhi/core/shared/money";
import { type EpochMs, epochMs, MINUTE_MS } from "@vriddhi/core/time/clock";
import { addDays, type IstDate, istDateOf, istInstant, istMinute } from "@vriddhi/core/time/ist";
import { BAR_WIDTH } from "./bar-ticks.ts";
import type { Candle, CandleInterval } from "./model.ts";
import type { DayPlan } from "./price-day.ts";
import { replayPlan } from "./replay-plan.ts";
import { isSessionDay, minutesBetween, type SessionDay, sessionDayOn } from "./sessions.ts";
import { segmentOf, type World } from "./world.ts";

const MIDNIGHT = istMinute(0, 0);
const YEAR_DAYS = 364;

export interface DayBars {
  readonly open: EpochMs;
  readonly bars: Int32Array;
  readonly day: Omit<Candle, "at"> | null;
}

type Whole = { open: number; high: number; low: number; close: number; volume: number };

const toCandle = (at: EpochMs, { open, high, low, close, volume }: Whole): Candle => ({
  at,
  open: paise(open),
  high: paise(high),
  low: paise(low),
  close: paise(close),
  volume,
});

/** A drawn day, with the prints of its auctions. */
function drawnDay(plan: DayPlan, session: SessionDay, closingAt: EpochMs | null): DayBars {
  const slots = minutesBetween(session.open, session.closed) + 1;
  const bars = new Int32Array(slots * BAR_WIDTH);
  bars.set(plan.bars);
  if (closingAt !== null && plan.closingVolume > 0) {
    const cell = Math.floor((closingAt - session.open) / MINUTE_MS) * BAR_WIDTH;
    bars.set([plan.close, plan.close, plan.close, plan.close, plan.closingVolume], cell);
  }
  let high = plan.open;
  let low = plan.open;
  for (let cell = 0; cell < bars.length; cell += BAR_WIDTH) {
    if (bars[cell + 4] === 0) continue;
    high = Math.max(high, bars[cell + 1] as number);
    low = Math.min(low, bars[cell + 2] as number);
  }
  const whole = { open: plan.open, high, low, close: plan.close, volume: plan.volume };
  return { open: session.open, bars, day: toCandle(session.open, whole) };
}

type Kept = Record<"open" | "high" | "low" | "last", Int32Array> & { readonly volume: Float64Array };

function keptDay(kept: Kept, bars: Int32Array, open: EpochMs, index: number): DayBars {
  const volume = kept.volume[index] as number;
  const whole = {
    open: kept.open[index] as number,
    high: kept.high[index] as number,
    low: kept.low[index] as number,
    close: kept.last[index] as number,
    volume,
  };
  return { open, bars, day: volume === 0 ? null : toCandle(open, whole) };
}

/** `null` for days without a session and for future days. */
export function dayBars(world: World, index: number, date: IstDate): DayBars | null {
  const today = world.day;
  if (today !== null && date > today.date) return null;
  if (today !== null && date === today.date) {
    return keptDay(world.market, world.market.bars[index] as Int32Array, today.open, index);
  }
  const lived = world.lived.get(date);
  if (lived) return keptDay(lived, lived.bars[index] as Int32Array, lived.session.open, index);
  if (!isSessionDay(world.hours, date)) return null;
  const session = sessionDayOn(world.hours, date);
  const closing = session[segmentOf(world, index)].closing;
  const filed = world.pastBars(world.instruments[index]?.symbol ?? "", date);
  const plan = filed === null ? world.chain.planOf(index, session) : replayPlan(world, index, session, filed);
  return drawnDay(plan, session, closing?.matchAt ?? null);
}

/** Aggregates minutes into longer candles, counted from the open; omits those without a trade. */
export function aggregate({ open, bars }: DayBars, interval: number): Candle[] {
  const candles: Candle[] = [];
  const minutes = bars.length / BAR_WIDTH;
  for (let start = 0; start < minutes; start += interval) {
    let whole: Whole | null = null;
    for (let minute = start; minute < Math.min(minutes, start + interval); minute++) {
      const cell = minute * BAR_WIDTH;
      const volume = bars[cell + 4] as number;
      if (volume === 0) continue;
      whole ??= { open: bars[cell] as number, high: 0, low: Number.POSITIVE_INFINITY, close: 0, volume: 0 };
      whole.high = Math.max(whole.high, bars[cell + 1] as number);
      whole.low = Math.min(whole.low, bars[cell + 2] as number);
      whole.close = bars[cell + 3] as number;
      whole.volume += volume;
    }
    if (whole !== null) candles.push(toCandle(epochMs(open + start * MINUTE_MS), whole));
  }
  return candles;
}

const isInterval = (interval: CandleInterval): boolean =>
  interval === "day" || (Number.isInteger(interval) && interval > 0);

const wholeDay = ({ day }: DayBars, date: IstDate): Candle[] =>
  day === null ? [] : [{ ...day, at: istInstant(date, MIDNIGHT) }];

export function candlesOf(
  world: World,
  index: number,
  interval: CandleInterval,
  range: { readonly from: EpochMs; readonly to: EpochMs },
): readonly Candle[] {
  assert(isInterval(interval), "an interval is whole minutes or the day");
  const found: Candle[] = [];
  const last = istDateOf(range.to);
  for (let date = istDateOf(range.from); date <= last; date = addDays(date, 1)) {
    const day = dayBars(world, index, date);
    if (day === null) continue;
    const candles = interval === "day" ? wholeDay(day, date) : aggregate(day, interval);
    found.push(...candles.filter(({ at }) => at >= range.from && at <= range.to));
  }
  return found;
}

function closesOfYear(world: World, date: IstDate): { high: Int32Array; low: Int32Array } {
  if (world.yearBefore?.date === date) return world.yearBefore;
  const high = world.chain.closesBefore(date).slice();
  const low = high.slice();
  for (let day = addDays(date, -YEAR_DAYS); day < date; day = addDays(day, 1)) {
    if (!isSessionDay(world.hours, day)) continue;
    world.chain.closesOn(day).forEach((close, index) => {
      high[index] = Math.max(high[index] as number, close);
      low[index] = Math.min(low[index] as number, close);
    });
  }
  world.yearBefore = { date, high, low };
  return world.yearBefore;
}

/** From the closes of the year before and today's extremes: a cheap approximation of the 52-week figure. */
export function yearRangeOf(world: World, index: number): { high: number; low: number } {
  const { market, day } = world;
  assert(day !== null, "the exchange is in a day");
  const before = closesOfYear(world, day.date);
  const hasTraded = market.lastAt[index] !== 0;
  const [high, low] = [before.high[index] as number, before.low[index] as number];
  if (!hasTraded) return { high, low };
  return { high: Math.max(high, market.high[index] as number), low: Math.min(low, market.low[index] as number) };
}
