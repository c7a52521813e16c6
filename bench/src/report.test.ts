import { describe, expect, it } from "vitest";
import { judge, note, summaryOf } from "./report.ts";

describe("the table of the benchmarks", () => {
  it("judges a figure by its lower or upper bound, and misses what could not be measured", () => {
    expect(judge("a", 0.352, { atLeast: 0.35 })).toMatchObject({
      measured: "0.352",
      target: "≥ 0.35",
      verdict: "PASS",
    });
    expect(judge("a", 0.34, { atLeast: 0.35 }).verdict).toBe("FAIL");
    expect(judge("a", 4, { atMost: 5 })).toMatchObject({ target: "≤ 5", verdict: "PASS" });
    expect(judge("a", 5.1, { atMost: 5 }).verdict).toBe("FAIL");
    expect(judge("a", Number.NaN, { atMost: 5 }).verdict).toBe("FAIL");
    expect(judge("a", Number.NaN, { atLeast: 5 }).verdict).toBe("FAIL");
  });

  it("ends with one line that names what was missed", () => {
    expect(summaryOf([judge("a", 1, { atMost: 1 }), note("b", 7)])).toBe("1 of 1 targets kept");
    expect(summaryOf([judge("a", 1, { atMost: 1 }), judge("b", 2, { atMost: 1 })])).toBe(
      "1 of 2 targets kept; b: 2, wanted ≤ 1",
    );
  });
});
