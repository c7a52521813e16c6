import { type EpochMs, epochMs } from "@vriddhi/core/time/clock";
import { istDate, toIstText } from "@vriddhi/core/time/ist";
import { nseCalendar } from "@vriddhi/core/time/trading-calendar";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { at, MONDAY } from "./exchange-fixture.ts";
import { isSessionDay, phasesOf, sessionDayAfter, sessionDayBefore, sessionDayOn } from "./sessions.ts";
import { defaultSettings } from "./settings.ts";

const hoursWith = (seed: number) => ({ seed, calendar: nseCalendar, settings: defaultSettings });
const hours = hoursWith(7);
const timeOf = (instant: EpochMs): string => toIstText(instant).slice(11, 16);

describe("an ordinary day", () => {
  const day = sessionDayOn(hours, MONDAY);

  it("ends continuous trading in F&O stocks at 15:15 and in others at 15:30", () => {
    expect(phasesOf(day.fno).map(({ at: from, phase }) => [timeOf(from), phase])).toEqual([
      ["09:00", "pre_open"],
      [expect.stringMatching(/^09:0[89]$/), "pre_open_matching"],
      ["09:15", "continuous"],
      ["15:15", "closing_reference"],
      ["15:20", "closing_auction"],
      [expect.stringMatching(/^15:2[89]$/), "closing_matching"],
      ["15:35", "closed"],
    ]);
    expect(phasesOf(day.other).map(({ at: from, phase }) => [timeOf(from), phase])).toEqual([
      ["09:00", "pre_open"],
      [expect.stringMatching(/^09:0[89]$/), "pre_open_matching"],
      ["09:15", "continuous"],
      ["15:30", "closed"],
    ]);
    expect(timeOf(day.closed)).toBe("15:35");
  });

  it("closes both collections at a seeded moment within the last two minutes", () => {
    const moments = new Set<number>();
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const drawn = sessionDayOn(hoursWith(seed), MONDAY);
        const preOpen = drawn.fno.preOpen?.collectUntil ?? epochMs(0);
        const closing = drawn.fno.closing?.collectUntil ?? epochMs(0);
        expect(preOpen >= at("09:08") && preOpen < at("09:10")).toBe(true);
        expect(closing >= at("15:28") && closing < at("15:30")).toBe(true);
        expect(sessionDayOn(hoursWith(seed), MONDAY)).toEqual(drawn);
        moments.add(preOpen);
      }),
    );
    expect(moments.size).toBeGreaterThan(10);
  });
});

describe("the opening auction", () => {
  const linesOf = (date: string) => {
    const { preOpen } = sessionDayOn(hours, istDate(date)).fno;
    return [preOpen?.from, preOpen?.limitOnlyFrom, preOpen?.matchAt].map((each) => each && timeOf(each));
  };

  it("takes limit orders alone from 9:05 and matches at 9:10 since 7 September 2026, at 9:08 before", () => {
    expect(linesOf("2026-09-04")).toEqual(["09:00", null, "09:08"]);
    expect(linesOf("2026-09-07")).toEqual(["09:00", "09:05", "09:10"]);
  });

  it("closes its collection in the last minute until 4 September 2026", () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const date = istDate("2026-09-04");
        const closes = sessionDayOn(hoursWith(seed), date).fno.preOpen?.collectUntil ?? epochMs(0);
        expect(closes >= at("09:07", date) && closes < at("09:08", date)).toBe(true);
      }),
    );
  });

  it("has the same length on a Muhurat evening", () => {
    expect(linesOf("2026-11-08")).toEqual(["18:00", "18:05", "18:10"]);
  });
});

describe("session days", () => {
  it("are the calendar's trading days and the special sessions", () => {
    expect(isSessionDay(hours, MONDAY)).toBe(true);
    expect(isSessionDay(hours, istDate("2026-11-15"))).toBe(false);
    expect(isSessionDay(hours, istDate("2026-11-24"))).toBe(false);
    expect(isSessionDay(hours, istDate("2026-11-08"))).toBe(true);
    expect(sessionDayBefore(hours, istDate("2026-11-09"))).toBe("2026-11-08");
    expect(sessionDayAfter(hours, istDate("2026-11-23"))).toBe("2026-11-25");
  });

  it("have the hours of the calendar data: one hour in the evening for Muhurat", () => {
    const muhurat = sessionDayOn(hours, istDate("2026-11-08"));
    expect([timeOf(muhurat.open), timeOf(muhurat.closed)]).toEqual(["18:15", "19:15"]);
    expect(muhurat.fno.closing).toBeNull();
  });

  it("may have no pre-open session", () => {
    const date = istDate("2026-12-05");
    const special = { date, name: "drill", preOpen: null, open: defaultSettings.rollOverMinute } as const;
    const settings = {
      ...defaultSettings,
      specialSessions: [{ ...special, close: defaultSettings.squareOff.zerodha.fno, hasClosingAuction: false }],
    };
    const day = sessionDayOn({ ...hours, settings }, date);
    expect(phasesOf(day.fno).map(({ phase }) => phase)).toEqual(["continuous", "closed"]);
  });
});
