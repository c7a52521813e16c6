import { existsSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addDays, istDate, weekdayOf } from "./ist.ts";
import { isTradingDay, nextTradingDay, nseCalendar, tradingDayFrom } from "./trading-calendar.ts";

const holidays2026 = [
  ["2026-01-15", "municipal elections in Maharashtra"],
  ["2026-01-26", "Republic Day"],
  ["2026-03-03", "Holi"],
  ["2026-03-26", "Ram Navami"],
  ["2026-03-31", "Mahavir Jayanti"],
  ["2026-04-03", "Good Friday"],
  ["2026-04-14", "Ambedkar Jayanti"],
  ["2026-05-01", "Maharashtra Day"],
  ["2026-05-28", "Bakri Id"],
  ["2026-06-26", "Muharram"],
  ["2026-09-14", "Ganesh Chaturthi"],
  ["2026-10-02", "Gandhi Jayanti"],
  ["2026-10-20", "Dussehra"],
  ["2026-11-10", "Diwali Balipratipada"],
  ["2026-11-24", "Guru Nanak Jayanti"],
  ["2026-12-25", "Christmas"],
] as const;

const isOpen = (text: string): boolean => isTradingDay(nseCalendar, istDate(text));
const isWeekday = (text: string): boolean => ![0, 6].includes(weekdayOf(istDate(text)));
const days2026 = Array.from({ length: 365 }, (_, index) => addDays(istDate("2026-01-01"), index));
const anyDay = fc.nat({ max: 364 }).map((index) => addDays(istDate("2026-01-01"), index));

describe("the NSE calendar of 2026", () => {
  it.each(holidays2026)("is closed on %s, %s", (date) => {
    expect(isWeekday(date)).toBe(true);
    expect(isOpen(date)).toBe(false);
  });

  it("is closed on every weekend and open on every other weekday", () => {
    const holidays = new Set<string>(holidays2026.map(([date]) => date));
    for (const date of days2026) expect([date, isOpen(date)]).toEqual([date, isWeekday(date) && !holidays.has(date)]);
    expect(days2026.filter(isOpen)).toHaveLength(245);
  });

  it("holds no holiday that falls on a weekend: it would only hide a wrong date", () => {
    for (const date of nseCalendar.holidays) expect([date, isWeekday(date)]).toEqual([date, true]);
  });
});

describe("the next trading day", () => {
  it.each([
    ["a Friday", "2026-11-13", "2026-11-16"],
    ["a Saturday", "2026-11-14", "2026-11-16"],
    ["the eve of a holiday", "2026-11-23", "2026-11-25"],
    ["Thursday before Good Friday", "2026-04-02", "2026-04-06"],
    ["Christmas Eve", "2026-12-24", "2026-12-28"],
  ])("after %s", (_case, from, expected) => {
    expect(nextTradingDay(nseCalendar, istDate(from))).toBe(expected);
  });

  it("on or after a trading day is that day itself", () => {
    expect(tradingDayFrom(nseCalendar, istDate("2026-11-16"))).toBe("2026-11-16");
    expect(tradingDayFrom(nseCalendar, istDate("2026-11-15"))).toBe("2026-11-16");
  });

  it("is open, lies ahead, and no trading day lies between", () => {
    fc.assert(
      fc.property(anyDay, (date) => {
        const next = nextTradingDay(nseCalendar, date);
        expect(isOpen(next)).toBe(true);
        expect(next > date).toBe(true);
        for (let day = addDays(date, 1); day < next; day = addDays(day, 1)) expect(isOpen(day)).toBe(false);
      }),
    );
  });
});

const published = new URL("../../../../../shared/data/calendar/", import.meta.url);
const linesOf = (file: string): readonly string[] =>
  readFileSync(new URL(file, published), "utf8").split(/\r?\n/).filter(Boolean);

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** `15-Jan-2026` → `2026-01-15` */
function toIsoDate(text: string): string {
  const [day = "", month = "", year = ""] = text.split("-");
  return `${year}-${String(MONTHS.indexOf(month) + 1).padStart(2, "0")}-${day}`;
}

describe.skipIf(!existsSync(published))("the calendar against published data (needs ../shared/data/calendar)", () => {
  it("lists exactly the published holidays that fall on a weekday", () => {
    const dates = linesOf("nse_holidays_2026_citadel-hq.csv").map(toIsoDate).filter(isWeekday);
    expect([...nseCalendar.holidays]).toEqual(dates);
  });

  it("was closed on every weekday without bars, and on no other", () => {
    const closed = linesOf("nse_weekday_closures_2018-01-01_2026-08-13.csv").filter((date) => date.startsWith("2026"));
    const ours = days2026.filter((date) => date <= "2026-08-13" && isWeekday(date) && !isOpen(date));
    expect(ours).toEqual(closed);
  });
});
