import { type EpochMs, SECOND_MS } from "@vriddhi/core/time/clock";

const PERIOD_MS = 30 * SECOND_MS;
/** A code sent in the last moments of its step may arrive when it is over. */
const MARGIN_MS = 3 * SECOND_MS;

/** How long to wait before a code may be sent; 0 is now. */
export function totpWaitMs(now: EpochMs): number {
  const left = PERIOD_MS - (now % PERIOD_MS);
  return left <= MARGIN_MS ? left : 0;
}
