import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { taLibVectors, walkForVectors } from "./indicator-vectors-fixture.ts";
import {
  atr,
  bollinger,
  deviation,
  donchianChannel,
  ema,
  highest,
  lowest,
  momentum,
  rsi,
  sessionVwap,
  sma,
  trueRange,
} from "./indicators.ts";

const { high, low, close } = walkForVectors();

const ours: Record<keyof typeof taLibVectors, Float64Array> = {
  sma14: sma(close, 14),
  ema14: ema(close, 14),
  deviation20: deviation(close, 20),
  rsi14: rsi(close, 14),
  atr14: atr(high, low, close, 14),
  highest20: highest(high, 20),
  lowest20: lowest(low, 20),
  momentum10: momentum(close, 10),
  upper20: bollinger(close, 20, 2).upper,
  lower20: bollinger(close, 20, 2).lower,
};

const prices = fc.array(fc.integer({ min: 1, max: 500 }), { maxLength: 120 });
const periods = fc.integer({ min: 1, max: 30 });

describe("indicators", () => {
  it.each(Object.keys(taLibVectors))("%s equals TA-Lib's to 1e-9", (name) => {
    const column = ours[name as keyof typeof taLibVectors];
    const expected = taLibVectors[name as keyof typeof taLibVectors];
    const lead = column.findIndex((value) => !Number.isNaN(value));
    const errors = expected.map((value, index) => Math.abs(value - (column[lead + index] as number)));
    expect(Math.max(...errors)).toBeLessThan(1e-9);
  });

  it("start where TA-Lib's start", () => {
    const leads = Object.values(ours).map((column) => column.findIndex((value) => !Number.isNaN(value)));
    expect(leads).toEqual([13, 13, 19, 14, 14, 19, 19, 10, 19, 19]);
    expect([...ema([0, 1, 2, 3, 4, 5, 6, 7, 8, 9], 3)]).toEqual([Number.NaN, Number.NaN, 1, 2, 3, 4, 5, 6, 7, 8]);
    expect(trueRange([3, 5], [1, 4], [2, 5])[1]).toBe(3);
  });

  it("find the highest and lowest value of every window", () => {
    fc.assert(
      fc.property(prices, periods, (values, period) => {
        const windows = values.map((_, index) => values.slice(Math.max(0, index - period + 1), index + 1));
        const edge = (pick: (...numbers: number[]) => number): number[] =>
          windows.map((window) => (window.length < period ? Number.NaN : pick(...window)));
        expect([...highest(values, period)]).toEqual(edge(Math.max));
        expect([...lowest(values, period)]).toEqual(edge(Math.min));
        const channel = donchianChannel(values, values, period);
        expect([...channel.upper]).toEqual(edge(Math.max));
      }),
    );
  });

  it("use only earlier bars at each bar", () => {
    fc.assert(
      fc.property(prices, periods, fc.nat(119), (values, period, cut) => {
        const head = values.slice(0, cut + 1);
        for (const indicator of [sma, ema, deviation, highest, lowest, rsi, momentum])
          expect([...indicator(values, period).slice(0, head.length)]).toEqual([...indicator(head, period)]);
      }),
    );
  });

  it("weigh prices by volume since the session began, and are NaN before the first trade", () => {
    expect([...sessionVwap([10, 20, 30, 40], [0, 1, 3, 2], [1, 1, 1, 2])]).toEqual([Number.NaN, 20, 27.5, 40]);
  });
});
