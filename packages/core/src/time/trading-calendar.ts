import { inventYear } from "./invented-year.ts";
import { addDays, type IstDate, isWeekend, yearOf } from "./ist.ts";
import { nseYears } from "./nse-years.ts";
import { SESSION_CLOSE, SESSION_OPEN } from "./session-hours.ts";
import { type Session, toYearList, type YearList } from "./year-list.ts";

export interface TradingCalendar {
  /** False when no list is known: trading is paused. */
  knows(year: number): boolean;
  /** Closed throughout an unknown year. */
  sessionOf(day: IstDate): Session;
  /** True for an invented list, as in the sandbox for unpublished years. */
  isInvented(year: number): boolean;
}

declare const endless: unique symbol;

/** Knows every year, so that there always is a next trading day. */
export interface EndlessCalendar extends TradingCalendar {
  readonly [endless]?: true;
  knows(year: number): true;
}

const CLOSED: Session = { kind: "closed", open: null, close: null };
const REGULAR: Session = { kind: "regular", open: SESSION_OPEN, close: SESSION_CLOSE };

type SessionsByDay = ReadonlyMap<IstDate, Session>;

function toSessions({ closures, sessions }: YearList): SessionsByDay {
  const byDay = new Map<IstDate, Session>(closures.map((day) => [day, CLOSED]));
  for (const { date, kind, open, close } of sessions) byDay.set(date, { kind, open, close });
  return byDay;
}

const sessionIn = (year: SessionsByDay, day: IstDate): Session => year.get(day) ?? (isWeekend(day) ? CLOSED : REGULAR);

/** The listed years only; for duplicates the later list wins. */
export function createCalendar(lists: readonly YearList[]): TradingCalendar {
  const years = new Map(lists.map((list) => [list.year, toSessions(list)]));
  return {
    knows: (year) => years.has(year),
    sessionOf(day) {
      const year = years.get(yearOf(day));
      return year ? sessionIn(year, day) : CLOSED;
    },
    isInvented: () => false,
  };
}

export function withInventedYears(calendar: TradingCalendar): EndlessCalendar {
  const invented = new Map<number, SessionsByDay>();
  const inventedYear = (year: number): SessionsByDay => {
    const sessions = invented.get(year) ?? toSessions(inventYear(year));
    invented.set(year, sessions);
    return sessions;
  };
  return {
    knows: () => true,
    sessionOf: (day) =>
      calendar.knows(yearOf(day)) ? calendar.sessionOf(day) : sessionIn(inventedYear(yearOf(day)), day),
    isInvented: (year) => !calendar.knows(year),
  };
}

/** A day on which the strategy trades; excludes special sessions. */
export const isTradingDay = (calendar: TradingCalendar, day: IstDate): boolean => {
  const { kind } = calendar.sessionOf(day);
  return kind === "regular" || kind === "short";
};

/** The first trading day on or after `date`; `null` where the lists end first. */
export function tradingDayFrom(calendar: EndlessCalendar, date: IstDate): IstDate;
export function tradingDayFrom(calendar: TradingCalendar, date: IstDate): IstDate | null;
export function tradingDayFrom(calendar: TradingCalendar, date: IstDate): IstDate | null {
  for (let day = date; calendar.knows(yearOf(day)); day = addDays(day, 1)) if (isTradingDay(calendar, day)) return day;
  return null;
}

export function nextTradingDay(calendar: EndlessCalendar, date: IstDate): IstDate;
export function nextTradingDay(calendar: TradingCalendar, date: IstDate): IstDate | null;
export function nextTradingDay(calendar: TradingCalendar, date: IstDate): IstDate | null {
  return tradingDayFrom(calendar, addDays(date, 1));
}

export const publishedYears: readonly YearList[] = Object.entries(nseYears).map(([year, facts]) =>
  toYearList(Number(year), facts),
);

/** Published years, others invented: for the sandbox and tests. Live mode uses the published lists only. */
export const nseCalendar: EndlessCalendar = withInventedYears(createCalendar(publishedYears));
