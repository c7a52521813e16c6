import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { keepJudged, leftOf, portionsOf, readJudged, sumOf } from "./portions.ts";

const verdict = { rounds: 10, roundsWithSending: 9, orders: 300, duplicates: [], lost: ["one"], open: 0 };

describe("a long chaos run in portions", () => {
  it("continues with the unfinished portions and sums all results", () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), "vriddhi-chaos-"));
    const file = path.join(folder, "judged.jsonl");
    const portions = portionsOf(25, 7);
    expect(portions).toEqual([
      { rounds: 10, seed: 7 },
      { rounds: 10, seed: 8 },
      { rounds: 5, seed: 9 },
    ]);
    expect(leftOf(portions, readJudged(file))).toEqual(portions);
    for (const portion of portions.slice(0, 2))
      keepJudged(file, { rounds: portion.rounds, seed: portion.seed, verdict });
    expect(leftOf(portions, readJudged(file))).toEqual([{ rounds: 5, seed: 9 }]);
    expect(sumOf(readJudged(file).map((each) => each.verdict))).toEqual({
      rounds: 20,
      roundsWithSending: 18,
      orders: 600,
      duplicates: [],
      lost: ["one", "one"],
      open: 0,
    });
    fs.rmSync(folder, { recursive: true });
  });
});
