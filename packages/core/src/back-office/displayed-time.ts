import { type EpochMs, HOUR_MS, MINUTE_MS } from "../time/clock.ts";
import { IST_OFFSET_MS } from "../time/ist.ts";

/** C9.7: times of the desk stand this far behind the browser's clock. */
const DISPLAYED_SHIFT_MS = 2.5 * HOUR_MS;

/** A reading of a clock: what a wall would show, without a zone. */
export interface DisplayedTime {
  /** `2026-11-16` */
  readonly date: string;
  /** `09:15:00` */
  readonly clock: string;
}

/** C9.7: what the desk shows for `at` in a browser whose clock is `browserOffsetMinutes` ahead of UTC. */
export function displayedTimeOf(at: EpochMs, browserOffsetMinutes: number): DisplayedTime {
  const text = new Date(at + browserOffsetMinutes * MINUTE_MS - DISPLAYED_SHIFT_MS).toISOString();
  return { date: text.slice(0, 10), clock: text.slice(11, 19) };
}

/** Minutes by which displayed times are behind India's; 0 where they agree, negative where they are ahead. */
export const displayedLagMinutes = (browserOffsetMinutes: number): number =>
  (IST_OFFSET_MS + DISPLAYED_SHIFT_MS) / MINUTE_MS - browserOffsetMinutes;
