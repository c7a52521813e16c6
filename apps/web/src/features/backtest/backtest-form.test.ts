import { describe, expect, it } from "vitest";
import { symbolsOf } from "./backtest-form.tsx";
import { toCurve } from "./curve-chart.tsx";

describe("the form's parsing and formatting", () => {
  it("reads shares in any writing", () => {
    expect(symbolsOf(" sbin,INFY;  m&m\n")).toEqual(["SBIN", "INFY", "M&M"]);
  });

  it("draws a flat curve through the middle and a rising one upwards", () => {
    expect(toCurve([5, 5]).map(([, y]) => y)).toEqual([100, 100]);
    const [first, last] = toCurve([1, 2]).map(([, y]) => y);
    expect(first).toBeGreaterThan(last ?? 0);
  });
});
