import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { tariffOf } from "../charges/tariff.ts";
import { brokerOrderId } from "../order/order.ts";
import { paise } from "../shared/money.ts";
import { epochMs } from "../time/clock.ts";
import { positionIdOf } from "./ledger-event.ts";
import { eventOf, fillOf, ledgerTag, seenFillOf } from "./ledger-fixture.ts";
import { foldLedger, type LedgerTotals, netQuantityOf, oursByShare, type PositionTotals } from "./ledger-fold.ts";
import { executedOrders, profitOf, profitOfDay, profitPerPosition } from "./profit.ts";

const entry = { position: "e1", order: "e1", side: "buy" } as const;
const exit = { position: "e1", order: "x1", side: "sell" } as const;
const zerodha = tariffOf("zerodha");

const only = (totals: LedgerTotals): PositionTotals => {
  const [position] = totals.positions.values();
  expect(totals.positions.size).toBe(1);
  return position as PositionTotals;
};
const closedOutside = (quantity: number, price: number, provedAt = 1) =>
  eventOf({
    kind: "closed_outside",
    positionId: positionIdOf(ledgerTag("e1")),
    isin: "INE062A01020",
    side: "sell",
    quantity,
    estimatedPrice: paise(price),
    provedAt: epochMs(provedAt),
  });

describe("the ledger's totals", () => {
  it("sum up its fills", () => {
    const totals = foldLedger([
      fillOf(entry, "1", 60, 100_000),
      fillOf(entry, "2", 40, 100_000),
      fillOf(exit, "3", 100, 101_000),
    ]);
    expect(only(totals)).toMatchObject({ bought: 100, boughtValue: 10_000_000, sold: 100, soldValue: 10_100_000 });
    expect(totals.cash).toBe(100_000);
    expect(profitOfDay(totals, zerodha)).toMatchObject({ gross: 100_000, net: 91_728, isExact: true });
    expect(executedOrders(totals)).toHaveLength(2);
    expect(oursByShare(totals).size).toBe(0);
  });

  it("count a fill once, at the book's price first and at its exact price later", () => {
    const seen = [seenFillOf(entry, 40, 100_010), seenFillOf(entry, 100, 100_020)];
    expect(only(foldLedger(seen))).toMatchObject({ bought: 100, boughtValue: 10_002_000, isExact: false });
    const partly = [...seen, fillOf(entry, "1", 40, 100_007)];
    expect(only(foldLedger(partly))).toMatchObject({ bought: 100, boughtValue: 10_002_000, isExact: false });
    const exact = [...partly, fillOf(entry, "2", 60, 100_031)];
    expect(only(foldLedger(exact))).toMatchObject({
      bought: 100,
      boughtValue: 40 * 100_007 + 60 * 100_031,
      isExact: true,
    });
  });

  it("never fall below the fills when the book lags", () => {
    expect(only(foldLedger([seenFillOf(entry, 10, 100), fillOf(entry, "1", 30, 101)]))).toMatchObject({ bought: 30 });
  });

  it("value the user's own close at an estimated price, outside the product's cash and charges", () => {
    const totals = foldLedger([fillOf(entry, "1", 10, 100_000), closedOutside(4, 99_000), closedOutside(4, 99_000)]);
    expect(only(totals)).toMatchObject({ bought: 10, sold: 4, soldValue: 396_000, outside: 4, isExact: false });
    expect(netQuantityOf(only(totals))).toBe(6);
    expect(totals.cash).toBe(-1_000_000);
    expect(executedOrders(totals)).toStrictEqual([{ side: "buy", value: 1_000_000 }]);
    expect([...oursByShare(totals)]).toEqual([["INE062A01020", 6]]);
    expect(profitOfDay(totals, zerodha)).toMatchObject({ gross: -4_000, isExact: false });
  });

  it("keep two entries in one share apart", () => {
    const second = { position: "e2", order: "e2", side: "buy" } as const;
    const totals = foldLedger([
      fillOf(entry, "1", 10, 10_000),
      fillOf(exit, "2", 10, 11_000),
      fillOf(second, "3", 10, 12_000),
    ]);
    const profits = [...totals.positions.values()].map(profitOf);
    expect(profits).toEqual([
      { realised: 10_000, openValue: 0 },
      { realised: 0, openValue: 120_000 },
    ]);
    expect([...oursByShare(totals)]).toEqual([["INE062A01020", 10]]);
  });

  it("use the higher of two averages for one quantity, in any order", () => {
    const seen = [seenFillOf(entry, 100, 100_010), seenFillOf(entry, 100, 100_020), seenFillOf(entry, 90, 100_030)];
    for (const events of [seen, [...seen].reverse()])
      expect(only(foldLedger(events))).toMatchObject({ bought: 100, boughtValue: 10_002_000 });
  });

  it("are inexact when any position is inexact", () => {
    const second = { position: "e2", order: "e2", side: "buy" } as const;
    const totals = foldLedger([fillOf(entry, "1", 10, 10_000), seenFillOf(second, 10, 10_000)]);
    expect(profitOfDay(totals, zerodha).isExact).toBe(false);
  });

  it("ignore an order without a fill", () => {
    expect(profitOf(only(foldLedger([seenFillOf(entry, 0, 0)])))).toEqual({ realised: 0, openValue: 0 });
    expect(executedOrders(foldLedger([seenFillOf(entry, 0, 0)]))).toEqual([]);
    expect(foldLedger([]).cash).toBe(0);
  });
});

describe("the profit of a position", () => {
  it("uses average cost for a closed part", () => {
    const totals = foldLedger([fillOf(entry, "1", 1, 100), fillOf(entry, "2", 2, 101), fillOf(exit, "3", 1, 200)]);
    // 302 paise for three: one cost 100.67, which is 101.
    expect(profitOf(only(totals))).toEqual({ realised: 99, openValue: 201 });
  });

  it("is mirrored for a short", () => {
    const short = { position: "s1", order: "s1", side: "sell" } as const;
    const cover = { position: "s1", order: "c1", side: "buy" } as const;
    const open = foldLedger([fillOf(short, "1", 10, 10_000), fillOf(cover, "2", 4, 9_000)]);
    expect(profitOf(only(open))).toEqual({ realised: 4_000, openValue: 60_000 });
    const flat = foldLedger([fillOf(short, "1", 10, 10_000), fillOf(cover, "2", 10, 9_000)]);
    expect(profitOf(only(flat))).toEqual({ realised: 10_000, openValue: 0 });
  });
});

const tags = ["e1", "x1", "x2"] as const;
const fills = fc
  .array(
    fc.record({
      order: fc.constantFrom(...tags),
      quantity: fc.integer({ min: 1, max: 500 }),
      price: fc.integer({ min: 100, max: 500_000 }),
    }),
    { maxLength: 12 },
  )
  .map((list) =>
    list.map(({ order, quantity, price }, n) =>
      fillOf({ position: "e1", order, side: order === "e1" ? "buy" : "sell" }, `${n}`, quantity, price),
    ),
  );
const seen = fc
  .array(
    fc.record({
      order: fc.constantFrom(...tags),
      quantity: fc.integer({ min: 1, max: 900 }),
      price: fc.integer({ min: 100, max: 500_000 }),
    }),
    { maxLength: 5 },
  )
  .map((list) =>
    list.map(({ order, quantity, price }) =>
      seenFillOf({ position: "e1", order, side: order === "e1" ? "buy" : "sell" }, quantity, price),
    ),
  );

describe("any ledger", () => {
  it("does not depend on order or repetition of events", () => {
    const books = fc.tuple(fills, seen).map(([a, b]) => [...a, ...b, closedOutside(1, 500, 7)]);
    const shuffled = books.chain((list) =>
      fc.tuple(fc.constant(list), fc.shuffledSubarray([...list, ...list], { minLength: list.length * 2 })),
    );
    fc.assert(
      fc.property(shuffled, ([list, mixed]) => {
        const [expected, found] = [foldLedger(list), foldLedger(mixed)];
        expect(found.cash).toBe(expected.cash);
        expect(only(found)).toEqual(only(expected));
        expect(new Map(found.orders)).toEqual(new Map(expected.orders));
        expect(profitOfDay(found, zerodha)).toEqual(profitOfDay(expected, zerodha));
      }),
    );
  });

  it("divides its profit and charges over the positions without losing a paisa", () => {
    const trades = fc.array(
      fc.record({
        position: fc.constantFrom("e1", "e2", "e3"),
        isEntry: fc.boolean(),
        quantity: fc.integer({ min: 1, max: 300 }),
        price: fc.integer({ min: 100, max: 500_000 }),
      }),
      { maxLength: 12 },
    );
    fc.assert(
      fc.property(trades, (list) => {
        const events = list.map(({ position, isEntry, quantity, price }, n) => {
          const order = isEntry ? position : `x${position}`;
          return fillOf({ position, order, side: isEntry ? "buy" : "sell" }, `${n}`, quantity, price);
        });
        const totals = foldLedger(events);
        const results = [...profitPerPosition(totals, zerodha).values()];
        const reversed = foldLedger([...events].reverse());
        expect(executedOrders(reversed)).toEqual(executedOrders(totals));
        expect(profitPerPosition(reversed, zerodha)).toEqual(profitPerPosition(totals, zerodha));
        const day = profitOfDay(totals, zerodha);
        const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);
        expect(sum(results.map(({ gross }) => gross))).toBe(day.gross);
        expect(sum(results.map(({ charges }) => charges))).toBe(day.charges.total);
        expect(sum(results.map(({ net }) => net))).toBe(day.net);
      }),
    );
  });

  it("sums up its fills, and profit and open value equal its cash", () => {
    fc.assert(
      fc.property(fills, (list) => {
        const totals = foldLedger(list);
        const value = list.reduce((sum, { fact }) => {
          if (fact.kind !== "fill") return sum;
          return sum + (fact.side === "buy" ? -1 : 1) * fact.quantity * fact.price;
        }, 0);
        expect(totals.cash).toBe(value);
        for (const position of totals.positions.values()) {
          const { realised, openValue } = profitOf(position);
          const signedOpen = netQuantityOf(position) >= 0 ? -openValue : openValue;
          expect(realised + signedOpen).toBe(totals.cash);
          expect(openValue).toBeGreaterThanOrEqual(0);
        }
      }),
    );
  });
});

describe("a position that the broker closed", () => {
  const closed = (fillId: string, quantity: number, price: number, orderId = "9") =>
    eventOf({
      kind: "closed_by_broker",
      positionId: positionIdOf(ledgerTag("e1")),
      isin: "INE062A01020",
      side: "sell",
      orderId: brokerOrderId(orderId),
      fillId,
      quantity,
      price: paise(price),
    });
  const events = [fillOf(entry, "1", 100, 100_000), closed("7", 60, 101_000), closed("8", 40, 101_000)];

  it("counts exactly once in the product's cash and profit", () => {
    const totals = foldLedger([...events, ...events]);
    expect(only(totals)).toMatchObject({ sold: 100, soldValue: 10_100_000, outside: 0, isExact: true });
    expect(totals.cash).toBe(100_000);
    expect(totals.closings).toMatchObject([{ quantity: 100, value: 10_100_000 }]);
  });

  it("is kept apart by the broker's orders, in whatever order their fills were written", () => {
    const two = [closed("7", 60, 101_000, "9"), closed("8", 30, 101_000, "8"), closed("9", 10, 102_000, "9")];
    for (const list of [two, [...two].reverse()])
      expect(foldLedger(list).closings.map(({ orderId, quantity, value }) => [orderId, quantity, value])).toEqual([
        ["8", 30, 3_030_000],
        ["9", 70, 7_080_000],
      ]);
  });

  it("is one order with the broker's fee and the tax on it", () => {
    const { gross, charges } = profitOfDay(foldLedger(events), zerodha);
    const own = profitOfDay(foldLedger([fillOf(entry, "1", 100, 100_000), fillOf(exit, "3", 100, 101_000)]), zerodha);
    expect(gross).toBe(own.gross);
    expect(charges.total - own.charges.total).toBe(5_900);
    const perPosition = [...profitPerPosition(foldLedger(events), zerodha).values()];
    expect(perPosition.map(({ charges: part }) => part)).toEqual([charges.total]);
  });
});
