import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type AuctionBook, type AuctionInterest, findEquilibrium } from "./auction.ts";

const interests = fc.array(
  fc.record({ price: fc.integer({ min: 90, max: 110 }), quantity: fc.integer({ min: 1, max: 500 }) }),
  { maxLength: 20 },
);

const sum = (list: readonly AuctionInterest[]): number => list.reduce((total, { quantity }) => total + quantity, 0);

function volumeAt({ buys, sells, atAnyPrice }: AuctionBook, price: number): number {
  const demand = atAnyPrice + sum(buys.filter((buy) => buy.price >= price));
  const supply = atAnyPrice + sum(sells.filter((sell) => sell.price <= price));
  return Math.min(demand, supply);
}

describe("an auction's equilibrium", () => {
  it("is the price with the largest volume", () => {
    fc.assert(
      fc.property(interests, interests, fc.integer({ min: 0, max: 300 }), (buys, sells, atAnyPrice) => {
        const book = { buys, sells, atAnyPrice, reference: 100 };
        const found = findEquilibrium(book);
        const most = Math.max(...Array.from({ length: 41 }, (_, index) => volumeAt(book, 80 + index)));
        expect(found?.quantity ?? 0).toBe(most);
        if (found) expect(volumeAt(book, found.price)).toBe(found.quantity);
      }),
    );
  });

  it("leaves the smaller unmatched quantity when two prices have the same volume", () => {
    const book = {
      buys: [
        { price: 101, quantity: 100 },
        { price: 100, quantity: 40 },
      ],
      sells: [{ price: 99, quantity: 100 }],
      atAnyPrice: 0,
      reference: 99,
    };
    expect(findEquilibrium(book)).toEqual({ price: 101, quantity: 100 });
  });

  it("is nearest the reference when the unmatched quantities are equal too, and the higher price when even that is equal", () => {
    const book = { buys: [{ price: 104, quantity: 10 }], sells: [{ price: 98, quantity: 10 }], atAnyPrice: 0 };
    expect(findEquilibrium({ ...book, reference: 99 })?.price).toBe(98);
    expect(findEquilibrium({ ...book, reference: 103 })?.price).toBe(104);
    expect(findEquilibrium({ ...book, reference: 101 })?.price).toBe(104);
  });

  it("does not exist without matching orders", () => {
    const none = { buys: [{ price: 98, quantity: 10 }], sells: [{ price: 99, quantity: 10 }], atAnyPrice: 0 };
    expect(findEquilibrium({ ...none, reference: 98 })).toBeNull();
    expect(findEquilibrium({ buys: [], sells: [], atAnyPrice: 0, reference: 98 })).toBeNull();
    expect(findEquilibrium({ buys: [], sells: [], atAnyPrice: 5, reference: 98 })).toEqual({ price: 98, quantity: 5 });
  });
});
