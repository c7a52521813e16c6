import { describe, expect, it } from "vitest";
import { assert, unreachable } from "./assert.ts";

describe("assumptions", () => {
  it("that hold are silent, broken ones say which", () => {
    expect(() => assert(true, "water is wet")).not.toThrow();
    expect(() => assert(false, "water is wet")).toThrow("broken assumption: water is wet");
  });

  it("name a case that should not exist", () => {
    expect(() => unreachable({ kind: "market" } as never)).toThrow('unreachable case: {"kind":"market"}');
  });
});
