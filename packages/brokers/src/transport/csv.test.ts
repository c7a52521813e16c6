import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { eachCsvRecord } from "./csv.ts";

function recordsOf(text: string): readonly (readonly string[])[] {
  const records: (readonly string[])[] = [];
  eachCsvRecord(text, (fields) => void records.push(fields));
  return records;
}

describe("a CSV list", () => {
  it("is cut into records at any line ending", () => {
    expect(recordsOf("a,b\n1,2\n3,4\n")).toEqual([
      ["a", "b"],
      ["1", "2"],
      ["3", "4"],
    ]);
    expect(recordsOf("\uFEFFa,b\r\n1,2\r\n\r\n")).toEqual([
      ["a", "b"],
      ["1", "2"],
    ]);
    expect(recordsOf("")).toEqual([]);
  });

  it("keeps commas, quotes and line ends inside quotes, and empty fields", () => {
    expect(recordsOf('a,b,c\n"M, and M","say ""hi""",3\n,,\n"x",,\n"two\nlines",b,c\nd,e,f')).toEqual([
      ["a", "b", "c"],
      ["M, and M", 'say "hi"', "3"],
      ["", "", ""],
      ["x", "", ""],
      ["two\nlines", "b", "c"],
      ["d", "e", "f"],
    ]);
  });

  it("survives a round trip", () => {
    const field = fc.string({ unit: fc.constantFrom("a", "1", ",", '"', " ", "\n", "-"), maxLength: 6 });
    const quoted = (text: string) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
    fc.assert(
      fc.property(fc.array(fc.tuple(field, field, field), { minLength: 1 }), (rows) => {
        const text = rows.map((row) => row.map(quoted).join(",")).join("\n");
        expect(recordsOf(text)).toEqual(rows);
      }),
    );
  });
});
