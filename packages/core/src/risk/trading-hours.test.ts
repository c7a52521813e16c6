import { describe, expect, it } from "vitest";
import { epochMs, later, MINUTE_MS } from "../time/clock.ts";
import { istDate, istInstant, istMinute } from "../time/ist.ts";
import { isClosingPhase, nextPhaseAt, phaseOfDay, TRADING_HOURS, type TradingHours } from "./trading-hours.ts";

const DAY = istDate("2026-11-16");
const at = (hour: number, minute: number) => istInstant(DAY, istMinute(hour, minute));

describe("the parts of a trading day", () => {
  it.each([
    [9, 14, "before_open"],
    [9, 15, "entries"],
    [14, 44, "entries"],
    [14, 45, "no_entries"],
    [14, 59, "no_entries"],
    [15, 0, "closing"],
    [15, 9, "closing"],
    [15, 10, "late"],
    [15, 11, "hands_off"],
    [15, 12, "handed_over"],
    [18, 0, "handed_over"],
  ] as const)("%d:%d is %s", (hour, minute, phase) => {
    expect(phaseOfDay(TRADING_HOURS, DAY, at(hour, minute))).toBe(phase);
  });

  it("change at the first instant of their minute", () => {
    expect(phaseOfDay(TRADING_HOURS, DAY, epochMs(at(14, 45) - 1))).toBe("entries");
    expect(phaseOfDay(TRADING_HOURS, DAY, epochMs(at(15, 0) - 1))).toBe("no_entries");
  });

  it("have not begun on an earlier day and are over on a later one", () => {
    expect(phaseOfDay(TRADING_HOURS, DAY, later(at(12, 0), -24 * 60 * MINUTE_MS))).toBe("before_open");
    expect(phaseOfDay(TRADING_HOURS, DAY, later(at(12, 0), 24 * 60 * MINUTE_MS))).toBe("handed_over");
  });

  it("have known boundaries", () => {
    expect(nextPhaseAt(TRADING_HOURS, DAY, at(9, 0))).toBe(at(9, 15));
    expect(nextPhaseAt(TRADING_HOURS, DAY, at(15, 0))).toBe(at(15, 10));
    expect(nextPhaseAt(TRADING_HOURS, DAY, at(15, 12))).toBeNull();
  });

  it("follow the given hours, also on a shorter day", () => {
    const evening: TradingHours = {
      entriesFrom: istMinute(18, 0),
      entriesUntil: istMinute(18, 30),
      closingFrom: istMinute(18, 40),
      flatBy: istMinute(18, 50),
      brokerSquareOff: istMinute(18, 55),
    };
    const times = [
      [17, 59],
      [18, 0],
      [18, 30],
      [18, 40],
      [18, 50],
      [18, 54],
      [18, 55],
    ] as const;
    expect(times.map(([hour, minute]) => phaseOfDay(evening, DAY, at(hour, minute)))).toEqual([
      "before_open",
      "entries",
      "no_entries",
      "closing",
      "late",
      "hands_off",
      "handed_over",
    ]);
  });

  it("close positions between 15:00 and the hand-over", () => {
    expect((["entries", "closing", "late", "hands_off"] as const).map(isClosingPhase)).toEqual([
      false,
      true,
      true,
      false,
    ]);
  });
});
