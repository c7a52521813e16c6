import { describe, expect, it } from "vitest";
import { readCsv } from "./csv.ts";

describe("a list in CSV", () => {
  it("is read by its first line, whatever ends the lines", () => {
    expect(readCsv("a,b\n1,2\n3,4\n")).toEqual([
      { a: "1", b: "2" },
      { a: "3", b: "4" },
    ]);
    expect(readCsv("\uFEFFa,b\r\n1,2\r\n")).toEqual([{ a: "1", b: "2" }]);
  });

  it("keeps commas and quotes inside quotes, and empty fields", () => {
    expect(readCsv('a,b,c\n"M, and M","say ""hi""",3\n,,\n"x",,')).toEqual([
      { a: "M, and M", b: 'say "hi"', c: "3" },
      { a: "", b: "", c: "" },
      { a: "x", b: "", c: "" },
    ]);
  });

  it("fills short lines and forgets what has no name", () => {
    expect(readCsv("a,b\n1\n1,2,3")).toEqual([
      { a: "1", b: "" },
      { a: "1", b: "2" },
    ]);
    expect(readCsv("")).toEqual([]);
  });
});
