import { type EpochMs, epochMs, later } from "@vriddhi/core/time/clock";

/** Moves only on request. Serves as HumanClock and as MarketClock. */
export interface VirtualClock {
  now(): EpochMs;
  advance(durationMs: number): void;
  set(instant: EpochMs): void;
}

/** A Monday, a trading day, 08:40 in India. */
export const VIRTUAL_START = epochMs(Date.parse("2026-11-16T08:40:00+05:30"));

export function createVirtualClock(start: EpochMs = VIRTUAL_START): VirtualClock {
  let now = start;
  return {
    now: () => now,
    advance(durationMs) {
      now = later(now, durationMs);
    },
    set(instant) {
      now = instant;
    },
  };
}
