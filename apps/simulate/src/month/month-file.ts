import { sessionsBefore } from "@vriddhi/core/strategy/strategy-facts";
import { type IstDate, istDate } from "@vriddhi/core/time/ist";
import { nseCalendar } from "@vriddhi/core/time/trading-calendar";
import { liveMonthDay, type MonthDay } from "./month-day.ts";

/** The sandbox counts its days from its first session, so earlier ones do not depend on the date. */
const ANCHOR: IstDate = istDate("2026-09-01");
export const MONTH_DAYS = 21;
export const monthFile = new URL("../../../server/src/compose/sandbox/demo-month.jsonl", import.meta.url);

export const lineOf = (day: MonthDay): string => `${JSON.stringify(day)}\n`;

export async function livedLine(back: number): Promise<string> {
  const days = sessionsBefore(nseCalendar, ANCHOR, MONTH_DAYS);
  const day = days.at(-back);
  if (day === undefined) throw new Error(`the calendar has no session ${back} days before ${ANCHOR}`);
  return lineOf(await liveMonthDay(ANCHOR, day, back));
}
