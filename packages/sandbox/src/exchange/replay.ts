import { assert } from "@vriddhi/core/shared/assert";
import { type EpochMs, MINUTE_MS } from "@vriddhi/core/time/clock";
import { BAR_WIDTH, drawTicks, type Ticks } from "./bar-ticks.ts";
import { Draws } from "./chance.ts";
import type { Bar } from "./model.ts";
import type { DayPlan } from "./price-day.ts";
import { nearestTick } from "./tick-size.ts";

const TICKS_PER_MINUTE = 4;

interface ReplayFrame {
  readonly open: EpochMs;
  readonly minutes: number;
  readonly closing: EpochMs | null;
  readonly tick: number;
  readonly seed: number;
}

/** Five minutes become five one-minute bars that aggregate to the same bar. */
function spread(bars: Int32Array, minute: number, packed: Int32Array, length: number, frame: ReplayFrame): void {
  const count = length * TICKS_PER_MINUTE;
  const ticks: Ticks = { prices: new Int32Array(count), quantities: new Int32Array(count) };
  drawTicks(ticks, 0, packed, { tick: frame.tick, count, draws: new Draws(frame.seed, minute) });
  for (let part = 0; part < length; part++) {
    const from = part * TICKS_PER_MINUTE;
    const traded = [...ticks.prices.subarray(from, from + TICKS_PER_MINUTE)].filter(
      (_, slot) => ticks.quantities[from + slot] !== 0,
    );
    if (traded.length === 0) continue;
    const volume = ticks.quantities
      .subarray(from, from + TICKS_PER_MINUTE)
      .reduce((sum, shares) => sum + Math.abs(shares), 0);
    const last = traded[traded.length - 1] as number;
    const numbers = [traded[0] as number, Math.max(...traded), Math.min(...traded), last, volume];
    bars.set(numbers, (minute + part) * BAR_WIDTH);
  }
}

/** Bars without a trade fill the gaps in the files; their length is the shortest step. */
function lengthOf(bars: readonly Bar[]): number {
  const steps = bars.slice(1).map((bar, index) => bar.at - (bars[index] as Bar).at);
  const shortest = Math.min(...steps.filter((step) => step > 0), 5 * MINUTE_MS);
  assert(shortest % MINUTE_MS === 0, "bars last whole minutes");
  return shortest / MINUTE_MS;
}

/** A day's plan from real bars, in whole ticks. The last print after continuous trading becomes the closing auction. */
export function planFromBars(bars: readonly Bar[], frame: ReplayFrame): DayPlan {
  const { open, minutes, tick } = frame;
  const length = lengthOf(bars);
  const packed = new Int32Array(BAR_WIDTH);
  const plan = new Int32Array(minutes * BAR_WIDTH);
  let volume = 0;
  let closing: Bar | null = null;
  for (const bar of bars.filter((candidate) => candidate.volume > 0)) {
    const minute = Math.round((bar.at - open) / MINUTE_MS);
    if (minute >= minutes && frame.closing !== null) closing = bar;
    if (minute < 0 || minute + length > minutes) continue;
    packed.set([bar.open, bar.high, bar.low, bar.close].map((price) => nearestTick(price, tick)));
    packed[4] = bar.volume;
    spread(plan, minute, packed, length, frame);
    volume += bar.volume;
  }
  const traded = bars.filter((bar) => bar.volume > 0 && bar.at >= open);
  assert(traded.length > 0, "a replayed day has trades");
  const last = closing ?? (traded[traded.length - 1] as Bar);
  const closingVolume = closing?.volume ?? 0;
  return {
    minutes,
    bars: plan,
    open: nearestTick((traded[0] as Bar).open, tick),
    close: nearestTick(last.close, tick),
    volume: volume + closingVolume,
    preOpenVolume: 0,
    closingVolume,
  };
}
