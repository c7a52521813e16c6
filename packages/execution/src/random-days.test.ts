import { describe, expect, it } from "vitest";
import { liveRandomDay } from "./scripted/random-day.ts";

const SEEDS = Number(process.env["SEEDS"] ?? 40);
const FROM = Number(process.env["FROM"] ?? 1);

describe("days in which everything goes wrong now and then", () => {
  it("end flat or handed over, with nothing sold that was not bought and no tag placed twice", async () => {
    const ends = new Map<string, number>();
    for (let seed = FROM; seed < FROM + SEEDS; seed++) {
      const { violations, end } = await liveRandomDay(seed);
      expect(violations, `seed ${seed}`).toEqual([]);
      ends.set(end, (ends.get(end) ?? 0) + 1);
    }
    console.log(JSON.stringify([...ends]));
    expect(ends.get("open") ?? 0).toBe(0);
  }, 600_000);
});
