import { describe, expect, it } from "vitest";
import { istDate } from "../time/ist.ts";
import { BACKTEST_LIMITS, findRequestFault } from "./backtest-request.ts";

const request = (from: string, to: string, symbols: readonly string[] = ["RELIANCE"]) =>
  findRequestFault({ from: istDate(from), to: istDate(to), symbols });
const shares = (count: number): readonly string[] => Array.from({ length: count }, (_, place) => `S${place}`);

describe("a back-test request", () => {
  it("may cover any period up to twelve calendar years, including a single day", () => {
    expect(request("2025-03-03", "2025-03-03")).toBeNull();
    expect(request("2012-01-01", "2023-12-31")).toBeNull();
    expect(request("2013-01-01", "2024-12-31")).toBeNull();
    expect(request("2012-01-01", "2024-01-05")).toBe("too_long");
  });

  it("may not end before it begins, or begin before there were files", () => {
    expect(request("2025-03-04", "2025-03-03")).toBe("backwards");
    expect(request("0001-01-01", "0001-01-02")).toBe("too_early");
  });

  it("names each share once", () => {
    expect(request("2025-01-01", "2025-12-31", ["SBIN", "INFY", "SBIN"])).toBe("twice");
  });

  it("is limited by shares and years together", () => {
    const all = shares(BACKTEST_LIMITS.symbols);
    expect(request("2022-01-01", "2025-12-30", all)).toBeNull();
    expect(request("2021-01-01", "2025-12-31", all)).toBe("too_many_bars");
  });
});
