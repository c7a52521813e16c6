import { expect, it } from "vitest";
import { LRU_MAX, lruPut } from "./lru-put.ts";

it("inserting evicts the oldest entry, and an updated entry is the newest", () => {
  const map = new Map<number, string>();
  for (let key = 0; key < LRU_MAX; key += 1) lruPut(map, key, "");
  lruPut(map, 0, "again");
  lruPut(map, -1, "newest");

  expect(map.size).toBe(LRU_MAX);
  expect([map.has(1), map.get(0), map.get(-1)]).toEqual([false, "again", "newest"]);
  expect([...map.keys()].at(-1)).toBe(-1);
});
