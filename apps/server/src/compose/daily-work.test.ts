import { DAY_MS, type EpochMs, epochMs, HOUR_MS, later, MINUTE_MS } from "@vriddhi/core/time/clock";
import { istDateOf } from "@vriddhi/core/time/ist";
import { createVirtualClock, VIRTUAL_START } from "@vriddhi/testing/virtual-clock";
import { describe, expect, it } from "vitest";
import { createDailyWork } from "./daily-work.ts";

function rig() {
  const [marketClock, humanClock] = [createVirtualClock(), createVirtualClock()];
  const seen: EpochMs[] = [];
  const work = createDailyWork({ marketClock, humanClock, runAt: async (at) => void seen.push(at) });
  /** A minute of human time, then a poll. */
  const minute = async (speed: number) => {
    humanClock.advance(MINUTE_MS);
    marketClock.advance(speed * MINUTE_MS);
    await work.runDue();
  };
  return { marketClock, humanClock, seen, work, minute };
}

const days = (seen: readonly EpochMs[]): readonly string[] => seen.map(istDateOf);

describe("daily work", () => {
  it("runs every day in order when the market clock passes several days between two polls", async () => {
    const { seen, minute, marketClock } = rig();
    for (let count = 0; count < 6; count += 1) await minute(5_000);
    expect(seen.toSorted((a, b) => a - b)).toEqual(seen);
    const passed = Array.from({ length: 22 }, (_, n) => istDateOf(later(VIRTUAL_START, n * DAY_MS)));
    expect(new Set(days(seen))).toEqual(new Set(passed.slice(1)));
    expect(seen.at(-1)).toBe(marketClock.now());
  });

  it("runs only the present day after an outage of any length when the clock runs at human speed", async () => {
    const { seen, work, marketClock, humanClock, minute } = rig();
    await minute(1);
    for (const clock of [marketClock, humanClock]) clock.advance(4 * DAY_MS);
    await work.runDue();
    expect(seen).toEqual([later(VIRTUAL_START, MINUTE_MS), later(VIRTUAL_START, 4 * DAY_MS + MINUTE_MS)]);
  });

  it("does not repeat days that a clock jump has already run, day by day or at once", async () => {
    const { seen, work, marketClock, minute } = rig();
    const target = later(VIRTUAL_START, 20 * DAY_MS);
    for (const stop of [...work.stopsBetween(marketClock.now(), target), target]) {
      marketClock.set(stop);
      await work.runDue();
    }
    const further = later(target, 30 * DAY_MS);
    await work.passOver(target, further);
    marketClock.set(further);
    expect(new Set(days(seen)).size).toBe(50);
    seen.length = 0;
    await minute(20);
    expect(seen).toEqual([later(further, 20 * MINUTE_MS)]);
  });

  it("repeats the days that a failed run did not finish", async () => {
    const [marketClock, humanClock] = [createVirtualClock(), createVirtualClock()];
    const seen: EpochMs[] = [];
    let isAway = true;
    const runAt = async (at: EpochMs) => {
      if (isAway) throw new Error("the database is away");
      seen.push(at);
    };
    const work = createDailyWork({ marketClock, humanClock, runAt });
    marketClock.advance(2 * DAY_MS);
    await expect(work.runDue()).rejects.toThrow("away");
    isAway = false;
    marketClock.advance(HOUR_MS);
    await work.runDue();
    expect(days(seen)).toEqual(["2026-11-17", "2026-11-18", "2026-11-18"]);
  });

  it("runs again after the market clock is set back", async () => {
    const { seen, work, marketClock, minute } = rig();
    await minute(5_000);
    seen.length = 0;
    marketClock.set(epochMs(VIRTUAL_START));
    await work.runDue();
    expect(seen).toEqual([VIRTUAL_START]);
  });
});
