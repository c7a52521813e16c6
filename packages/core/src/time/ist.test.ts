import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DAY_MS, type EpochMs, epochMs, later, MINUTE_MS } from "./clock.ts";
import {
  addDays,
  isCalendarDate,
  istDate,
  istDateOf,
  istInstant,
  istMinute,
  istMinuteOf,
  midnightsBetween,
  toIstText,
  weekdayOf,
} from "./ist.ts";

const instant = (text: string): EpochMs => epochMs(Date.parse(text));
const dates = fc.integer({ min: -3_650, max: 36_500 }).map((days) => addDays(istDate("2020-01-01"), days));
const minutes = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
  .map(([hour, minute]) => istMinute(hour, minute));

describe("a calendar day", () => {
  it.each(["2026-11-16", "2024-02-29", "2000-02-29", "1990-12-31", "2026-01-01"])("%s exists", (text) => {
    expect(isCalendarDate(text)).toBe(true);
    expect(istDate(text)).toBe(text);
  });

  it.each([
    "2025-02-29",
    "1900-02-29",
    "2026-02-30",
    "2026-04-31",
    "2026-13-01",
    "2026-00-10",
    "2026-01-00",
    "2026-1-1",
    "16-11-2026",
    "2026-11-16T00:00:00Z",
    " 2026-11-16",
    "",
  ])("%j does not", (text) => {
    expect(isCalendarDate(text)).toBe(false);
    expect(() => istDate(text)).toThrow("is a calendar day");
  });
});

describe("India's day", () => {
  it("begins at 18:30 UTC of the day before", () => {
    expect(istDateOf(instant("2026-11-15T18:29:59.999Z"))).toBe("2026-11-15");
    expect(istDateOf(instant("2026-11-15T18:30:00.000Z"))).toBe("2026-11-16");
    expect(istMinuteOf(instant("2026-11-15T18:29:59.999Z"))).toBe(istMinute(23, 59));
    expect(istMinuteOf(instant("2026-11-15T18:30:00.000Z"))).toBe(istMinute(0, 0));
  });

  it("has leap days and turns of the year at India's midnight", () => {
    expect(istDateOf(instant("2024-02-28T18:30:00Z"))).toBe("2024-02-29");
    expect(istDateOf(instant("2024-02-29T18:30:00Z"))).toBe("2024-03-01");
    expect(istDateOf(instant("2026-12-31T18:30:00Z"))).toBe("2027-01-01");
    expect(addDays(istDate("2024-02-28"), 1)).toBe("2024-02-29");
    expect(addDays(istDate("2025-02-28"), 1)).toBe("2025-03-01");
    expect(addDays(istDate("2026-01-01"), -1)).toBe("2025-12-31");
  });

  it("is the same before 1970", () => {
    expect(istDateOf(instant("1950-01-25T18:30:00Z"))).toBe("1950-01-26");
    expect(istMinuteOf(instant("1950-01-25T18:29:00Z"))).toBe(istMinute(23, 59));
  });

  it("counts a minute until its last millisecond", () => {
    expect(istMinuteOf(instant("2026-11-16T09:10:59.999+05:30"))).toBe(istMinute(9, 10));
    expect(istMinuteOf(instant("2026-11-16T09:11:00.000+05:30"))).toBe(istMinute(9, 11));
  });

  it("converts from date and minute to the same instant", () => {
    expect(istInstant(istDate("2026-11-16"), istMinute(9, 15))).toBe(instant("2026-11-16T09:15:00+05:30"));
    fc.assert(
      fc.property(dates, minutes, fc.nat({ max: MINUTE_MS - 1 }), (date, minute, restMs) => {
        const at = later(istInstant(date, minute), restMs);
        expect(istDateOf(at)).toBe(date);
        expect(istMinuteOf(at)).toBe(minute);
      }),
    );
  });

  it("is formatted with its offset, and parsed as the same instant", () => {
    expect(toIstText(instant("2026-11-15T18:30:00.001Z"))).toBe("2026-11-16T00:00:00.001+05:30");
    fc.assert(
      fc.property(dates, minutes, (date, minute) => {
        const at = istInstant(date, minute);
        expect(instant(toIstText(at))).toBe(at);
        expect(toIstText(at).startsWith(date)).toBe(true);
      }),
    );
  });

  it("adds days without duplicates or gaps", () => {
    fc.assert(
      fc.property(dates, fc.integer({ min: -800, max: 800 }), (date, days) => {
        const moved = addDays(date, days);
        expect(isCalendarDate(moved)).toBe(true);
        expect(addDays(moved, -days)).toBe(date);
        expect(istInstant(moved, istMinute(0, 0)) - istInstant(date, istMinute(0, 0))).toBe(days * DAY_MS);
        expect(Math.abs(weekdayOf(moved) - weekdayOf(date) - days) % 7).toBe(0);
      }),
    );
  });

  it("begins at every midnight between two instants, the later one included", () => {
    const [eve, midnight] = [instant("2026-12-30T12:00:00+05:30"), instant("2026-12-31T00:00:00+05:30")];
    expect(midnightsBetween(eve, midnight)).toEqual([midnight]);
    expect(midnightsBetween(midnight, later(midnight, DAY_MS - 1))).toEqual([]);
    expect(midnightsBetween(later(midnight, -1), later(midnight, DAY_MS)).map(istDateOf)).toEqual([
      "2026-12-31",
      "2027-01-01",
    ]);
  });

  it("has the right weekday", () => {
    expect(weekdayOf(istDate("2026-11-15"))).toBe(0);
    expect(weekdayOf(istDate("2026-11-16"))).toBe(1);
    expect(weekdayOf(istDate("2024-02-29"))).toBe(4);
  });
});

describe("a minute of the day", () => {
  it("counts from midnight", () => {
    expect([istMinute(0, 0), istMinute(9, 10), istMinute(23, 59)]).toEqual([0, 550, 1_439]);
  });

  it.each([
    [24, 0],
    [-1, 0],
    [9, 60],
    [9, -1],
    [9.5, 0],
    [Number.NaN, 0],
  ])("refuses %d:%d", (hour, minute) => {
    expect(() => istMinute(hour, minute)).toThrow("a minute of the day");
  });
});
