import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { chooseParts, runParts, summaryOf } from "./parts.ts";
import type { Row } from "./report.ts";

const row = (benchmark: string, verdict: Row["verdict"]): Row => ({
  benchmark,
  measured: "2 s",
  target: "≤ 1 s",
  verdict,
});
let folder: string;
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), "vriddhi-bench-parts-"));
});
afterEach(() => fs.rmSync(folder, { recursive: true }));

describe("the parts of the benchmarks", () => {
  it("are chosen by their own name or their benchmark's, and a name that means nothing is told", () => {
    const all = ["http", "fan-out/own", "fan-out/shared"].map((name) => ({ name, run: async () => [] }));
    const names = (...wanted: string[]) => chooseParts(all, wanted).parts.map(({ name }) => name);
    expect(names()).toHaveLength(3);
    expect(names("fan-out")).toEqual(["fan-out/own", "fan-out/shared"]);
    expect(names("fan-out/shared", "http")).toEqual(["http", "fan-out/shared"]);
    expect(chooseParts(all, ["fan"]).unknown).toEqual(["fan"]);
  });

  it("are written down one by one, so that a run that was stopped goes on with the next", async () => {
    const file = path.join(folder, "kept.jsonl");
    const ran: string[] = [];
    const part = (name: string, fails = false) => ({
      name,
      async run() {
        ran.push(name);
        if (fails) throw new Error("stopped");
        return [row(name, "PASS")];
      },
    });
    await expect(runParts([part("one"), part("two", true)], file)).rejects.toThrow("stopped");
    const rows = await runParts([part("one"), part("two")], file);
    expect(ran).toEqual(["one", "two", "two"]);
    expect(rows.map(({ benchmark }) => benchmark)).toEqual(["one", "two"]);
  });

  it("come to one line that names what was missed", () => {
    expect(summaryOf([row("a", "PASS"), row("b", "–")])).toBe("1 of 1 targets kept");
    expect(summaryOf([row("a", "PASS"), row("b", "FAIL")])).toBe("1 of 2 targets kept; b: 2 s, wanted ≤ 1 s");
  });
});
