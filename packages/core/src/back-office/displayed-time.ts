import { type EpochMs, MINUTE_MS } from "../time/clock.ts";
import { IST_OFFSET_MS } from "../time/ist.ts";

/** C9.7: displayed times are this far behind the browser's clock unless a setting differs. */
export const DISPLAYED_SHIFT_MINUTES = 150;

/** A wall-clock reading without a zone. */
export interface DisplayedTime {
  /** `2026-11-16` */
  readonly date: string;
  /** `09:15:00` */
  readonly clock: string;
}

/** C9.7: the displayed time for `at` in a browser whose clock is `browserOffsetMinutes` ahead of UTC. */
export function displayedTimeOf(at: EpochMs, browserOffsetMinutes: number, shiftMinutes: number): DisplayedTime {
  const text = new Date(at + (browserOffsetMinutes - shiftMinutes) * MINUTE_MS).toISOString();
  return { date: text.slice(0, 10), clock: text.slice(11, 19) };
}

/** Minutes by which displayed times are behind India's; 0 if equal, negative if ahead. */
export const displayedLagMinutes = (browserOffsetMinutes: number, shiftMinutes: number): number =>
  IST_OFFSET_MS / MINUTE_MS + shiftMinutes - browserOffsetMinutes;
