import { DAY_MS, type EpochMs } from "../time/clock.ts";
import { istDateOf } from "../time/ist.ts";
import type { Span } from "./subscription.ts";

export const REMINDER_DAYS = [7, 3, 1] as const;
export type ReminderDay = (typeof REMINDER_DAYS)[number];

/** Midnights in India between the two instants. */
export const daysUntil = (end: EpochMs, now: EpochMs): number =>
  Math.round((Date.parse(istDateOf(end)) - Date.parse(istDateOf(now))) / DAY_MS);

/** Only the nearest, so that a missed one does not lead to two at once; none on the first day of the cover. */
export function reminderDue({ startsAt, endsAt }: Span, now: EpochMs): ReminderDay | null {
  if (endsAt <= now) return null;
  const [left, whole] = [daysUntil(endsAt, now), daysUntil(endsAt, startsAt)];
  return REMINDER_DAYS.filter((day) => day < whole).findLast((day) => left <= day) ?? null;
}
