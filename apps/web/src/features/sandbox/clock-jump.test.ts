import { type EpochMs, epochMs } from "@vriddhi/core/time/clock";
import { addDays, istDate, istDateOf, istInstant, istMinute, istMinuteOf } from "@vriddhi/core/time/ist";
import { isTradingDay, nseCalendar } from "@vriddhi/core/time/trading-calendar";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { jumpTarget, jumpTimes, nextDayTarget, shownInstant } from "./clock-jump.ts";

const instant = (text: string): EpochMs => epochMs(Date.parse(text));

describe("a jump of the market clock", () => {
  it.each([
    ["a time still to come today", "2026-11-16T08:40:00+05:30", "2026-11-16T09:15:00+05:30"],
    ["this very moment, so that a second press stays here", "2026-11-16T09:15:00+05:30", "2026-11-16T09:15:00+05:30"],
    ["a time that has passed", "2026-11-16T09:15:00.001+05:30", "2026-11-17T09:15:00+05:30"],
    ["a time that has passed on Friday", "2026-11-13T15:00:00+05:30", "2026-11-16T09:15:00+05:30"],
    ["a time to come on Saturday", "2026-11-14T07:00:00+05:30", "2026-11-16T09:15:00+05:30"],
    ["a time to come on a holiday", "2026-11-24T07:00:00+05:30", "2026-11-25T09:15:00+05:30"],
  ])("to %s", (_case, now, target) => {
    expect(jumpTarget(nseCalendar, instant(now), istMinute(9, 15))).toBe(instant(target));
  });

  it("to the next day is 08:00 of the next trading day", () => {
    expect(nextDayTarget(nseCalendar, instant("2026-11-13T07:00:00+05:30"))).toBe(instant("2026-11-16T08:00:00+05:30"));
  });

  it("never jumps back, and always to that minute of a trading day", () => {
    const nows = fc
      .tuple(fc.nat({ max: 364 }), fc.nat({ max: 86_399_999 }))
      .map(([days, ms]) => epochMs(istInstant(addDays(istDate("2026-01-01"), days), istMinute(0, 0)) + ms));
    fc.assert(
      fc.property(nows, fc.constantFrom(...jumpTimes), (now, { minute }) => {
        const target = jumpTarget(nseCalendar, now, minute);
        expect(target).toBeGreaterThanOrEqual(now);
        expect(istMinuteOf(target)).toBe(minute);
        expect(isTradingDay(nseCalendar, istDateOf(target))).toBe(true);
        expect(nextDayTarget(nseCalendar, now)).toBeGreaterThan(now);
      }),
    );
  });
});

describe("the face between two readings", () => {
  const reading = {
    readAtMs: 1_000,
    now: instant("2026-11-16T09:00:00+05:30"),
    speed: 20,
    isHeld: false,
    playSpeed: 20,
    isPaced: false,
  };

  it("runs on at the clock's speed", () => {
    expect(shownInstant(reading, 2_500)).toBe(reading.now + 30_000);
  });

  it("runs no faster than this device while an order is on its way", () => {
    expect(shownInstant({ ...reading, isPaced: true }, 2_500)).toBe(reading.now + 1_500);
    expect(shownInstant({ ...reading, isPaced: true, speed: 0.5 }, 2_500)).toBe(reading.now + 750);
  });

  it("does not advance while it is held, frozen or just read", () => {
    expect(shownInstant({ ...reading, isHeld: true }, 9_000)).toBe(reading.now);
    expect(shownInstant({ ...reading, speed: 0 }, 9_000)).toBe(reading.now);
    expect(shownInstant(reading, 900)).toBe(reading.now);
  });
});
