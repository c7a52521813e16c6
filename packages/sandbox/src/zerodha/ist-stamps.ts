import { type EpochMs, epochMs } from "@vriddhi/core/time/clock";
import { isCalendarDate, toIstText } from "@vriddhi/core/time/ist";

const TIME = /^([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/;

/** `2026-11-16 09:20:01`: India's time without a zone. */
export function stamp(instant: EpochMs): string {
  const text = toIstText(instant);
  return `${text.slice(0, 10)} ${text.slice(11, 19)}`;
}

export const clockStamp = (instant: EpochMs): string => toIstText(instant).slice(11, 19);

/** `2026-11-16T09:15:00+0530`, in candles. */
export const candleStamp = (instant: EpochMs): string => `${toIstText(instant).slice(0, 19)}+0530`;

/** A day alone is its first second. */
export function readStamp(text: string): EpochMs | null {
  const [date = "", time = "00:00:00", ...rest] = text.trim().split(/[ T]/);
  if (rest.length > 0 || !isCalendarDate(date) || !TIME.test(time)) return null;
  return epochMs(Date.parse(`${date}T${time}+05:30`));
}
