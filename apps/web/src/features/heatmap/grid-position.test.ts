import fc from "fast-check";
import { expect, it } from "vitest";
import { moveInGrid } from "./grid-position.ts";

const ROWS = [12, 12, 5];
const KEYS = ["ArrowRight", "ArrowLeft", "ArrowUp", "ArrowDown", "Home", "End"] as const;

it.each([
  ["ArrowRight", false, [0, 0], [0, 1]],
  ["ArrowRight", false, [0, 11], [0, 11]],
  ["ArrowLeft", false, [1, 0], [1, 0]],
  ["ArrowDown", false, [0, 3], [1, 3]],
  ["ArrowDown", false, [1, 11], [2, 4]],
  ["ArrowDown", false, [2, 4], [2, 4]],
  ["ArrowUp", false, [0, 7], [0, 7]],
  ["Home", false, [1, 7], [1, 0]],
  ["End", false, [2, 0], [2, 4]],
  ["Home", true, [2, 3], [0, 0]],
  ["End", true, [0, 0], [2, 4]],
] as const)("%s (control: %s) leads from %j to %j", (key, isControl, [row, column], to) => {
  const next = moveInGrid(key, isControl, { row, column }, ROWS);
  expect([next?.row, next?.column]).toEqual(to);
});

it("leaves other keys alone", () => {
  for (const key of ["Tab", "Enter", " ", "a"]) expect(moveInGrid(key, false, { row: 0, column: 0 }, ROWS)).toBeNull();
});

it("never leaves the grid, whatever is pressed", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.constantFrom(...KEYS), fc.boolean())), (presses) => {
      let at = { row: 0, column: 0 };
      for (const [key, isControl] of presses) at = moveInGrid(key, isControl, at, ROWS) ?? at;
      expect(ROWS[at.row]).toBeGreaterThan(at.column);
    }),
  );
});
