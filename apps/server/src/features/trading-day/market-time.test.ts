import { epochMs, MINUTE_MS, SECOND_MS } from "@vriddhi/core/time/clock";
import { describe, expect, it } from "vitest";
import { createMarketTime, startMarks } from "./market-time.ts";

const human = (ms: number) => epochMs(1_000_000 + ms);
const market = (ms: number) => epochMs(500_000_000 + ms);

describe("the market time of a wall-clock time", () => {
  const marks = [1, 2, 3].map((minute) => ({
    marketAt: market(minute * MINUTE_MS),
    humanAt: human(minute * 3 * SECOND_MS),
  }));
  const time = createMarketTime(marks, { human: human(60 * SECOND_MS), market: market(9 * MINUTE_MS) });

  it("the market time is the wall-clock time when both clocks are one", () => {
    const same = createMarketTime(marks, { human: human(0), market: human(SECOND_MS) });
    expect(same(human(5))).toBe(human(5));
  });

  it("the market time is the market clock's before the first minute is stored", () => {
    const before = createMarketTime([], { human: human(0), market: market(0) });
    expect(before(human(-5 * SECOND_MS))).toBe(market(-5 * SECOND_MS));
  });

  it("the market time is the start of the run before the run's first minute is stored", () => {
    const run = { startedAt: human(-60 * SECOND_MS), dayApprovedAt: market(-30 * MINUTE_MS) };
    const withStart = createMarketTime([...startMarks(run, marks), ...marks], {
      human: human(60 * SECOND_MS),
      market: market(9 * MINUTE_MS),
    });
    expect(withStart(human(-60 * SECOND_MS))).toBe(market(-30 * MINUTE_MS));
    // A stop before that run is not shown as if it came after the start.
    expect(withStart(human(-65 * SECOND_MS))).toBe(market(-30 * MINUTE_MS - 5 * SECOND_MS));
  });

  it("the market time does not use an approval later in the day, or a missing one, as the start", () => {
    const startedAt = human(-60 * SECOND_MS);
    expect(startMarks({ startedAt, dayApprovedAt: market(2 * MINUTE_MS) }, marks)).toEqual([]);
    expect(startMarks({ startedAt, dayApprovedAt: null }, [])).toEqual([]);
  });

  it("the market time is within the current minute", () => {
    const at = time(human(5 * SECOND_MS));
    expect(at).toBeGreaterThan(market(MINUTE_MS));
    expect(at).toBeLessThanOrEqual(market(2 * MINUTE_MS));
  });

  it("the market time never runs backwards", () => {
    const times = Array.from({ length: 70 }, (_, second) => time(human(second * SECOND_MS)));
    expect(times).toEqual([...times].sort((a, b) => a - b));
  });

  it("the market time continues to now after the last minute", () => {
    expect(time(human(60 * SECOND_MS))).toBe(market(9 * MINUTE_MS));
    expect(time(human(90 * SECOND_MS))).toBe(market(9 * MINUTE_MS));
  });
});
