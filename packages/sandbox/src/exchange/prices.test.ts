import { type IstDate, istDate } from "@vriddhi/core/time/ist";
import { nseCalendar } from "@vriddhi/core/time/trading-calendar";
import { describe, expect, it } from "vitest";
import { BAR_WIDTH } from "./bar-ticks.ts";
import { MONDAY } from "./exchange-fixture.ts";
import { nseInstruments } from "./instruments.ts";
import type { Instrument } from "./model.ts";
import { PriceChain } from "./price-chain.ts";
import { type Hours, sessionDayAfter, sessionDayBefore } from "./sessions.ts";
import { defaultSettings } from "./settings.ts";

const hoursWith = (seed: number): Hours => ({ seed, calendar: nseCalendar, settings: defaultSettings });
const hours = hoursWith(7);
const chainWith = (seed = 7) =>
  new PriceChain(hoursWith(seed), { anchorDate: MONDAY, isCountedFromAnchor: false }, nseInstruments);

function daysFrom(first: IstDate, count: number): IstDate[] {
  const days = [first];
  while (days.length < count) days.push(sessionDayAfter(hours, days.at(-1) as IstDate));
  return days;
}

describe("the generated chain of closing prices", () => {
  it("equals the reference prices on the day before its anchor", () => {
    expect([...chainWith().closesBefore(MONDAY)]).toEqual(nseInstruments.map(({ referencePrice }) => referencePrice));
  });

  it("does not depend on earlier queries", () => {
    const far = istDate("2025-03-03");
    const asked = chainWith();
    asked.closesOn(istDate("2027-01-04"));
    asked.closesOn(istDate("2026-06-01"));
    expect([...asked.closesOn(far)]).toEqual([...chainWith().closesOn(far)]);
    expect([...asked.closesOn(far)]).not.toEqual([...chainWith(8).closesOn(far)]);
  });

  it("continues from a simulated day", () => {
    const chain = chainWith();
    const doubled = chain.closesOn(MONDAY).map((close) => close * 2);
    const drawn = chain.closesOn(sessionDayAfter(hours, MONDAY)).slice();
    chain.setCloses(MONDAY, doubled);
    const after = chain.closesOn(sessionDayAfter(hours, MONDAY));
    expect([...after]).not.toEqual([...drawn]);
    after.forEach((close, index) => {
      const before = doubled[index] as number;
      expect(Math.abs(close / before - 1)).toBeLessThan(0.21);
    });
  });

  it("keeps every close positive and in whole ticks, three years back and one ahead", () => {
    const chain = chainWith();
    for (const date of [istDate("2023-11-15"), istDate("2027-11-15")]) {
      chain.closesOn(date).forEach((close, index) => {
        expect(close % (nseInstruments[index] as Instrument).tickSize).toBe(0);
        expect(close).toBeGreaterThan(0);
      });
    }
  });
});

describe("a generated day", () => {
  const chain = chainWith();
  const days = daysFrom(istDate("2026-09-01"), 40);

  it("is made of consecutive bars in whole ticks, with open and close between low and high", () => {
    for (const index of [0, 23, 71, 80]) {
      const { tickSize } = nseInstruments[index] as Instrument;
      const { bars, minutes } = chain.planOn(index, MONDAY);
      for (let minute = 0; minute < minutes; minute++) {
        const [open, high, low, close, volume] = bars.subarray(minute * BAR_WIDTH, (minute + 1) * BAR_WIDTH);
        expect(high).toBeGreaterThanOrEqual(Math.max(open as number, close as number));
        expect(low).toBeLessThanOrEqual(Math.min(open as number, close as number));
        expect(volume).toBeGreaterThanOrEqual(4);
        expect((high as number) % tickSize).toBe(0);
        if (minute > 0) expect(open).toBe(bars[(minute - 1) * BAR_WIDTH + 3]);
      }
    }
  });

  it("lasts 360 minutes with derivatives and 375 without, and ends at the chain's close", () => {
    for (const date of days) {
      const fno = chain.planOn(5, date);
      const other = chain.planOn(72, date);
      expect([fno.minutes, other.minutes]).toEqual([360, 375]);
      expect([fno.close, other.close]).toEqual([chain.closesOn(date)[5], chain.closesOn(date)[72]]);
      expect(fno.closingVolume).toBeGreaterThan(0);
      expect(other.closingVolume).toBe(0);
    }
  });

  const extremes = (bars: Int32Array): [number, number] => {
    const highs = bars.filter((_, cell) => cell % BAR_WIDTH === 1);
    const lows = bars.filter((_, cell) => cell % BAR_WIDTH === 2);
    return [Math.max(...highs), Math.min(...lows)];
  };

  /** How near every stock without derivatives came to its limits, in shares of the band. */
  const reached = nseInstruments.flatMap(({ isFno, bandBasisPoints }, index) =>
    isFno
      ? []
      : days.map((date) => {
          const before = chain.closesBefore(date)[index] as number;
          const [high, low] = extremes(chain.planOn(index, date).bars);
          const band = (before * bandBasisPoints) / 10_000;
          return Math.max(high - before, before - low) / band;
        }),
  );

  it("never leaves the fixed band, and sometimes reaches its limit", () => {
    expect(Math.max(...reached)).toBeLessThanOrEqual(1.000_001);
    expect(reached.filter((share) => share > 0.995).length).toBeGreaterThan(0);
    expect(reached.filter((share) => share > 0.995).length).toBeLessThan(reached.length / 4);
  });

  it("is busier at both ends than at noon", () => {
    const volumes = days.flatMap((date) => [0, 1, 2, 3].map((index) => chain.planOn(index, date).bars));
    const around = (minute: number): number =>
      volumes.reduce((sum, bars) => {
        const quarter = bars.subarray(minute * BAR_WIDTH, (minute + 15) * BAR_WIDTH);
        return sum + quarter.filter((_, cell) => cell % BAR_WIDTH === 4).reduce((total, volume) => total + volume);
      }, 0);
    expect(around(0)).toBeGreaterThan(3 * around(180));
    expect(around(345)).toBeGreaterThan(1.5 * around(180));
  });

  it("opens with an overnight gap", () => {
    const gaps = days.filter((date) => chain.planOn(5, date).open !== chain.closesBefore(date)[5]);
    expect(gaps.length).toBeGreaterThan(35);
  });

  it("moves with the market: stocks rise together more often than by chance", () => {
    let together = 0;
    for (const date of daysFrom(istDate("2026-01-05"), 150)) {
      const before = chain.closesOn(sessionDayBefore(hours, date));
      const rising = chain.closesOn(date).filter((close, index) => close > (before[index] as number)).length;
      if (rising < 25 || rising > nseInstruments.length - 25) together++;
    }
    expect(together).toBeGreaterThan(20);
  });
});
