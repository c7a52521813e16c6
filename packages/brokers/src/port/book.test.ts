import { describe, expect, it } from "vitest";
import { isComplete, lookFor, rowsWhere, wholeBook } from "./book.ts";

describe("a book as evidence", () => {
  const isTwo = (row: number) => row === 2;

  it("proves presence, with or without unreadable rows", () => {
    for (const unreadable of [0, 3])
      expect(lookFor({ rows: [1, 2], unreadable }, isTwo)).toEqual({ kind: "present", row: 2 });
  });

  it("proves absence only when every row was readable", () => {
    expect(lookFor(wholeBook([1]), isTwo)).toEqual({ kind: "absent" });
    expect(lookFor({ rows: [1], unreadable: 1 }, isTwo)).toEqual({ kind: "unknown" });
    expect(lookFor(rowsWhere({ rows: [1], unreadable: 1 }, isTwo), isTwo)).toEqual({ kind: "unknown" });
    expect(isComplete({ rows: [], unreadable: 1 })).toBe(false);
  });
});
