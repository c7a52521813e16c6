import { describe, expect, it } from "vitest";
import { pickEncoding } from "./encoding.ts";

describe("the content encoding of a reply", () => {
  it.each([
    ["gzip, deflate, br, zstd", "br"],
    ["gzip, deflate", "gzip"],
    ["GZIP", "gzip"],
    ["br;q=0, gzip", "gzip"],
    ["br;q=0.1, gzip;q=0.9", "br"],
    ["*", "br"],
    ["br;q=0, *", "gzip"],
    ["identity", null],
    ["br;q=0, gzip;q=0", null],
    ["", null],
    [undefined, null],
  ])("for %s is %s", (accepted, coding) => {
    expect(pickEncoding(accepted)).toBe(coding);
  });
});
