import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { shareColumns, sharedRows } from "./shared-columns.ts";

const value = fc.oneof(
  fc.constantFrom(null, 1, 2, "a", "b", true, false),
  fc.record({ kind: fc.constantFrom("limit", "stop"), at: fc.nat(2) }),
);
const rows = fc.array(fc.record({ tag: fc.uuid(), side: value, pricing: value, day: fc.constant("2026-11-16") }), {
  maxLength: 8,
});

describe("columns that rows have in common", () => {
  it("stand in one of the two parts, and give every row back", () => {
    fc.assert(
      fc.property(rows, (given) => {
        const { common, own } = shareColumns(given);
        expect(own.map((row) => ({ ...common, ...row }))).toEqual(given);
        for (const row of own) for (const name of Object.keys(row)) expect(name in common).toBe(false);
      }),
    );
  });

  it("travel once", () => {
    const pricing = () => ({ kind: "limit", limit: 100 });
    const { common, own } = shareColumns([
      { tag: "A", side: "buy", pricing: pricing(), target: null },
      { tag: "B", side: "buy", pricing: pricing(), target: null },
    ]);
    expect(common).toEqual({ side: "buy", pricing: pricing(), target: null });
    expect(own).toEqual([{ tag: "A" }, { tag: "B" }]);
  });

  it("are put together again by name", () => {
    expect(sharedRows("$1", "$2", "tag text, n int")).toContain(
      "coalesce(o.tag, c.tag) AS tag, coalesce(o.n, c.n) AS n",
    );
  });
});
