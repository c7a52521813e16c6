import { describe, expect, it } from "vitest";
import { minuteBars } from "./reference-fixture.ts";
import { runReference } from "./references.ts";
import type { FillModel } from "./settings.ts";

function trades(closes: readonly number[], fill: FillModel = "next-open"): string[] {
  const series = minuteBars(closes);
  const first = series.minute[0] as number;
  return runReference("sma-10-30-fixed", series, fill, 100).trades.map(
    (trade) =>
      `${trade.side} ${trade.entryMinute - first} ${trade.entryPrice} ${trade.exitCause} ${trade.exitMinute - first} ${trade.exitPrice}`,
  );
}

const flat = (count: number, price: number): number[] => Array.from({ length: count }, () => price);

describe("crossing averages of 10 and 30 bars", () => {
  it("ignore the first known side", () => {
    expect(trades([...flat(29, 10_000), 11_000, 11_000, 11_000])).toEqual([]);
  });

  it("keep their side while they are equal", () => {
    expect(trades(flat(80, 10_000))).toEqual([]);
    // Up at bar 30, level again from bar 60 on, up once more: no turn in between.
    const closes = [...flat(30, 10_000), 10_100, ...flat(45, 10_000), 10_200, ...flat(5, 10_000)];
    const sides = trades(closes).map((line) => line.split(" ")[0]);
    expect(sides).toEqual(["sell", "buy"]);
  });

  it("turn in one trade and close the open position at the last close", () => {
    const closes = [...flat(30, 10_000), 10_100, ...flat(9, 10_000), 10_000, 10_001, 10_002];
    // The rise of bar 30 leaves the fast sum with bar 40 and is still in the slow one: short from bar 41's open.
    expect(trades(closes)).toEqual(["sell 41 10001 end 42 10002"]);
    expect(trades(closes, "close")).toEqual(["sell 40 10000 end 42 10002"]);
  });

  it("do not fill a change on the last bar, which has no next open", () => {
    const closes = [...flat(30, 10_000), 10_100, ...flat(9, 10_000), 10_000];
    expect(trades(closes)).toEqual([]);
    expect(trades(closes, "close")).toEqual(["sell 40 10000 end 40 10000"]);
  });
});
