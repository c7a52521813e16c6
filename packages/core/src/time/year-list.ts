import { assert } from "../shared/assert.ts";
import { err, ok, type Result } from "../shared/result.ts";
import { type IstDate, type IstMinute, isCalendarDate, istDate, istMinute, isWeekend, yearOf } from "./ist.ts";
import type { NseYear } from "./nse-years.ts";

/** `special`: announced hours, which the strategy does not trade. `short`: an ordinary day with a trading halt. */
export type Session =
  | { readonly kind: "closed"; readonly open: null; readonly close: null }
  | { readonly kind: "regular" | "special" | "short"; readonly open: IstMinute; readonly close: IstMinute };

export interface DatedSession {
  readonly date: IstDate;
  readonly kind: "special" | "short";
  readonly open: IstMinute;
  readonly close: IstMinute;
}

export interface YearList {
  readonly year: number;
  readonly closures: readonly IstDate[];
  readonly sessions: readonly DatedSession[];
}

const SESSION_SHAPE = /^(\d{2}-\d{2}) (\d{2}):(\d{2})-(\d{2}):(\d{2})$/;

function toDated(year: number, kind: DatedSession["kind"], text: string): DatedSession {
  const [, day = "", ...clock] = SESSION_SHAPE.exec(text) ?? [];
  const [openHour = 24, openMinute = 0, closeHour = 24, closeMinute = 0] = clock.map(Number);
  const [open, close] = [istMinute(openHour, openMinute), istMinute(closeHour, closeMinute)];
  assert(open < close, `a session opens before it closes: ${text}`);
  return { date: istDate(`${year}-${day}`), kind, open, close };
}

export const toYearList = (year: number, { closed, special = [], short = [] }: NseYear): YearList => ({
  year,
  closures: closed.split(" ").map((day) => istDate(`${year}-${day}`)),
  sessions: [
    ...special.map((text) => toDated(year, "special", text)),
    ...short.map((text) => toDated(year, "short", text)),
  ],
});

/** Fewer or more indicate half a list, or two. */
const CLOSURES_MIN = 8;
const CLOSURES_MAX = 30;

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const LINE_SHAPE = /^(\S+)(?:\s+(special|short)\s+(\d{2}):(\d{2})-(\d{2}):(\d{2}))?(?:\s+(?!special\b|short\b).*)?$/;

/** `2027-01-26`, or `26-Jan-2027` as the exchange writes it. */
function toDay(text: string): IstDate | null {
  const [day = "", month = "", year = ""] = text.split("-");
  const number = MONTHS.indexOf(month.toLowerCase()) + 1;
  const iso = number > 0 ? `${year}-${String(number).padStart(2, "0")}-${day.padStart(2, "0")}` : text;
  return isCalendarDate(iso) ? istDate(iso) : null;
}

type ListedDay = { readonly date: IstDate; readonly session: DatedSession | null };

function readLine(line: string, year: number): Result<ListedDay, string> {
  const [, day = "", kind, ...clock] = LINE_SHAPE.exec(line) ?? [];
  const date = toDay(day);
  if (date === null) return err("begins with no date like 2027-01-26, or its hours are not like special 18:15-19:15");
  if (yearOf(date) !== year) return err(`is not of ${year}`);
  if (kind !== "special" && kind !== "short") return ok({ date, session: null });
  const [openHour = 24, openMinute = 60, closeHour = 24, closeMinute = 60] = clock.slice(0, 4).map(Number);
  const isClock = openHour < 24 && closeHour < 24 && openMinute < 60 && closeMinute < 60;
  if (!isClock || openHour * 60 + openMinute >= closeHour * 60 + closeMinute)
    return err("has hours that do not follow each other");
  const [open, close] = [istMinute(openHour, openMinute), istMinute(closeHour, closeMinute)];
  return ok({ date, session: { date, kind, open, close } });
}

/** A line per day: `2027-01-26 Republic Day`, `2027-10-29 special 18:15-19:15 Muhurat`. Omits closures on weekends. */
export function parseYearList(text: string, year: number): Result<YearList, string> {
  const days = new Map<IstDate, ListedDay>();
  for (const [index, raw] of text.split(/\r?\n/).entries()) {
    const line = raw.trim();
    if (line === "" || line.startsWith("#")) continue;
    const read = readLine(line, year);
    if (!read.ok) return err(`line ${index + 1} ${read.error}`);
    if (days.has(read.value.date)) return err(`line ${index + 1} names a day a second time`);
    days.set(read.value.date, read.value);
  }
  const listed = [...days.values()].sort((a, b) => (a.date < b.date ? -1 : 1));
  const closures = listed.flatMap(({ date, session }) => (session === null && !isWeekend(date) ? [date] : []));
  if (closures.length < CLOSURES_MIN || closures.length > CLOSURES_MAX)
    return err(
      `a year has between ${CLOSURES_MIN} and ${CLOSURES_MAX} weekdays without a session, not ${closures.length}`,
    );
  return ok({ year, closures, sessions: listed.flatMap(({ session }) => (session ? [session] : [])) });
}
