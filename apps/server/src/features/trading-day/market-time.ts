import { type EpochMs, epochMs, MINUTE_MS, SECOND_MS } from "@vriddhi/core/time/clock";

export interface TimeMark {
  readonly marketAt: EpochMs;
  readonly humanAt: EpochMs;
}

/** Clocks that differ by less are the same clock. */
const SAME_CLOCK_MS = 10 * SECOND_MS;

/** The start of a run by the user approved the day at that moment, on the market clock. */
export function startMarks(
  { startedAt, dayApprovedAt }: { readonly startedAt: EpochMs; readonly dayApprovedAt: EpochMs | null },
  minutes: readonly TimeMark[],
): readonly TimeMark[] {
  const [first] = minutes;
  if (dayApprovedAt === null) return [];
  // An approval later in the day does not date the start.
  const isBefore = first === undefined || (dayApprovedAt < first.marketAt && startedAt < first.humanAt);
  return isBefore ? [{ marketAt: dayApprovedAt, humanAt: startedAt }] : [];
}

const between = (value: number, least: number, most: number): number => Math.max(least, Math.min(most, value));

/** Stored minutes, and before the first one the run's start, place human time on the market clock, to a minute. */
export function createMarketTime(
  marks: readonly TimeMark[],
  now: { readonly human: EpochMs; readonly market: EpochMs },
): (at: EpochMs) => EpochMs {
  const isSame = Math.abs(now.human - now.market) < SAME_CLOCK_MS;
  if (isSame) return (at) => at;
  const inOrder = [...marks, { marketAt: now.market, humanAt: now.human }].sort((a, b) => a.humanAt - b.humanAt);
  return (at) => {
    const next = inOrder.find(({ humanAt }) => humanAt >= at) ?? inOrder.at(-1);
    if (next === undefined) return at;
    const before = inOrder[inOrder.indexOf(next) - 1];
    const least = before?.marketAt ?? next.marketAt - MINUTE_MS;
    return epochMs(between(next.marketAt - (next.humanAt - at), least, next.marketAt));
  };
}
