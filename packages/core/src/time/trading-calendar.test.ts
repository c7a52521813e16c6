import { existsSync, readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { nextAction, phaseOf, planDay, stopsBetween } from "../schedule/day-plan.ts";
import { DAY_MS, later } from "./clock.ts";
import { addDays, type IstDate, istDate, istInstant, istMinute, isWeekend, yearOf } from "./ist.ts";
import { continuousUntil } from "./session-hours.ts";
import {
  createCalendar,
  isTradingDay,
  nextTradingDay,
  nseCalendar,
  publishedYears,
  tradingDayFrom,
  withInventedYears,
} from "./trading-calendar.ts";

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

const published = createCalendar(publishedYears);
const isOpen = (text: string): boolean => isTradingDay(published, istDate(text));
const daysBetween = (from: string, to: string): readonly IstDate[] => {
  const days: IstDate[] = [];
  for (let day = istDate(from); day <= to; day = addDays(day, 1)) days.push(day);
  return days;
};
const days2026 = daysBetween("2026-01-01", "2026-12-31");
const anyDay = fc.nat({ max: 3_285 }).map((index) => addDays(istDate("2018-01-01"), index));

describe("the NSE calendar of 2026", () => {
  it.each(holidays2026)("is closed on %s, %s", (date) => {
    expect(isWeekend(istDate(date))).toBe(false);
    expect(published.sessionOf(istDate(date))).toEqual({ kind: "closed", open: null, close: null });
  });

  it("is closed on every weekend and open on every other weekday", () => {
    const holidays = new Set<string>(holidays2026.map(([date]) => date));
    for (const date of days2026) expect([date, isOpen(date)]).toEqual([date, !isWeekend(date) && !holidays.has(date)]);
    expect(days2026.filter(isOpen)).toHaveLength(245);
  });
});

describe("the published years", () => {
  it("are 2018 to 2026, without closures on a weekend, which would only hide a wrong date", () => {
    expect(publishedYears.map(({ year }) => year)).toEqual([2018, 2019, 2020, 2021, 2022, 2023, 2024, 2025, 2026]);
    for (const { year, closures, sessions } of publishedYears) {
      for (const day of closures) expect([day, isWeekend(day), yearOf(day)]).toEqual([day, false, year]);
      expect(new Set([...closures, ...sessions.map(({ date }) => date)]).size).toBe(closures.length + sessions.length);
    }
  });

  it.each([
    ["Muhurat on a Wednesday evening", "2018-11-07", "special", istMinute(17, 30), istMinute(18, 30)],
    ["Muhurat on a Sunday evening", "2023-11-12", "special", istMinute(18, 15), istMinute(19, 15)],
    ["Muhurat in the afternoon", "2025-10-21", "special", istMinute(13, 45), istMinute(14, 45)],
    ["a Saturday with a budget", "2025-02-01", "special", istMinute(9, 15), istMinute(15, 30)],
    ["a Sunday with a budget", "2026-02-01", "special", istMinute(9, 15), istMinute(15, 30)],
    ["a Saturday to try the second site", "2024-03-02", "special", istMinute(9, 15), istMinute(12, 30)],
    ["a day with a circuit breaker", "2020-03-23", "short", istMinute(9, 15), istMinute(15, 30)],
    ["a day with an outage and a late end", "2021-02-24", "short", istMinute(9, 15), istMinute(17, 0)],
    ["an ordinary day", "2019-07-01", "regular", istMinute(9, 15), istMinute(15, 30)],
  ] as const)("know %s, %s", (_case, day, kind, open, close) => {
    expect(published.sessionOf(istDate(day))).toEqual({ kind, open, close });
    expect(isOpen(day)).toBe(kind !== "special");
  });
});

describe("a year without a list", () => {
  it("has no trading days and no next trading day", () => {
    expect([published.knows(2026), published.knows(2027), published.knows(2017)]).toEqual([true, false, false]);
    for (const day of daysBetween("2027-01-01", "2027-12-31")) expect(isOpen(day)).toBe(false);
    expect(nextTradingDay(published, istDate("2026-12-30"))).toBe("2026-12-31");
    expect(nextTradingDay(published, istDate("2026-12-31"))).toBeNull();
    expect(tradingDayFrom(published, istDate("2027-01-04"))).toBeNull();
    expect(tradingDayFrom(published, istDate("2017-12-31"))).toBeNull();
  });

  it("[B9.5] has no morning: nothing is planned or announced, and the day is unknown", () => {
    const [day, now] = [istDate("2027-01-04"), istInstant(istDate("2027-01-04"), istMinute(8, 0))];
    expect(planDay(published, day)).toEqual([]);
    expect(phaseOf(published, now)).toBe("unknown");
    expect(nextAction(published, now)).toBeNull();
    const lastEvening = istInstant(istDate("2026-12-31"), istMinute(18, 0));
    expect(nextAction(published, lastEvening)).toBeNull();
    expect(stopsBetween(published, lastEvening, later(now, 400 * DAY_MS))).toEqual([]);
  });

  it("is known as soon as its list is installed, also across the turn of the year", () => {
    const list = { year: 2027, closures: [istDate("2027-01-01")], sessions: [] };
    const calendar = createCalendar([...publishedYears, list]);
    expect(nextTradingDay(calendar, istDate("2026-12-31"))).toBe("2027-01-04");
    expect(nextTradingDay(calendar, istDate("2027-12-31"))).toBeNull();
  });

  it("is replaced as a whole by a later list of the same year", () => {
    const list = { year: 2026, closures: [istDate("2026-11-16")], sessions: [] };
    const calendar = createCalendar([...publishedYears, list]);
    expect(isTradingDay(calendar, istDate("2026-11-16"))).toBe(false);
    expect(isTradingDay(calendar, istDate("2026-12-25"))).toBe(true);
  });
});

describe("the sandbox's calendar", () => {
  it("invents unpublished years, marks them, and invents the same each time", () => {
    const again = withInventedYears(createCalendar(publishedYears));
    expect([nseCalendar.isInvented(2026), nseCalendar.isInvented(2027)]).toEqual([false, true]);
    for (const day of daysBetween("2027-01-01", "2030-12-31"))
      expect(again.sessionOf(day)).toEqual(nseCalendar.sessionOf(day));
  });

  it("gives every year 238 to 252 trading days, closed national holidays and one Muhurat evening", () => {
    for (let year = 2027; year <= 2090; year += 1) {
      const days = daysBetween(`${year}-01-01`, `${year}-12-31`);
      const open = days.filter((day) => isTradingDay(nseCalendar, day)).length;
      expect([year, open >= 238 && open <= 252]).toEqual([year, true]);
      for (const day of ["01-26", "05-01", "08-15", "10-02", "12-25"])
        expect(isTradingDay(nseCalendar, istDate(`${year}-${day}`))).toBe(false);
      expect(days.filter((day) => nseCalendar.sessionOf(day).kind === "special")).toHaveLength(1);
    }
  });

  it.each(["2027-03-26", "2028-04-14", "2029-03-30", "2038-04-23"])("closes on Good Friday %s", (day) => {
    expect(nseCalendar.sessionOf(istDate(day)).kind).toBe("closed");
  });

  it("leaves the published years unchanged", () => {
    for (const day of days2026) expect(nseCalendar.sessionOf(day)).toEqual(published.sessionOf(day));
    expect(nextTradingDay(nseCalendar, istDate("2026-12-31"))).toBe("2027-01-01");
  });
});

describe("the next trading day", () => {
  it.each([
    ["a Friday", "2026-11-13", "2026-11-16"],
    ["a Saturday", "2026-11-14", "2026-11-16"],
    ["the eve of a holiday", "2026-11-23", "2026-11-25"],
    ["Thursday before Good Friday", "2026-04-02", "2026-04-06"],
    ["Christmas Eve", "2026-12-24", "2026-12-28"],
    ["the eve of Muhurat, a holiday and a weekend", "2021-11-03", "2021-11-08"],
    ["a Friday before a Saturday with a session", "2024-03-01", "2024-03-04"],
    ["the last of a year", "2025-12-31", "2026-01-01"],
  ])("after %s", (_case, from, expected) => {
    expect(nextTradingDay(published, istDate(from))).toBe(expected);
  });

  it("on or after a trading day is that day", () => {
    expect(tradingDayFrom(published, istDate("2026-11-16"))).toBe("2026-11-16");
    expect(tradingDayFrom(published, istDate("2026-11-15"))).toBe("2026-11-16");
  });

  it("is open and in the future, without a trading day in between", () => {
    fc.assert(
      fc.property(anyDay, (date) => {
        const next = nextTradingDay(nseCalendar, date);
        expect(isTradingDay(nseCalendar, next)).toBe(true);
        expect(next > date).toBe(true);
        for (let day = addDays(date, 1); day < next; day = addDays(day, 1))
          expect(isTradingDay(nseCalendar, day)).toBe(false);
      }),
    );
  });
});

describe("continuous trading in stocks with futures", () => {
  it("ends at 15:15 since the closing auction began on 3 August 2026, at 15:30 before", () => {
    expect(continuousUntil(istDate("2026-08-02"))).toBe(istMinute(15, 30));
    expect(continuousUntil(istDate("2026-08-03"))).toBe(istMinute(15, 15));
  });
});

const data = new URL("../../../../../shared/data/", import.meta.url);
const linesOf = (file: string): readonly string[] => {
  const bytes = readFileSync(new URL(file, data));
  return (file.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString("utf8").split(/\r?\n/).filter(Boolean);
};
const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** `15-Jan-2026` → `2026-01-15` */
function toIsoDate(text: string): string {
  const [day = "", month = "", year = ""] = text.split("-");
  return `${year}-${String(MONTHS.indexOf(month) + 1).padStart(2, "0")}-${day}`;
}

describe.skipIf(!existsSync(data))("the calendar against market data (needs ../shared/data)", () => {
  it("lists exactly the published holidays of 2026 that fall on a weekday", () => {
    const dates = linesOf("calendar/nse_holidays_2026_citadel-hq.csv").map(toIsoDate).map(istDate);
    const closures = publishedYears.find(({ year }) => year === 2026)?.closures;
    expect(closures).toEqual(dates.filter((day) => !isWeekend(day)));
  });

  it("was closed on every weekday without bars, and on no other", () => {
    const closed = linesOf("calendar/nse_weekday_closures_2018-01-01_2026-08-13.csv").slice(1);
    const ours = daysBetween("2018-01-01", "2026-08-13").filter(
      (day) => !isWeekend(day) && published.sessionOf(day).kind === "closed",
    );
    expect(ours).toEqual(closed);
  });

  it("was open on every day with bars of NIFTY 50, and every open day in daylight has bars", () => {
    const withBars = new Set(
      linesOf("daily/NIFTY50_daily.csv.gz")
        .slice(1)
        .map((line) => line.slice(0, 10)),
    );
    const days = daysBetween("2018-01-01", "2026-08-13");
    const hasDaylight = (day: IstDate) => {
      const { open } = published.sessionOf(day);
      return open !== null && open < istMinute(15, 30);
    };
    expect(days.filter(hasDaylight)).toEqual(days.filter((day) => withBars.has(day)));
  });

  it("includes every special session", () => {
    const special = linesOf("calendar/nse_special_or_short_sessions.csv")
      .slice(1)
      .map((line) => line.split(","));
    for (const [date = "", weekday = "", bars = ""] of special) {
      const { kind } = published.sessionOf(istDate(date));
      const isOutside = weekday === "Sat" || weekday === "Sun" || Number(bars) < 100;
      if (isOutside) expect([date, kind]).toEqual([date, date === "2021-02-24" ? "short" : "special"]);
      else expect([date, ["regular", "short"].includes(kind)]).toEqual([date, true]);
    }
  });
});
