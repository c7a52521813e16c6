import { describe, expect, it } from "vitest";
import { epochMs } from "../time/clock.ts";
import { displayedLagMinutes, displayedTimeOf, DISPLAYED_SHIFT_MINUTES as SHIFT } from "./displayed-time.ts";

const OPENING = epochMs(Date.parse("2026-11-16T09:15:00+05:30"));
const IN_INDIA = 330;
const IN_SINGAPORE = 480;

describe("[C9.7] displayed times", () => {
  it("are two and a half hours behind the browser's clock", () => {
    expect(displayedTimeOf(OPENING, IN_INDIA, SHIFT)).toEqual({ date: "2026-11-16", clock: "06:45:00" });
    expect(displayedTimeOf(OPENING, 0, SHIFT)).toEqual({ date: "2026-11-16", clock: "01:15:00" });
  });

  it("change the day with the clock", () => {
    const afterMidnight = epochMs(Date.parse("2026-11-16T00:30:00+05:30"));
    expect(displayedTimeOf(afterMidnight, IN_INDIA, SHIFT)).toEqual({ date: "2026-11-15", clock: "22:00:00" });
  });

  it("equal India's where the browser is two and a half hours ahead of it", () => {
    expect(displayedTimeOf(OPENING, IN_SINGAPORE, SHIFT).clock).toBe("09:15:00");
    expect(displayedLagMinutes(IN_SINGAPORE, SHIFT)).toBe(0);
    expect(displayedLagMinutes(IN_INDIA, SHIFT)).toBe(150);
  });

  it("are true IST in India with a shift of zero", () => {
    expect(displayedTimeOf(OPENING, IN_INDIA, 0).clock).toBe("09:15:00");
    expect(displayedLagMinutes(IN_INDIA, 0)).toBe(0);
  });
});
