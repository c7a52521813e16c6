import { describe, expect, it } from "vitest";
import { type DayEnd, liveRandomDay } from "./scripted/random-day.ts";

const SEEDS = 8;
const HANG_MS = 300_000;

describe("random days of several accounts in several shares, long and short, under random faults", () => {
  it(
    "end flat or handed over, without an exit beyond the entered quantity and without a repeated tag",
    async () => {
      const ends: DayEnd[] = [];
      for (let seed = 1; seed <= SEEDS; seed++) {
        const day = await liveRandomDay(seed);
        expect(day.violations, `seed ${seed}`).toEqual([]);
        ends.push(...day.ends);
      }
      expect(ends.filter((end) => end === "flat").length).toBeGreaterThan(ends.length / 2);
    },
    HANG_MS,
  );
});
