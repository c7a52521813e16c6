import { DAY_MS, type EpochMs, HOUR_MS, MINUTE_MS, SECOND_MS } from "@vriddhi/core/time/clock";

export type RateSpan = "second" | "minute" | "hour" | "day";
export type RateLimits = Readonly<Partial<Record<RateSpan, number>>>;

export interface RateWindows {
  /** Counts the call under `key`; null lets it through, otherwise the span whose limit it broke. A refused call counts too. */
  take(key: string, limits: RateLimits, now: EpochMs): RateSpan | null;
  clear(): void;
}

const SPAN_MS: Readonly<Record<RateSpan, number>> = {
  second: SECOND_MS,
  minute: MINUTE_MS,
  hour: HOUR_MS,
  day: DAY_MS,
};
const SPANS = ["day", "hour", "minute", "second"] as const;
/** Days are counted in IST. */
const IST_SHIFT_MS = 330 * MINUTE_MS;
const KEYS_MAX = 200_000;

/** Counters per calendar second, minute, hour and day, as brokers count: not sliding. */
export function createRateWindows(): RateWindows {
  const counters = new Map<string, { window: number; count: number }>();

  function countUp(key: string, window: number): number {
    const counter = counters.get(key);
    if (counter === undefined || counter.window !== window) {
      if (counters.size >= KEYS_MAX) counters.clear();
      counters.set(key, { window, count: 1 });
      return 1;
    }
    counter.count++;
    return counter.count;
  }

  return {
    take(key, limits, now) {
      let broken: RateSpan | null = null;
      for (const span of SPANS) {
        const limit = limits[span];
        if (limit === undefined) continue;
        const window = Math.floor((now + IST_SHIFT_MS) / SPAN_MS[span]);
        if (countUp(`${span}:${key}`, window) > limit) broken = span;
      }
      return broken;
    },
    clear: () => counters.clear(),
  };
}
