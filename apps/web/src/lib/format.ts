import { PAISE_PER_RUPEE, type Paise } from "@vriddhi/core/shared/money";
import { type EpochMs, epochMs } from "@vriddhi/core/time/clock";
import { type IstDate, istDateOf, istMinuteOf } from "@vriddhi/core/time/ist";

/* Dates are composed from their IST parts and not by Intl, so that the server's HTML and every browser agree. */

const indianGrouping = new Intl.NumberFormat("en-IN", { maximumFractionDigits: 0 });
const MINUS = "\u2212";

/** `auto` shows paise when there are any; `none` rounds to the nearest rupee, halves away from zero. */
export type PaiseDigits = "auto" | "always" | "none";

function formatAmount(amount: number, digits: PaiseDigits): string {
  const whole = digits === "none" ? Math.round(amount / PAISE_PER_RUPEE) : Math.floor(amount / PAISE_PER_RUPEE);
  const rest = amount % PAISE_PER_RUPEE;
  const isShown = digits === "always" || (digits === "auto" && rest !== 0);
  return `₹${indianGrouping.format(whole)}${isShown ? `.${String(rest).padStart(2, "0")}` : ""}`;
}

export function formatPaise(amount: Paise, digits: PaiseDigits = "auto"): string {
  const text = formatAmount(Math.abs(amount), digits);
  return amount < 0 ? MINUS + text : text;
}

/** A gain or loss has its sign, because its colour must not be the only cue. */
export function formatSignedPaise(amount: Paise, digits: PaiseDigits = "always"): string {
  return amount > 0 ? `+${formatPaise(amount, digits)}` : formatPaise(amount, digits);
}

const COMPACT_STEPS = [
  { rupees: 10_000_000, suffix: "Cr" },
  { rupees: 100_000, suffix: "L" },
  { rupees: 1_000, suffix: "K" },
] as const;

/** B5.3: 1K, 25K, 1L. Two decimals at most, truncated: a label never promises more. */
export function formatCompactPaise(amount: Paise): string {
  const rupees = Math.trunc(Math.abs(amount) / PAISE_PER_RUPEE);
  const step = COMPACT_STEPS.find((candidate) => rupees >= candidate.rupees);
  const text = step ? `${Math.trunc((rupees * 100) / step.rupees) / 100}${step.suffix}` : String(rupees);
  return amount < 0 && rupees > 0 ? MINUS + text : text;
}

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
] as const;

const monthOf = (date: IstDate): string => MONTHS[Number(date.slice(5, 7)) - 1] ?? "";
const dayOf = (date: IstDate): number => Number(date.slice(8, 10));

export const instantOf = (isoText: string): EpochMs => epochMs(Date.parse(isoText));

/** 16 Nov 2026, for a day that has no time: a date of birth. */
export const formatDay = (date: IstDate): string => `${dayOf(date)} ${monthOf(date).slice(0, 3)} ${date.slice(0, 4)}`;

/** 16 Nov 2026 */
export const formatIstDate = (instant: EpochMs): string => formatDay(istDateOf(instant));

/** C2.18: November 16, 2026 */
export function formatIstLongDate(instant: EpochMs): string {
  const date = istDateOf(instant);
  return `${monthOf(date)} ${dayOf(date)}, ${date.slice(0, 4)}`;
}

const two = (part: number): string => String(part).padStart(2, "0");

/** 9:10 AM, and with seconds 9:10:05 AM. India's offset is whole minutes, so the seconds are those of UTC. */
function twelveHours(instant: EpochMs, hasSeconds: boolean): string {
  const minutes = istMinuteOf(instant);
  const hour = Math.floor(minutes / 60);
  const seconds = hasSeconds ? `:${two(new Date(instant).getUTCSeconds())}` : "";
  return `${hour % 12 || 12}:${two(minutes % 60)}${seconds} ${hour < 12 ? "AM" : "PM"}`;
}

/** 9:10 AM */
export const formatIstTime = (instant: EpochMs): string => twelveHours(instant, false);

/** 9:10:05 AM, for facts exact to the second and for ticking clocks. */
export const formatIstSeconds = (instant: EpochMs): string => twelveHours(instant, true);

/** 16 Nov 2026, 9:10 AM IST */
export const formatIstDateTime = (instant: EpochMs): string =>
  `${formatIstDate(instant)}, ${formatIstTime(instant)} IST`;

/** 09:10:05, for sortable columns and for files. */
export function formatIstClock(instant: EpochMs): string {
  const minutes = istMinuteOf(instant);
  const seconds = new Date(instant).getUTCSeconds();
  return [Math.floor(minutes / 60), minutes % 60, seconds].map(two).join(":");
}

/** C4.11: 'Xh Ym Zs', 'Ym Zs' or 'Zs'. Partial seconds are dropped. */
export function formatDuration(totalSeconds: number): string {
  const seconds = Math.max(0, Math.floor(totalSeconds));
  const hours = Math.floor(seconds / 3_600);
  const minutes = Math.floor((seconds % 3_600) / 60);
  if (hours > 0) return `${hours}h ${minutes}m ${seconds % 60}s`;
  return minutes > 0 ? `${minutes}m ${seconds % 60}s` : `${seconds}s`;
}

const counted = (count: number, unit: string): string => `${count} ${unit}${count === 1 ? "" : "s"}`;

export const formatDays = (days: number): string => counted(days, "day");

/** A2.41, B2.24: days and hours, or hours only when days are 0. */
export const formatRemaining = (days: number, hours: number): string =>
  days === 0 ? counted(hours, "hour") : `${counted(days, "day")} ${counted(hours, "hour")}`;
