import { DAY_MS, type EpochMs } from "../time/clock.ts";
import { istDateOf } from "../time/ist.ts";
import type { Span } from "./subscription.ts";

/** Reminders are sent this many days before the end. */
export const REMINDER_DAYS = [7, 3, 1] as const;
export type ReminderDay = (typeof REMINDER_DAYS)[number];

/** Midnights in India between the two instants. */
export const daysUntil = (end: EpochMs, now: EpochMs): number =>
  Math.round((Date.parse(istDateOf(end)) - Date.parse(istDateOf(now))) / DAY_MS);

/**
 * The due reminder: the nearest only, so that a missed first one does not lead to two at once. Never on the first day
 * of the cover, so a trial's first reminder comes three days before its end.
 */
export function reminderDue({ startsAt, endsAt }: Span, now: EpochMs): ReminderDay | null {
  if (endsAt <= now) return null;
  const [left, whole] = [daysUntil(endsAt, now), daysUntil(endsAt, startsAt)];
  return REMINDER_DAYS.filter((day) => day < whole).findLast((day) => left <= day) ?? null;
}
