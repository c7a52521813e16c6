import { describe, expect, it } from "vitest";
import { compareEntries, slippageOf } from "./drift.ts";

const buy = (isin: string) => ({ isin, side: "buy" as const });

describe("a replayed day", () => {
  it("counts each entry as same, missed or extra", () => {
    expect(compareEntries([buy("A")], [buy("A")])).toEqual({ same: 1, missed: 0, extra: 0 });
    expect(compareEntries([], [buy("A")])).toEqual({ same: 0, missed: 1, extra: 0 });
    expect(compareEntries([buy("A")], [])).toEqual({ same: 0, missed: 0, extra: 1 });
    expect(compareEntries([buy("A")], [{ isin: "A", side: "sell" }])).toEqual({ same: 0, missed: 1, extra: 1 });
    expect(compareEntries([], [])).toEqual({ same: 0, missed: 0, extra: 0 });
  });

  it("measures how much worse than the signal's price the fills were, by value and side", () => {
    expect(slippageOf([])).toBeNull();
    expect(slippageOf([{ side: "buy", signalPrice: 10_000, price: 10_010, quantity: 5 }])).toBeCloseTo(10);
    expect(slippageOf([{ side: "sell", signalPrice: 10_000, price: 10_010, quantity: 5 }])).toBeCloseTo(-10);
    const two = [
      { side: "buy" as const, signalPrice: 10_000, price: 10_020, quantity: 3 },
      { side: "buy" as const, signalPrice: 10_000, price: 10_000, quantity: 1 },
    ];
    expect(slippageOf(two)).toBeCloseTo(15);
  });
});
