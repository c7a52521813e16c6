import { describe, expect, it } from "vitest";
import { type EpochMs, epochMs } from "../time/clock.ts";
import { nseCalendar } from "../time/trading-calendar.ts";
import { judgeOrderTime, parseScheduled, readOrderRow, type TypedRow } from "./order-row.ts";

const at = (text: string): EpochMs => epochMs(Date.parse(text));
/** A Monday, a trading day. */
const NOW = at("2026-11-16T10:00:00+05:30");

const aRow = (changes: Partial<TypedRow> = {}): TypedRow => ({
  symbol: "SBIN",
  totalQuantity: 100,
  orderType: "market",
  positionType: "long",
  scheduleType: "immediate",
  limitPrice: null,
  scheduledDatetime: null,
  ...changes,
});
const read = (changes: Partial<TypedRow>, now = NOW) => {
  const row = readOrderRow(aRow(changes), nseCalendar, now);
  return row.ok ? row.value : row.error;
};

describe("a time without an offset", () => {
  it("is IST, however complete", () => {
    const half = at("2026-11-16T11:30:00+05:30");
    for (const text of ["2026-11-16T11:30", "2026-11-16 11:30:00", "2026-11-16T06:00:00.000Z", "2026-11-16T11:30+0530"])
      expect([text, parseScheduled(text)]).toEqual([text, half]);
  });

  it.for([
    "",
    "tomorrow",
    "2026-11-16",
    "2026-13-01T10:00",
    "2026-02-30T10:00",
    "2026-11-16T25:00",
    "16-11-2026T10:00",
  ])("is rejected: %s", (text) => expect(parseScheduled(text)).toBeNull());
});

describe("the hours of order placement", () => {
  it("begin at 9:15 and end at 14:45 on trading days", () => {
    const judged = (text: string) => judgeOrderTime(nseCalendar, at(`${text}+05:30`));
    expect(judged("2026-11-16T09:14:59")).toBe("outside_hours");
    expect(judged("2026-11-16T09:15:00")).toBeNull();
    expect(judged("2026-11-16T14:44:59")).toBeNull();
    expect(judged("2026-11-16T14:45:00")).toBe("outside_hours");
    expect(judged("2026-11-15T10:00:00")).toBe("outside_hours");
  });
});

describe("an order row", () => {
  it("[C3.8] becomes an order", () => {
    expect(read({})).toEqual({ symbol: "SBIN", totalQuantity: 100, side: "buy", limit: null, dueAt: null });
    expect(read({ orderType: "limit", limitPrice: 812.35, positionType: "short" })).toMatchObject({
      side: "sell",
      limit: 81_235,
    });
    expect(read({ scheduleType: "scheduled", scheduledDatetime: "2026-11-17T09:30" })).toMatchObject({
      dueAt: at("2026-11-17T09:30:00+05:30"),
    });
  });

  it("[C5.8] [C5.9] is refused for what is missing, too much or impossible", () => {
    expect(read({ orderType: "limit" })).toBe("limit_missing");
    expect(read({ orderType: "limit", limitPrice: 0 })).toBe("limit_missing");
    expect(read({ orderType: "limit", limitPrice: 10.005 })).toBe("limit_off_step");
    expect(read({ limitPrice: 10 })).toBe("limit_unwanted");
    expect(read({ scheduleType: "scheduled" })).toBe("time_missing");
    expect(read({ scheduledDatetime: "2026-11-17T09:30" })).toBe("time_unwanted");
    expect(read({ scheduleType: "scheduled", scheduledDatetime: "soon" })).toBe("time_unreadable");
    expect(read({ scheduleType: "scheduled", scheduledDatetime: "2026-11-16T09:30" })).toBe("time_past");
    expect(read({ scheduleType: "scheduled", scheduledDatetime: "2026-11-21T09:30" })).toBe("outside_hours");
    expect(read({}, at("2026-11-16T15:00:00+05:30"))).toBe("outside_hours");
  });
});
