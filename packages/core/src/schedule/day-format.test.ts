import { describe, expect, it } from "vitest";
import { epochMs } from "../time/clock.ts";
import { istDate } from "../time/ist.ts";
import { formatClock, formatLongDay, formatWhen } from "./day-format.ts";

const at = (text: string) => epochMs(Date.parse(`${text}+05:30`));

describe("formatted days and times", () => {
  it.each([
    ["2026-11-16", "Monday, 16 November"],
    ["2027-01-01", "Friday, 1 January"],
    ["2028-02-29", "Tuesday, 29 February"],
  ])("%s is %s", (day, words) => {
    expect(formatLongDay(istDate(day))).toBe(words);
  });

  it.each([
    ["2026-11-16T00:05:00", "12:05 AM"],
    ["2026-11-16T08:30:59", "8:30 AM"],
    ["2026-11-16T12:00:00", "12:00 PM"],
    ["2026-11-16T15:30:00", "3:30 PM"],
  ])("%s is %s", (instant, words) => {
    expect(formatClock(at(instant))).toBe(words);
  });

  it("form one phrase, in India's time", () => {
    expect(formatWhen(at("2026-11-16T08:30:00"))).toBe("8:30 AM on Monday, 16 November");
  });
});
