import { describe, expect, it } from "vitest";
import { csvLine } from "./csv.ts";

describe("a CSV line", () => {
  it("quotes special characters and leaves numbers alone", () => {
    expect(csvLine(["a,b", 'say "hi"', "two\nlines", -5, true, null])).toBe(
      '"a,b","say ""hi""","two\nlines",-5,true,\r\n',
    );
  });

  it.each(["=1+1", "+91", "-2", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "  =HYPERLINK(1)", "＝1+1", "＠x"])(
    "neutralises a formula: %j",
    (name) => {
      expect(csvLine([name]).replace(/^"/, "").startsWith("'")).toBe(true);
    },
  );
});
