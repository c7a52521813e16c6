import { describe, expect, it } from "vitest";
import { createBatchedReads } from "./batched-reads.ts";

function openReads(ageMaxMs: number) {
  const asked: (readonly string[])[] = [];
  const table = new Map([
    ["a", 1],
    ["b", 2],
  ]);
  const clock = { nowMs: 0, isDown: false };
  const reads = createBatchedReads<string, number>({
    async read(keys) {
      asked.push(keys);
      if (clock.isDown) throw new Error("the database is away");
      return new Map(keys.flatMap((key) => (table.has(key) ? [[key, table.get(key) ?? 0]] : [])));
    },
    nowMs: () => clock.nowMs,
    ageMaxMs,
    atOnceMax: 2,
  });
  return { reads, asked, table, clock };
}

describe("batched reads", () => {
  it("take one statement per batch, and return null for missing rows", async () => {
    const { reads, asked } = openReads(1_000);
    expect(await Promise.all(["a", "b", "c", "a"].map((key) => reads.get(key)))).toEqual([1, 2, null, 1]);
    expect(asked).toEqual([["a", "b"], ["c"]]);
  });

  it("are cached briefly, and repeated after they expire or are dropped", async () => {
    const { reads, asked, table, clock } = openReads(1_000);
    await reads.get("a");
    table.set("a", 5);
    clock.nowMs = 999;
    expect(await reads.get("a")).toBe(1);
    clock.nowMs = 1_000;
    expect(await reads.get("a")).toBe(5);
    table.set("a", 6);
    reads.forget((key) => key === "a");
    expect(await reads.get("a")).toBe(6);
    expect(asked).toHaveLength(3);
  });

  it("fail together and are retried afterwards", async () => {
    const { reads, clock } = openReads(1_000);
    clock.isDown = true;
    const failed = await Promise.allSettled([reads.get("a"), reads.get("b")]);
    expect(failed.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    clock.isDown = false;
    expect(await reads.get("a")).toBe(1);
  });
});
