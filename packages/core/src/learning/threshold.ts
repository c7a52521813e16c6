import { assert } from "../shared/assert.ts";

/** The score that a day's best candidate reaches on `share` of all days; days without a candidate count as untraded. */
export function thresholdFor(bestOfDays: readonly number[], days: number, share: number): number {
  assert(days >= bestOfDays.length && share > 0 && share <= 1, "a part of all days");
  const wanted = Math.max(1, Math.round(days * share));
  const sorted = [...bestOfDays].sort((one, other) => other - one);
  const threshold = sorted[Math.min(wanted, sorted.length) - 1];
  return threshold ?? Number.POSITIVE_INFINITY;
}
