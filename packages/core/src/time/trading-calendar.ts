import { addDays, type IstDate, istDate, weekdayOf } from "./ist.ts";

/** Weekdays on which the exchange stays closed, by year. A year without an entry is not published yet. */
export interface TradingCalendar {
  readonly holidays: ReadonlySet<IstDate>;
}

const SUNDAY = 0;
const SATURDAY = 6;

export const isTradingDay = (calendar: TradingCalendar, date: IstDate): boolean => {
  const weekday = weekdayOf(date);
  return weekday !== SUNDAY && weekday !== SATURDAY && !calendar.holidays.has(date);
};

/** The first trading day on or after `date`. */
export function tradingDayFrom(calendar: TradingCalendar, date: IstDate): IstDate {
  let day = date;
  while (!isTradingDay(calendar, day)) day = addDays(day, 1);
  return day;
}

export const nextTradingDay = (calendar: TradingCalendar, date: IstDate): IstDate =>
  tradingDayFrom(calendar, addDays(date, 1));

/** NSE cash segment. The exchange publishes each year's list in December of the year before. */
export const nseCalendar: TradingCalendar = {
  holidays: new Set(
    [
      "2026-01-15",
      "2026-01-26",
      "2026-03-03",
      "2026-03-26",
      "2026-03-31",
      "2026-04-03",
      "2026-04-14",
      "2026-05-01",
      "2026-05-28",
      "2026-06-26",
      "2026-09-14",
      "2026-10-02",
      "2026-10-20",
      "2026-11-10",
      "2026-11-24",
      "2026-12-25",
    ].map(istDate),
  ),
};
