import type { EpochMs } from "../time/clock.ts";
import { type IstDate, istDateOf, istMinuteOf, weekdayOf } from "../time/ist.ts";

const WEEKDAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
const MONTHS = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];

/** `Monday, 16 November`. */
export function formatLongDay(day: IstDate): string {
  const month = MONTHS[Number(day.slice(5, 7)) - 1] ?? "";
  return `${WEEKDAYS[weekdayOf(day)] ?? ""}, ${Number(day.slice(8))} ${month}`;
}

/** `8:30 AM`. */
export function formatClock(instant: EpochMs): string {
  const minute = istMinuteOf(instant);
  const hour = Math.floor(minute / 60);
  return `${hour % 12 || 12}:${String(minute % 60).padStart(2, "0")} ${hour < 12 ? "AM" : "PM"}`;
}

/** `8:30 AM on Monday, 16 November`. */
export const formatWhen = (instant: EpochMs): string =>
  `${formatClock(instant)} on ${formatLongDay(istDateOf(instant))}`;
