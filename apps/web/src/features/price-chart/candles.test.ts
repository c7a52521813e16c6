import { describe, expect, it } from "vitest";
import { dayWindow, type MinuteBar, minuteText, openingRangeOf, toCandles } from "./candles.ts";

const bar = (minute: number, open: number, high: number, low: number, close: number): MinuteBar => ({
  minute,
  open_paise: open,
  high_paise: high,
  low_paise: low,
  close_paise: close,
});
const OPEN = 9 * 60 + 15;

describe("candles of a chart", () => {
  it("are made of three minutes each, first open and last close", () => {
    const bars = [
      bar(OPEN, 10, 15, 9, 12),
      bar(OPEN + 1, 12, 20, 12, 13),
      bar(OPEN + 2, 13, 14, 5, 6),
      bar(OPEN + 3, 6, 7, 6, 7),
    ];
    expect(toCandles(bars)).toEqual([
      { minute: OPEN, open: 10, high: 20, low: 5, close: 6 },
      { minute: OPEN + 3, open: 6, high: 7, low: 6, close: 7 },
    ]);
  });

  it("have a gap where no prices arrived", () => {
    const minutes = toCandles([bar(OPEN, 1, 1, 1, 1), bar(OPEN + 9, 1, 1, 1, 1)]).map(({ minute }) => minute);
    expect(minutes).toEqual([OPEN, OPEN + 9]);
  });

  it("begin with the opening range, which is whole after its last minute", () => {
    expect(openingRangeOf({ range_minutes: 15, bars: [] })).toBeNull();
    const partial = [bar(OPEN, 10, 15, 9, 12)];
    expect(openingRangeOf({ range_minutes: 15, bars: partial })).toEqual({ high: 15, low: 9, isWhole: false });
    const whole = [...partial, bar(OPEN + 14, 1, 18, 1, 1), bar(OPEN + 15, 1, 99, 0, 1)];
    expect(openingRangeOf({ range_minutes: 15, bars: whole })).toEqual({ high: 18, low: 1, isWhole: true });
  });

  it("are named by their first minute", () => {
    expect(minuteText(OPEN)).toBe("09:15");
  });
});

describe("the part of a chart that a day fills", () => {
  const day = (count: number) => toCandles(Array.from({ length: count }, (_, n) => bar(OPEN + 3 * n, 1, 1, 1, 1)));
  const minuteOf = (candle: number) => OPEN + 3 * candle + 1;

  it("is all of it, but for half of the first time, where no trade is at an end", () => {
    expect(dayWindow(day(100), [minuteOf(50)], 600)).toEqual({ from: -3, to: 100 });
    expect(dayWindow(day(100), [], 600)).toEqual({ from: -3, to: 100 });
  });

  it("leaves room for a trade's label at its end", () => {
    expect(dayWindow(day(100), [minuteOf(2)], 600)).toEqual({ from: -12, to: 100 });
    expect(dayWindow(day(100), [minuteOf(98)], 600)).toEqual({ from: -3, to: 112 });
  });

  it("leaves room at both where the day is young and the chart narrow", () => {
    expect(dayWindow(day(4), [minuteOf(1), minuteOf(3)], 230)).toEqual({ from: -3, to: 7 });
  });

  it("fills a chart that has no room for labels", () => {
    expect(dayWindow(day(4), [minuteOf(0), minuteOf(3)], 100)).toEqual({ from: -1, to: 4 });
  });
});
