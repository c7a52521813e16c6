import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DAY_MS, type EpochMs, epochMs, HOUR_MS, later } from "../time/clock.ts";
import { addDays, istDate, istDateOf, toIstText } from "../time/ist.ts";
import { isTradingDay, nseCalendar } from "../time/trading-calendar.ts";
import { isExchangeOpen, nextAction, phaseOf, planDay, stepKinds, stopsBetween } from "./day-plan.ts";

const at = (text: string): EpochMs => epochMs(Date.parse(`${text}+05:30`));
const clockOf = (instant: EpochMs): string => toIstText(instant).slice(11, 16);
const instants = fc.integer({ min: 0, max: 364 * DAY_MS }).map((ms) => later(at("2026-01-01T00:00:00"), ms));

describe("a trading day's plan", () => {
  it("[B9.5] disconnects at 8:00, reconnects at 8:30 and starts at 9:00", () => {
    const plan = new Map(planDay(nseCalendar, istDate("2026-11-16")).map((step) => [step.kind, clockOf(step.dueAt)]));
    expect(plan.get("disconnect")).toBe("08:00");
    expect(plan.get("reconnect")).toBe("08:30");
    expect(plan.get("start")).toBe("09:00");
  });

  it("asks users at 8:05, 8:30 and 8:50", () => {
    const asks = planDay(nseCalendar, istDate("2026-11-16")).filter(({ kind }) => kind.startsWith("ask_"));
    expect(asks.map(({ dueAt }) => clockOf(dueAt))).toEqual(["08:05", "08:30", "08:50"]);
  });

  it.each(["2026-11-14", "2026-11-15", "2026-11-24", "2026-12-25"])("[B9.5] is empty on %s", (day) => {
    expect(planDay(nseCalendar, istDate(day))).toEqual([]);
  });

  it("is in chronological order, and each step is still useful when it is due", () => {
    const plan = planDay(nseCalendar, istDate("2026-11-16"));
    expect(plan.map(({ kind }) => kind)).toEqual(stepKinds);
    for (const [index, step] of plan.entries()) {
      expect(step.usefulUntil).toBeGreaterThan(step.dueAt);
      expect(step.dueAt).toBeGreaterThanOrEqual(plan[index - 1]?.dueAt ?? 0);
      expect(step.rank).toBe(index);
    }
  });

  it("starts no account after 9:10", () => {
    const start = planDay(nseCalendar, istDate("2026-11-16")).find(({ kind }) => kind === "start");
    expect(start?.usefulUntil).toBe(at("2026-11-16T09:10:00"));
  });
});

describe("the due instants between two instants", () => {
  it("are the same, however the interval is split", () => {
    fc.assert(
      fc.property(instants, fc.nat({ max: 9 * DAY_MS }), fc.nat({ max: 9 * DAY_MS }), (from, first, second) => {
        const middle = later(from, first);
        const to = later(middle, second);
        expect([...stopsBetween(nseCalendar, from, middle), ...stopsBetween(nseCalendar, middle, to)]).toEqual(
          stopsBetween(nseCalendar, from, to),
        );
      }),
    );
  });

  it("are those of every trading day in between", () => {
    const from = at("2026-11-20T23:00:00");
    const days = Array.from({ length: 6 }, (_, index) => addDays(istDate("2026-11-21"), index));
    const expected = days.flatMap((day) => [...new Set(planDay(nseCalendar, day).map(({ dueAt }) => dueAt))]);
    expect(stopsBetween(nseCalendar, from, at("2026-11-26T23:00:00"))).toEqual(expected);
  });
});

describe("the next action", () => {
  it.each([
    ["2026-11-16T07:00:00", "disconnect", "2026-11-16T08:00"],
    ["2026-11-16T08:00:00", "reconnect", "2026-11-16T08:30"],
    ["2026-11-16T08:45:00", "start", "2026-11-16T09:00"],
    ["2026-11-16T09:00:00", "disconnect", "2026-11-17T08:00"],
    ["2026-11-20T12:00:00", "disconnect", "2026-11-23T08:00"],
    ["2026-11-23T12:00:00", "disconnect", "2026-11-25T08:00"],
  ])("at %s is to %s", (now, action, when) => {
    const next = nextAction(nseCalendar, at(now));
    expect([next.action, toIstText(next.at).slice(0, 16)]).toEqual([action, when]);
  });

  it("is in the future, on a trading day, without another one in between", () => {
    fc.assert(
      fc.property(instants, (now) => {
        const next = nextAction(nseCalendar, now);
        expect(next.at).toBeGreaterThan(now);
        expect(isTradingDay(nseCalendar, istDateOf(next.at))).toBe(true);
        expect(nextAction(nseCalendar, epochMs(next.at - 1))).toEqual(next);
      }),
    );
  });
});

describe("the exchange", () => {
  it("is open from 9:15 until 15:30 on trading days", () => {
    const isOpen = (text: string) => isExchangeOpen(nseCalendar, at(text));
    expect([isOpen("2026-11-16T09:14:59"), isOpen("2026-11-16T09:15:00")]).toEqual([false, true]);
    expect([isOpen("2026-11-16T15:29:59"), isOpen("2026-11-16T15:30:00")]).toEqual([true, false]);
    expect(isExchangeOpen(nseCalendar, later(at("2026-11-15T09:15:00"), HOUR_MS))).toBe(false);
  });
});

describe("the phases of a day", () => {
  it.each([
    ["2026-11-16T00:00:00", "early"],
    ["2026-11-16T08:29:59", "early"],
    ["2026-11-16T08:30:00", "logins"],
    ["2026-11-16T08:35:00", "morning"],
    ["2026-11-16T09:09:59", "morning"],
    ["2026-11-16T09:10:00", "started"],
    ["2026-11-16T09:15:00", "open"],
    ["2026-11-16T15:29:59", "open"],
    ["2026-11-16T15:30:00", "over"],
    ["2026-11-15T09:00:00", "closed"],
    ["2026-11-24T09:00:00", "closed"],
  ])("at %s it is %s", (now, phase) => {
    expect(phaseOf(nseCalendar, at(now))).toBe(phase);
  });
});
