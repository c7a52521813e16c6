import { type EpochMs, SECOND_MS } from "@vriddhi/core/time/clock";

const PERIOD_MS = 30 * SECOND_MS;
/** A code sent at the end of its step may arrive after it. */
const MARGIN_MS = 3 * SECOND_MS;

export function totpWaitMs(now: EpochMs): number {
  const left = PERIOD_MS - (now % PERIOD_MS);
  return left <= MARGIN_MS ? left : 0;
}
