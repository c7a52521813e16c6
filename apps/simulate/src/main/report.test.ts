import { describe, expect, it } from "vitest";
import { missingCells } from "./report.ts";
import { requiredCells } from "./required-cells.ts";

describe("the coverage table of faults", () => {
  it("reports every required cell as missing before any fault", () => {
    const missing = missingCells(new Map());
    expect(missing).toContain("timeout × entry");
    expect(missing).toContain("process killed × exit unknown");
    expect(missing).toEqual(expect.arrayContaining([...requiredCells]));
  });

  it("reports a state as missing although the same fault met another state", () => {
    const missing = missingCells(new Map([["store-down × exit accepted", 5]]));
    expect(missing).not.toContain("store-down × exit accepted");
    expect(missing).toContain("store-down × entry sending");
  });

  it("counts a call in any state of its order", () => {
    expect(missingCells(new Map([["timeout × entry sending", 1]]))).not.toContain("timeout × entry");
  });
});
