import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { placesFrom, RowColumns } from "./row-columns.ts";

const columns = new RowColumns("tag text, side text, pricing jsonb, day date");

const value = fc.oneof(
  fc.constantFrom(null, 1, 2, "a", "b", true, false),
  fc.record({ kind: fc.constantFrom("limit", "stop", "\u001f"), at: fc.nat(2) }),
);
const rows = fc.array(fc.record({ tag: fc.uuid(), side: value, pricing: value, day: fc.constant("2026-11-16") }), {
  maxLength: 8,
});

function together([common = "{}", ...texts]: readonly string[]): readonly unknown[] {
  const names = ["tag", "side", "pricing", "day"];
  const lists = texts.map((text) => (text === "" ? [] : text.split("\u001f")));
  const length = Math.max(...lists.map((list) => list.length));
  const shared = JSON.parse(common) as Record<string, unknown>;
  const asText = (given: unknown) => (typeof given === "object" ? JSON.stringify(given) : String(given));
  return Array.from({ length }, (_, n) =>
    Object.fromEntries(
      names.map((name, column) => {
        const own = lists[column]?.[n] ?? "";
        const given = shared[name] ?? null;
        return [name, own !== "" ? own : given === null ? null : asText(given)];
      }),
    ),
  );
}

describe("rows encoded as columns", () => {
  it("rows encoded as columns are decoded completely, and shared values are sent once", () => {
    const asText = (given: unknown) =>
      given === null ? null : typeof given === "object" ? JSON.stringify(given) : String(given);
    fc.assert(
      fc.property(rows, (given) => {
        const values = columns.values(given);
        expect(together(values)).toEqual(
          given.map((row) => Object.fromEntries(Object.entries(row).map(([name, own]) => [name, asText(own)]))),
        );
        if (given.length > 0) expect(values.at(-1)).toBe("");
      }),
    );
  });

  it("encoded rows keep their number when all are equal", () => {
    const [common, tags, ...others] = columns.values([
      { tag: "A", side: "buy", pricing: { limit: 100 }, day: null },
      { tag: "A", side: "buy", pricing: { limit: 100 }, day: null },
    ]);
    expect(JSON.parse(common ?? "")).toEqual({ side: "buy", pricing: { limit: 100 }, day: null });
    expect([tags, ...others]).toEqual(["A\u001fA", "", "", ""]);
  });

  it("encoded rows stay separate, whatever their texts contain", () => {
    const [, tags] = columns.values([{ tag: "A\u001fB" }, { tag: "C" }]);
    expect(tags).toBe("A\ufffdB\u001fC");
  });

  it("encoded rows take a parameter per column and one for the shared values", () => {
    expect(columns.count).toBe(5);
    expect(columns.from(3)).toContain("json_to_record($3::json)");
    expect(columns.from(3)).toContain("string_to_array($7, chr(31), '')");
    expect(columns.from(3)).not.toContain("$8");
    expect(placesFrom(3, [columns, columns, columns])).toEqual([3, 8, 13]);
  });
});
