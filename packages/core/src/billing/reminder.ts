import { DAY_MS, type EpochMs } from "../time/clock.ts";
import { istDateOf } from "../time/ist.ts";
import { TRIAL_PLAN } from "./plans.ts";

/** So many days before the end somebody is told. */
export const REMINDER_DAYS = [7, 3, 1] as const;
export type ReminderDay = (typeof REMINDER_DAYS)[number];

/** Midnights in India between the two instants. */
export const daysUntil = (end: EpochMs, now: EpochMs): number =>
  Math.round((Date.parse(istDateOf(end)) - Date.parse(istDateOf(now))) / DAY_MS);

/**
 * Which reminder is due: the nearest one only, so that whoever missed the first is not told twice at once.
 * A trial lasts seven days, so its first reminder comes three days before the end.
 */
export function reminderDue(plan: string, end: EpochMs, now: EpochMs): ReminderDay | null {
  if (end <= now) return null;
  const left = daysUntil(end, now);
  const days = REMINDER_DAYS.filter((day) => plan !== TRIAL_PLAN || day !== 7);
  return days.findLast((day) => left <= day) ?? null;
}
