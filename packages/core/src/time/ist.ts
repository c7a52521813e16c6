import { assert } from "../shared/assert.ts";
import type { Brand } from "../shared/brand.ts";
import { DAY_MS, type EpochMs, epochMs, MINUTE_MS } from "./clock.ts";

/** India has one zone and no summer time, so the offset is a constant and not a library. */
export const IST_OFFSET_MS = 330 * MINUTE_MS;

/** A calendar day in India, `2026-11-16`. */
export type IstDate = Brand<string, "IstDate">;

export type IstMinute = Brand<number, "IstMinute">;

const MIDNIGHT = 0 as IstMinute;

const DATE_SHAPE = /^\d{4}-\d{2}-\d{2}$/;

/** Whether the day exists: 2024-02-29 does, 2025-02-29 does not. */
export function isCalendarDate(text: string): boolean {
  if (!DATE_SHAPE.test(text)) return false;
  const parsed = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(parsed) && new Date(parsed).toISOString().startsWith(text);
}

export function istDate(text: string): IstDate {
  assert(isCalendarDate(text), `${text} is a calendar day`);
  return text as IstDate;
}

export function istMinute(hour: number, minute: number): IstMinute {
  const isWhole = Number.isInteger(hour) && Number.isInteger(minute);
  assert(isWhole && hour >= 0 && hour < 24 && minute >= 0 && minute < 60, "a minute of the day");
  return (hour * 60 + minute) as IstMinute;
}

const dateOfNumber = (number: number): IstDate => new Date(number * DAY_MS).toISOString().slice(0, 10) as IstDate;

/** Dates are requested tick by tick: caches the last one's text. */
let lastAsked: { readonly number: number; readonly date: IstDate } = { number: 0, date: dateOfNumber(0) };

export function istDateOf(instant: EpochMs): IstDate {
  const number = Math.floor((instant + IST_OFFSET_MS) / DAY_MS);
  if (number !== lastAsked.number) lastAsked = { number, date: dateOfNumber(number) };
  return lastAsked.date;
}

function numberOfDate(date: IstDate): number {
  if (date !== lastAsked.date) lastAsked = { number: Date.parse(`${date}T00:00:00Z`) / DAY_MS, date };
  return lastAsked.number;
}

export const istMinuteOf = (instant: EpochMs): IstMinute =>
  Math.floor(((((instant + IST_OFFSET_MS) % DAY_MS) + DAY_MS) % DAY_MS) / MINUTE_MS) as IstMinute;

export const istInstant = (date: IstDate, minute: IstMinute): EpochMs =>
  epochMs(numberOfDate(date) * DAY_MS - IST_OFFSET_MS + minute * MINUTE_MS);

/** The instants in (from, to] at which a day begins in India, in order. */
export function midnightsBetween(from: EpochMs, to: EpochMs): readonly EpochMs[] {
  const midnights: EpochMs[] = [];
  for (let day = addDays(istDateOf(from), 1); day <= istDateOf(to); day = addDays(day, 1))
    midnights.push(istInstant(day, MIDNIGHT));
  return midnights;
}

export const addDays = (date: IstDate, days: number): IstDate => dateOfNumber(numberOfDate(date) + days);

export const yearOf = (date: IstDate): number => Number(date.slice(0, 4));

const SUNDAY = 0;
const SATURDAY = 6;

export const isWeekend = (date: IstDate): boolean => {
  const weekday = weekdayOf(date);
  return weekday === SUNDAY || weekday === SATURDAY;
};

const WEEK = 7;
/** The first day of 1970 was a Thursday. */
const FIRST_WEEKDAY = 4;

/** 0 is Sunday. */
export const weekdayOf = (date: IstDate): number => (((numberOfDate(date) + FIRST_WEEKDAY) % WEEK) + WEEK) % WEEK;

/** `2026-11-16T08:40:00.000+05:30`: the instant in India's time. */
export const toIstText = (instant: EpochMs): string =>
  new Date(instant + IST_OFFSET_MS).toISOString().replace("Z", "+05:30");
