import { type EpochMs, epochMs } from "@vriddhi/core/time/clock";
import { type IstMinute, istDateOf, istInstant, istMinute } from "@vriddhi/core/time/ist";
import { type EndlessCalendar, isTradingDay, nextTradingDay } from "@vriddhi/core/time/trading-calendar";

export const jumpTimes: readonly { readonly label: string; readonly minute: IstMinute }[] = [
  { label: "08:00", minute: istMinute(8, 0) },
  { label: "08:30", minute: istMinute(8, 30) },
  { label: "09:00", minute: istMinute(9, 0) },
  { label: "09:09", minute: istMinute(9, 9) },
  { label: "09:15", minute: istMinute(9, 15) },
  { label: "15:00", minute: istMinute(15, 0) },
];

const MOMENTS = [
  [8, 0, "08:00"],
  [8, 30, "08:30"],
  [9, 0, "09:00"],
  [9, 10, "09:10"],
  [9, 15, "09:15"],
  [14, 45, "14:45"],
  [15, 0, "15:00"],
  [15, 30, "15:30"],
] as const;

export type Moment = (typeof MOMENTS)[number][2];

export function nextMoments(calendar: EndlessCalendar, now: EpochMs): readonly Moment[] {
  const today = istDateOf(now);
  const left = isTradingDay(calendar, today)
    ? MOMENTS.filter(([hour, minute]) => istInstant(today, istMinute(hour, minute)) > now)
    : [];
  return [...left, ...MOMENTS].slice(0, 2).map(([, , label]) => label);
}

const DAY_BEGINS = istMinute(8, 0);
export const DAY_ENDS = istMinute(15, 30);

/** The clock never runs backwards: a time that has passed today means that time on the next trading day. */
export function jumpTarget(calendar: EndlessCalendar, now: EpochMs, minute: IstMinute): EpochMs {
  const today = istDateOf(now);
  const todays = istInstant(today, minute);
  if (isTradingDay(calendar, today) && todays >= now) return todays;
  return istInstant(nextTradingDay(calendar, today), minute);
}

export const nextDayTarget = (calendar: EndlessCalendar, now: EpochMs): EpochMs =>
  istInstant(nextTradingDay(calendar, istDateOf(now)), DAY_BEGINS);

export interface ClockReading {
  readonly readAtMs: number;
  readonly now: EpochMs;
  readonly speed: number;
  readonly isHeld: boolean;
  readonly playSpeed: number;
  /** An order is on its way: the clock runs no faster than this device's time. */
  readonly isPaced: boolean;
}

const runningSpeed = ({ speed, isPaced }: ClockReading): number => (isPaced ? Math.min(speed, 1) : speed);

export const shownInstant = (reading: ClockReading, wallMs: number): EpochMs =>
  reading.isHeld
    ? reading.now
    : epochMs(Math.floor(reading.now + Math.max(0, wallMs - reading.readAtMs) * runningSpeed(reading)));
