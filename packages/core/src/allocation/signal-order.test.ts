import { describe, expect, it } from "vitest";
import { paise } from "../shared/money.ts";
import { intradayMargin } from "./intraday-margin.ts";
import { shuffledFor } from "./signal-order.ts";

const accounts = Array.from({ length: 200 }, (_, n) => `account-${n}`);

describe("the order in which accounts follow a signal", () => {
  it("is the same for the same signal in every process, and differs between signals", () => {
    expect(shuffledFor("fyers-1", accounts)).toEqual(shuffledFor("fyers-1", accounts));
    expect(shuffledFor("fyers-1", accounts)).not.toEqual(shuffledFor("fyers-2", accounts));
    // A known answer: processes of two versions agree during a rolling update.
    expect(shuffledFor("fyers-1", ["a", "b", "c", "d", "e", "f"]).join("")).toBe("abdecf");
  });

  it("is a permutation", () => {
    expect([...shuffledFor("fyers-1", accounts)].sort()).toEqual([...accounts].sort());
    expect(shuffledFor("fyers-1", [])).toEqual([]);
  });

  it("puts every account first for some signals", () => {
    const firsts = new Set(Array.from({ length: 600 }, (_, n) => shuffledFor(`s-${n}`, accounts).slice(0, 10)).flat());
    expect(firsts.size).toBe(accounts.length);
  });
});

it("blocks a fifth of the price for a share, rounded up", () => {
  expect(intradayMargin(paise(80_001))).toBe(16_001);
  expect(intradayMargin(paise(1))).toBe(1);
});
