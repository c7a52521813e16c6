import { DAY_MS, MINUTE_MS } from "../time/clock.ts";
import { type IstDate, istDate } from "../time/ist.ts";

/** A bar's start minute, counted from 1970-01-01 00:00 in India: one small integer for day and time. */
export const MINUTES_PER_DAY = 1_440;

export const dayOfMinute = (minute: number): number => Math.floor(minute / MINUTES_PER_DAY);

export const timeOfMinute = (minute: number): number => minute % MINUTES_PER_DAY;

export const dayNumberOf = (date: IstDate): number => Date.parse(`${date}T00:00:00Z`) / DAY_MS;

export const dateOfDay = (day: number): IstDate => istDate(new Date(day * DAY_MS).toISOString().slice(0, 10));

/** `2025-07-01T09:15`, as in bar files. */
export const barTimeText = (minute: number): string => new Date(minute * MINUTE_MS).toISOString().slice(0, 16);
