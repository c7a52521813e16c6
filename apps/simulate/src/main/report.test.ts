import { describe, expect, it } from "vitest";
import { missingCells } from "./report.ts";
import { requiredCells } from "./required-cells.ts";

describe("the table of faults", () => {
  it("misses every cell that is named for a call or a state while nothing has happened", () => {
    const missing = missingCells(new Map());
    expect(missing).toContain("timeout × entry");
    expect(missing).toContain("end of a process × exit unknown");
    expect(missing).toEqual(expect.arrayContaining([...requiredCells]));
  });

  it("misses a state although the same happening met another one", () => {
    const missing = missingCells(new Map([["store-down × exit accepted", 5]]));
    expect(missing).not.toContain("store-down × exit accepted");
    expect(missing).toContain("store-down × entry sending");
  });

  it("counts a call that was met in any state of its order", () => {
    expect(missingCells(new Map([["timeout × entry sending", 1]]))).not.toContain("timeout × entry");
  });
});
