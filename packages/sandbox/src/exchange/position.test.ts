import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { applyFill, averageOf, emptyPosition, shareRoundedDown, unrealisedAt } from "./position.ts";

const fills = fc.array(
  fc.record({
    isBuy: fc.boolean(),
    quantity: fc.integer({ min: 1, max: 100_000 }),
    price: fc.integer({ min: 1, max: 20_000_000 }),
  }),
  { maxLength: 40 },
);

describe("a position", () => {
  it("turns from long to short at the price of the turning trade", () => {
    const position = emptyPosition();
    applyFill(position, true, 10, 1_000);
    applyFill(position, true, 10, 1_100);
    applyFill(position, false, 25, 1_200);
    expect(position).toMatchObject({ net: -5, openValue: 6_000, realised: 20 * 1_200 - 21_000 });
    expect(unrealisedAt(position, 1_150)).toBe(250);
    applyFill(position, true, 5, 1_250);
    expect(position).toMatchObject({ net: 0, openValue: 0, realised: 3_000 - 250 });
  });

  it("conserves paise: realised and open value equal payments and receipts", () => {
    fc.assert(
      fc.property(fills, (sequence) => {
        const position = emptyPosition();
        let flow = 0;
        let shares = 0;
        for (const { isBuy, quantity, price } of sequence) {
          const signed = isBuy ? quantity : -quantity;
          applyFill(position, isBuy, quantity, price);
          flow -= signed * price;
          shares += signed;
          expect(position.net).toBe(shares);
          expect(position.openValue > 0).toBe(shares !== 0);
          expect(position.realised - Math.sign(shares) * position.openValue).toBe(flow);
        }
        expect(position.buyQuantity - position.sellQuantity).toBe(shares);
        expect(position.sellValue - position.buyValue).toBe(flow);
      }),
    );
  });
});

describe("a share of a value", () => {
  it("is the exact quotient rounded down, also for values beyond safe integers", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 2 ** 50 }),
        fc.integer({ min: 1, max: 10_000_000 }),
        fc.integer({ min: 0, max: 10_000_000 }),
        (value, whole, drawn) => {
          const part = drawn % (whole + 1);
          const exact = (BigInt(value) * BigInt(part)) / BigInt(whole);
          expect(BigInt(shareRoundedDown(value, part, whole))).toBe(exact);
        },
      ),
    );
  });

  it("has an average only with a quantity", () => {
    expect(averageOf(0, 0)).toBe(0);
    expect(averageOf(2_001, 2)).toBe(1_001);
  });
});
