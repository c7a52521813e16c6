import { DAY_MS, type EpochMs, HOUR_MS, MINUTE_MS, SECOND_MS } from "@vriddhi/core/time/clock";

export type RateSpan = "second" | "minute" | "hour" | "day";
export type RateLimits = Readonly<Partial<Record<RateSpan, number>>>;

export interface RateWindows {
  /** Counts the call under `key`; `null` passes it, otherwise the exceeded span. A refused call counts too. */
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

interface Counters {
  readonly windows: Float64Array;
  readonly counts: Uint32Array;
}

const newCounters = (): Counters => ({
  windows: new Float64Array(SPANS.length),
  counts: new Uint32Array(SPANS.length),
});

function countUp({ windows, counts }: Counters, place: number, window: number, limit: number): boolean {
  if (windows[place] !== window) {
    windows[place] = window;
    counts[place] = 0;
  }
  counts[place] = (counts[place] as number) + 1;
  return (counts[place] as number) > limit;
}

/** Counters per calendar second, minute, hour and day, as at brokers: not sliding. */
export function createRateWindows(): RateWindows {
  const byKey = new Map<string, Counters>();

  function countersOf(key: string): Counters {
    const found = byKey.get(key);
    if (found !== undefined) return found;
    if (byKey.size >= KEYS_MAX) byKey.clear();
    const fresh = newCounters();
    byKey.set(key, fresh);
    return fresh;
  }

  return {
    take(key, limits, now) {
      const counters = countersOf(key);
      let broken: RateSpan | null = null;
      for (let place = 0; place < SPANS.length; place++) {
        const span = SPANS[place] as RateSpan;
        const limit = limits[span];
        if (limit === undefined) continue;
        const window = Math.floor((now + IST_SHIFT_MS) / SPAN_MS[span]);
        if (countUp(counters, place, window, limit)) broken = span;
      }
      return broken;
    },
    clear: () => byKey.clear(),
  };
}
