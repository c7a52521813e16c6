import { describe, expect, it } from "vitest";
import { toCsv } from "./csv.ts";

describe("a file for spreadsheets", () => {
  it("quotes what would break it, and turns no typed value into a formula", () => {
    const rows = [
      ["name", "note"],
      ['=HYPERLINK("http://x")', 'He said "no", twice'],
      [-5, null],
    ];
    expect(toCsv(rows)).toBe('name,note\r\n"\'=HYPERLINK(""http://x"")","He said ""no"", twice"\r\n-5,\r\n');
  });
});
