import { type EpochMs, epochMs, SECOND_MS } from "@vriddhi/core/time/clock";
import {
  addDays,
  type IstDate,
  istDateOf,
  istInstant,
  istMinute,
  istMinuteOf,
  toIstText,
} from "@vriddhi/core/time/ist";

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"] as const;
const EXPIRY = istMinute(6, 0);

export const epochSeconds = (instant: EpochMs): number => Math.floor(instant / SECOND_MS);

/** `13-Nov-2026 09:20:01`, IST. */
export function toFyersTime(instant: EpochMs): string {
  const text = toIstText(instant);
  const month = MONTHS[Number(text.slice(5, 7)) - 1];
  return `${text.slice(8, 10)}-${month}-${text.slice(0, 4)} ${text.slice(11, 19)}`;
}

/** Days of candles and quotes are stamped with midnight UTC. */
export const dayStamp = (date: IstDate): number => Date.parse(`${date}T00:00:00Z`) / SECOND_MS;

/** Sessions end at the next 06:00 IST. */
export function nextExpiry(instant: EpochMs): EpochMs {
  const date = istDateOf(instant);
  const day = istMinuteOf(instant) < EXPIRY ? date : addDays(date, 1);
  return epochMs(istInstant(day, EXPIRY));
}
