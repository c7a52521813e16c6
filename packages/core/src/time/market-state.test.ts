import { describe, expect, it } from "vitest";
import { epochMs } from "./clock.ts";
import { marketStateAt } from "./market-state.ts";
import { createCalendar, nseCalendar } from "./trading-calendar.ts";

const at = (text: string) => epochMs(Date.parse(text));
const nameAt = (text: string) => marketStateAt(nseCalendar, at(text)).name;

describe("the market's state", () => {
  it("changes at the open and at the close of a trading day", () => {
    expect(nameAt("2026-11-16T09:14:59+05:30")).toBe("before_open");
    expect(nameAt("2026-11-16T09:15:00+05:30")).toBe("open");
    expect(nameAt("2026-11-16T15:29:59+05:30")).toBe("open");
    expect(nameAt("2026-11-16T15:30:00+05:30")).toBe("after_close");
  });

  it("names on a Saturday the next trading day", () => {
    const state = marketStateAt(nseCalendar, at("2026-11-14T11:00:00+05:30"));
    expect(state).toMatchObject({ name: "holiday", opensAt: null, closesAt: null, nextDay: "2026-11-16" });
    expect(state.nextOpensAt).toBe(at("2026-11-16T09:15:00+05:30"));
  });

  it("names no day where no list is known", () => {
    const state = marketStateAt(createCalendar([]), at("2026-11-16T11:00:00+05:30"));
    expect(state).toMatchObject({ name: "holiday", nextDay: null, nextOpensAt: null });
  });
});
