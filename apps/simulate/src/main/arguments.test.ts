import { describe, expect, it } from "vitest";
import { readArguments } from "./arguments.ts";

describe("the arguments of a simulation", () => {
  it.each([
    [["--seeds", "0"], "Not understood: --seeds 0"],
    [["--seeds"], "Not understood: --seeds"],
    [["--mutant", "toString"], "Not understood: --mutant toString"],
    [["toString", "5"], "Not understood: toString 5"],
  ])("%j are refused with the unknown argument and the usage", (words, sentence) => {
    expect(readArguments(words)).toMatchObject({ ok: false, error: expect.stringMatching(`^${sentence}\nUsage: npm`) });
  });

  it("are accepted in any order", () => {
    expect(readArguments(["--from", "7", "--trace", "--seeds", "3"])).toEqual({
      ok: true,
      value: { seeds: 3, from: 7, mutant: null, isTraced: true },
    });
  });
});
