import { paise } from "@vriddhi/core/shared/money";
import { epochMs } from "@vriddhi/core/time/clock";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { barsToTicks } from "./bar-ticks.ts";
import type { Bar } from "./model.ts";

const TICK = 5;

/** Bars in whole ticks, with enough shares for open, extremes and close. */
const bars = fc.array(
  fc
    .record({
      low: fc.integer({ min: 200, max: 1_000 }),
      range: fc.integer({ min: 0, max: 60 }),
      open: fc.integer({ min: 0, max: 60 }),
      close: fc.integer({ min: 0, max: 60 }),
      volume: fc.integer({ min: 4, max: 1_000_000 }),
    })
    .map(({ low, range, open, close, volume }): Bar => {
      const price = (ticks: number) => paise((low + Math.min(range, ticks)) * TICK);
      return {
        at: epochMs(0),
        open: price(open),
        high: price(range),
        low: price(0),
        close: price(close),
        volume,
      };
    }),
  { minLength: 1, maxLength: 5 },
);

const aBar = (volume: number): Bar => ({
  at: epochMs(0),
  open: paise(1_000),
  high: paise(1_000),
  low: paise(1_000),
  close: paise(1_000),
  volume,
});

describe("the trades inside a bar", () => {
  it.each([4, 12, 60])("rebuild exactly the same bar, %i to a bar", (count) => {
    fc.assert(
      fc.property(bars, fc.integer(), (given, seed) => {
        const { prices, quantities } = barsToTicks(given, { seed, tick: TICK, count });
        given.forEach((bar, index) => {
          const slots = Array.from({ length: count }, (_, slot) => index * count + slot);
          const traded = slots.filter((slot) => quantities[slot] !== 0).map((slot) => prices[slot] as number);
          const volume = slots.reduce((sum, slot) => sum + Math.abs(quantities[slot] as number), 0);
          expect([traded[0], Math.max(...traded), Math.min(...traded), traded.at(-1), volume]).toEqual([
            bar.open,
            bar.high,
            bar.low,
            bar.close,
            bar.volume,
          ]);
          for (const slot of slots) expect((prices[slot] as number) % TICK).toBe(0);
        });
      }),
    );
  });

  it("are none in a minute without trades, and at most one per share in a thin minute", () => {
    const options = { seed: 1, tick: TICK, count: 60 };
    expect([...barsToTicks([aBar(0)], options).quantities].every((quantity) => quantity === 0)).toBe(true);
    const thin = [...barsToTicks([aBar(2)], options).quantities].map(Math.abs);
    expect(thin.reduce((sum, quantity) => sum + quantity)).toBe(2);
  });

  it("are the same for the same seed and others for another", () => {
    const bar: Bar = { ...aBar(10_000), high: paise(1_100), low: paise(900) };
    const prices = (seed: number) => [...barsToTicks([bar], { seed, tick: TICK, count: 60 }).prices];
    expect(prices(1)).toEqual(prices(1));
    expect(prices(1)).not.toEqual(prices(2));
  });
});
