import { describe, expect, it } from "vitest";
import { type MinuteBar, minuteText, openingRangeOf, toCandles } from "./candles.ts";

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

  it("have a gap where nothing was heard", () => {
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
