import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { epochMs } from "@vriddhi/core/time/clock";
import { createVirtualClock } from "@vriddhi/testing/virtual-clock";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openEventLog } from "./event-log.ts";
import { DurableMap } from "./part-log.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), "vriddhi-journal-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const clock = () => createVirtualClock(epochMs(Date.parse("2026-11-16T23:59:59+05:30")));
const files = () => readdirSync(folder).sort();

describe("an event log", () => {
  it("returns each part's entries in order, from one file a day", () => {
    const time = clock();
    const first = openEventLog(folder, time);
    first.memory("a").note({ n: 1 });
    first.memory("b").note("x");
    time.advance(1_000);
    first.memory("a").note({ n: 2 });
    expect(files()).toEqual(["2026-11-16.jsonl", "2026-11-17.jsonl"]);
    const again = openEventLog(folder, time);
    expect(again.memory("a").past).toEqual([{ n: 1 }, { n: 2 }]);
    expect(again.memory("b").past).toEqual(["x"]);
    expect(again.memory("c").past).toEqual([]);
  });

  it("discards a partial line after a crash, and continues after the complete lines", () => {
    openEventLog(folder, clock()).memory("a").note(1);
    appendFileSync(path.join(folder, "2026-11-16.jsonl"), '["a",{"half":');
    const second = openEventLog(folder, clock());
    expect(second.memory("a").past).toEqual([1]);
    second.memory("a").note(2);
    expect(openEventLog(folder, clock()).memory("a").past).toEqual([1, 2]);
  });

  it("reports a damaged line in the middle of a file", () => {
    writeFileSync(path.join(folder, "2026-11-15.jsonl"), '["a",1]\nnonsense\n["a",2]\n');
    expect(() => openEventLog(folder, clock())).toThrow(/2026-11-15\.jsonl cannot be read at line 2/);
  });

  it("is empty after a drop and accepts new entries", () => {
    const journal = openEventLog(folder, clock());
    journal.memory("a").note(1);
    journal.drop();
    expect(files()).toEqual([]);
    journal.memory("a").note(2);
    expect(openEventLog(folder, clock()).memory("a").past).toEqual([2]);
    expect(readFileSync(path.join(folder, "2026-11-16.jsonl"), "utf8")).toBe('["a",2]\n');
  });

  it("keeps a map's last state", () => {
    const map = new DurableMap<number>(openEventLog(folder, clock()).memory("map"));
    map.set("x", 1).set("y", 2).set("x", 3);
    expect([...new DurableMap<number>(openEventLog(folder, clock()).memory("map"))]).toEqual([
      ["x", 3],
      ["y", 2],
    ]);
  });

  it("keeps a map's deletions and its order", () => {
    const map = new DurableMap<number>(openEventLog(folder, clock()).memory("map"));
    map.set("x", 1).set("y", 2).set("z", 3);
    map.delete("y");
    map.delete("x");
    map.set("x", 4);
    expect([...new DurableMap<number>(openEventLog(folder, clock()).memory("map"))]).toEqual([
      ["z", 3],
      ["x", 4],
    ]);
  });
});
