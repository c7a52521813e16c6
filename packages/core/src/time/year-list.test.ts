import { describe, expect, it } from "vitest";
import { istDate, istMinute } from "./ist.ts";
import { parseYearList } from "./year-list.ts";

const DAYS = [
  "2027-01-26 Republic Day",
  "22-Mar-2027 Holi",
  "2027-03-26 Good Friday",
  "2027-04-14 Ambedkar Jayanti",
  "2027-05-17",
  "2027-08-16 Parsi New Year",
  "2027-10-08 Dussehra",
  "2027-12-24 \tChristmas Eve",
];
const list = (...more: readonly string[]) => ["# NSE, cash segment", "", ...DAYS, ...more].join("\r\n");

describe("a typed year list", () => {
  it("is read line by line: closures sorted, weekends omitted, sessions with their hours", () => {
    const read = parseYearList(list("2027-05-01 Maharashtra Day", "2027-10-29 special 18:15-19:15 Muhurat"), 2027);
    expect(read).toEqual({
      ok: true,
      value: {
        year: 2027,
        closures: [
          ...["2027-01-26", "2027-03-22", "2027-03-26", "2027-04-14"],
          ...["2027-05-17", "2027-08-16", "2027-10-08", "2027-12-24"],
        ],
        sessions: [{ date: istDate("2027-10-29"), kind: "special", open: istMinute(18, 15), close: istMinute(19, 15) }],
      },
    });
  });

  it.each([
    ["a day of another year", "2028-01-26", "line 11 is not of 2027"],
    ["a day that does not exist", "2027-02-29", "line 11 begins with no date"],
    ["words", "Republic Day", "line 11 begins with no date"],
    ["a day twice", "26-jan-2027", "line 11 names a day a second time"],
    ["hours that go backwards", "2027-10-29 special 19:15-18:15", "line 11 has hours that do not follow"],
    ["hours that no clock has", "2027-10-29 special 18:15-24:00", "line 11 has hours that do not follow"],
    ["a session without hours", "2027-10-29 special Muhurat", "line 11 begins with no date"],
  ])("is refused for %s", (_case, line, reason) => {
    const read = parseYearList(list(line), 2027);
    expect(read.ok).toBe(false);
    expect(read.ok ? "" : read.error).toContain(reason);
  });

  it("is refused when it is incomplete", () => {
    expect(parseYearList(DAYS.slice(0, 3).join("\n"), 2027)).toEqual({
      ok: false,
      error: "a year has between 8 and 30 weekdays without a session, not 3",
    });
    expect(parseYearList("", 2027).ok).toBe(false);
  });
});
