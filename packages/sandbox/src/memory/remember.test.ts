import { expect, it } from "vitest";
import { REMEMBERED_MAX, remember } from "./remember.ts";

it("the oldest entry makes room for the newest, and one that is set again is new", () => {
  const map = new Map<number, string>();
  for (let key = 0; key < REMEMBERED_MAX; key += 1) remember(map, key, "");
  remember(map, 0, "again");
  remember(map, -1, "newest");

  expect(map.size).toBe(REMEMBERED_MAX);
  expect([map.has(1), map.get(0), map.get(-1)]).toEqual([false, "again", "newest"]);
  expect([...map.keys()].at(-1)).toBe(-1);
});
