import { describe, expect, it } from "vitest";
import { seedsFrom, violationsOf } from "./keep-rules.ts";

/** The other twenty days stand in a file of their own, so that two cores share them. */
const FIRST = 1;
const TENS = 2;

describe("simulated days with faults and crashes", () => {
  it.each(seedsFrom(0, TENS).map((ten) => FIRST + ten * 10))(
    "keep every rule, ten of them from %i on",
    async (first) => {
      expect(await violationsOf(seedsFrom(first, 10))).toEqual([]);
    },
  );
});
