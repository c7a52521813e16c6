import { describe, expect, it } from "vitest";
import { assert, unreachable } from "./assert.ts";

describe("assertions", () => {
  it("are silent when they hold, and name the broken statement", () => {
    expect(() => assert(true, "water is wet")).not.toThrow();
    expect(() => assert(false, "water is wet")).toThrow("broken assumption: water is wet");
  });

  it("name a case that should not exist", () => {
    expect(() => unreachable({ kind: "market" } as never)).toThrow('unreachable case: {"kind":"market"}');
  });
});
