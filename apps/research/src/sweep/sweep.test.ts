import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { syntheticBarLines } from "../testing/bar-lines.ts";
import { readGrid } from "./grid.ts";
import { readTrials } from "./results-file.ts";
import { readSweepOptions, runSweep } from "./sweep-command.ts";

let folder = "";
beforeAll(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), "vriddhi-sweep-"));
  fs.writeFileSync(path.join(folder, "TEST.csv"), syntheticBarLines(5, 12));
});
afterAll(() => fs.rmSync(folder, { recursive: true }));

const sweep = (name: string, ...more: string[]) =>
  readSweepOptions([
    ...["--kernel", "sma", "--data", path.join(folder, "TEST.csv"), "--cache", path.join(folder, "cache")],
    ...[
      "--out",
      path.join(folder, name),
      "--workers",
      "2",
      "--grid",
      "fast=2:20:2",
      "--grid",
      "slow=10,20,30,40",
      ...more,
    ],
  ]);

const silent = () => undefined;

describe("a parameter sweep", () => {
  it("reads ranges and lists and leaves no combination out", () => {
    expect(readGrid(["slow=20,30", "fast=0.5:1.5:0.5"])).toEqual([
      { fast: 0.5, slow: 20 },
      { fast: 0.5, slow: 30 },
      { fast: 1, slow: 20 },
      { fast: 1, slow: 30 },
      { fast: 1.5, slow: 20 },
      { fast: 1.5, slow: 30 },
    ]);
    expect(() => readGrid(["fast=a"])).toThrow("--grid is NAME=FROM:TO:STEP");
    expect(() => readGrid(["fast=5:1:1"])).toThrow("--grid is NAME=FROM:TO:STEP");
    expect(() => sweep("x", "--kernel", "orb")).toThrow("--grid has to name range and target");
  });

  it("gives the same results on one thread and on two, best first, and tests the best one for overfitting", async () => {
    const seen: number[] = [];
    const two = await runSweep(sweep("two.jsonl"), (done) => seen.push(done));
    const one = await runSweep(sweep("one.jsonl", "--workers", "1"), silent);
    // Only a fast average shorter than the slow one is valid: 4 + 9 + 10 + 10 of 40 combinations.
    expect(two.results).toHaveLength(33);
    expect(two.results).toEqual(one.results);
    expect(two.results[0]?.sharpe).toBe(Math.max(...two.results.map(({ sharpe }) => sharpe)));
    expect([seen.at(0), seen.at(-1)]).toEqual([0, 33]);
    expect(two.overfitting).toBeGreaterThanOrEqual(0);
    expect(two.deflatedSharpe).toBeLessThanOrEqual(1);
  });

  it("resumes an interrupted sweep, also in the middle of a line", async () => {
    const whole = await runSweep(sweep("whole.jsonl"), silent);
    const text = fs.readFileSync(path.join(folder, "whole.jsonl"), "utf8");
    const cut = path.join(folder, "cut.jsonl");
    fs.writeFileSync(cut, text.slice(0, Math.floor(text.length / 2)));
    const resumed = await runSweep(sweep("cut.jsonl"), silent);
    expect(resumed.reused).toBeGreaterThan(5);
    expect(resumed.reused).toBeLessThan(33);
    expect(resumed.results).toEqual(whole.results);
    expect(fs.readFileSync(cut, "utf8").split("\n").filter(Boolean)).toHaveLength(34);
    expect((await runSweep(sweep("cut.jsonl"), silent)).reused).toBe(33);
  });

  it("refuses a grid that is too large or has no valid combination", async () => {
    const none = { ...sweep("none.jsonl"), combinations: [{ fast: 5, slow: 5 }] };
    await expect(runSweep(none, silent)).rejects.toThrow("No combination can be tried");
    expect(fs.existsSync(path.join(folder, "none.jsonl"))).toBe(false);
    expect(() => readGrid(["fast=1:1e9:1"])).toThrow("--grid names more than 1000000 combinations");
    expect(() => readGrid(["fast=1:2000:1", "slow=1:2000:1"])).toThrow("--grid names more than 1000000 combinations");
    expect(() => sweep("x", "--workers", "1.5")).toThrow("--workers is a whole number, not 1.5.");
  });

  it("does not overwrite a file that no sweep wrote", async () => {
    const notes = path.join(folder, "notes.txt");
    for (const text of ["a line\nhalf a line", "half a line"]) {
      fs.writeFileSync(notes, text);
      await expect(runSweep(sweep("notes.txt"), silent)).rejects.toThrow(notes);
      expect(() => readTrials(notes)).toThrow("There are no results of a sweep");
      expect(fs.readFileSync(notes, "utf8")).toBe(text);
    }
    await expect(runSweep({ ...sweep("x"), out: folder }, silent)).rejects.toThrow("is a folder and no file.");
  });

  it("refuses to mix its results with another sweep's", async () => {
    await runSweep(sweep("mixed.jsonl"), silent);
    await expect(runSweep(sweep("mixed.jsonl", "--fill", "close"), silent)).rejects.toThrow("results of another sweep");
  });
});
