import { describe, expect, it } from "vitest";
import { TRADING_HOURS } from "../risk/trading-hours.ts";
import { epochMs, later, SECOND_MS } from "../time/clock.ts";
import { type IstMinute, istDate, istInstant, istMinute } from "../time/ist.ts";
import {
  approvalModeOf,
  closesPositions,
  dayApprovalOf,
  isPageAbsent,
  PAGE_ABSENCE_MS,
  runStateOf,
  stopCauses,
} from "./run.ts";

const DAY = istDate("2026-11-16");
const at = (minute: IstMinute) => istInstant(DAY, minute);

describe("the state of a run", () => {
  it("[B4.1] is running until it has a stop cause, whatever is open", () => {
    for (const isOpen of [false, true]) expect(runStateOf({ stopCause: null }, isOpen)).toBe("running");
  });

  it.each(stopCauses)("[B4.1] is stopped after %s, and closing while something is open", (stopCause) => {
    expect(runStateOf({ stopCause }, false)).toBe("stopped");
    expect(runStateOf({ stopCause }, true)).toBe("closing");
  });

  it("[B4.1] is stopped when there is no run", () => {
    for (const isOpen of [false, true]) expect(runStateOf(null, isOpen)).toBe("stopped");
  });

  it("closes positions when the run ends before its day", () => {
    expect(stopCauses.filter(closesPositions)).toEqual(["person", "kill_switch", "disconnected"]);
  });
});

describe("an absent browser page", () => {
  const now = epochMs(1_000_000_000);
  const seen = (agoMs: number, isBackground = false) => ({ isBackground, seenAt: later(now, -agoMs) });

  it("is detected after two minutes, and never in background mode", () => {
    expect(isPageAbsent(seen(PAGE_ABSENCE_MS), now)).toBe(false);
    expect(isPageAbsent(seen(PAGE_ABSENCE_MS + 1), now)).toBe(true);
    expect(isPageAbsent(seen(0), now)).toBe(false);
    expect(isPageAbsent(seen(60 * PAGE_ABSENCE_MS, true), now)).toBe(false);
  });
});

describe("the approval of a day", () => {
  const run = { approvalMode: "auto", dayApprovedAt: null, tradingDay: DAY } as const;

  it("is open until entries end, and then missed", () => {
    expect(dayApprovalOf(run, TRADING_HOURS, at(istMinute(9, 0)))).toBe("waiting");
    expect(dayApprovalOf(run, TRADING_HOURS, later(at(istMinute(14, 45)), -1))).toBe("waiting");
    expect(dayApprovalOf(run, TRADING_HOURS, at(istMinute(14, 45)))).toBe("too_late");
  });

  it("stays once it is given, and manual mode needs no day approval", () => {
    const given = { ...run, dayApprovedAt: at(istMinute(9, 1)) };
    expect(dayApprovalOf(given, TRADING_HOURS, at(istMinute(15, 0)))).toBe("given");
    expect(dayApprovalOf({ ...run, approvalMode: "manual" }, TRADING_HOURS, at(istMinute(10, 0)))).toBe("not_needed");
  });
});

describe("the approval mode of a start", () => {
  it("[B3.6] is the user's choice, else the broker's switch, else automatic", () => {
    for (const chosen of ["auto", "manual"] as const)
      for (const brokersSwitch of [true, false, null]) expect(approvalModeOf(chosen, brokersSwitch)).toBe(chosen);
    expect(approvalModeOf(null, true)).toBe("auto");
    expect(approvalModeOf(null, false)).toBe("manual");
    expect(approvalModeOf(null, null)).toBe("auto");
  });

  it("is absent exactly two minutes after it was last seen", () => {
    expect(PAGE_ABSENCE_MS).toBe(120 * SECOND_MS);
  });
});
