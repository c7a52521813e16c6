import { type EpochMs, epochMs } from "@vriddhi/core/time/clock";
import { isCalendarDate, istDate, istInstant, istMinute, toIstText } from "@vriddhi/core/time/ist";

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"] as const;

export const clockText = (instant: EpochMs): string => toIstText(instant).slice(11, 19);

/** `13-Nov-2026 09:20:01` */
export function stampText(instant: EpochMs): string {
  const text = toIstText(instant);
  return `${text.slice(8, 10)}-${MONTHS[Number(text.slice(5, 7)) - 1]}-${text.slice(0, 4)} ${text.slice(11, 19)}`;
}

/** `2026-11-13T09:15:00+05:30` */
export const candleText = (instant: EpochMs): string => `${toIstText(instant).slice(0, 19)}+05:30`;

const MINUTE_TEXT = /^(\d{4}-\d{2}-\d{2}) (\d{2}):(\d{2})$/;

/** `2026-11-13 09:15`, in India. */
export function readMinute(text: string): EpochMs | null {
  const [, date = "", hour = "", minute = ""] = MINUTE_TEXT.exec(text) ?? [];
  if (!isCalendarDate(date) || Number(hour) > 23 || Number(minute) > 59) return null;
  return istInstant(istDate(date), istMinute(Number(hour), Number(minute)));
}

export const secondsOf = (instant: EpochMs): number => Math.floor(epochMs(instant) / 1_000);
