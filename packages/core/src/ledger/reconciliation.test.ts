import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { brokerOrderId } from "../order/order.ts";
import { newOrder, type OrderState, orderStatuses } from "../order/order-state.ts";
import { paise } from "../shared/money.ts";
import { epochMs, later } from "../time/clock.ts";
import {
  closingFills,
  differencesAtDayEnd,
  isFlat,
  isSound,
  type PositionLook,
  PROOF_APART_MS,
  type ProofGap,
  proveOurs,
} from "./reconciliation.ts";

const look: PositionLook = {
  startedAt: epochMs(1_000),
  isComplete: true,
  bookBefore: "book",
  bookAfter: "book",
  ours: 10,
  net: 7,
};
const again = (change: Partial<PositionLook> = {}): PositionLook => ({
  ...look,
  startedAt: later(look.startedAt, PROOF_APART_MS),
  ...change,
});
const prove = (ours: number, net: number) => proveOurs({ ...look, ours, net }, again({ ours, net }));

describe("the proved position of the product", () => {
  it.each([
    ["all of it", 10, 10, 10, 0, 0],
    ["less, when the user sold a part", 10, 7, 7, 3, 0],
    ["nothing, when the user sold all of it", 10, 0, 0, 10, 0],
    ["nothing, when the user sold more than there was", 10, -2, 0, 10, -2],
    ["all of it, when the user bought more", 10, 15, 10, 0, 5],
    ["all of a short", -10, -10, 10, 0, 0],
    ["less of a short, when the user bought a part back", -10, -4, 4, 6, 0],
    ["nothing of a short that was turned around", -10, 3, 0, 10, 3],
    ["all of a short beside the user's own", -10, -12, 10, 0, -2],
  ])("is %s", (_, ours, net, left, closedOutside, foreign) => {
    expect(prove(ours, net)).toEqual({ ok: true, value: { left, closedOutside, foreign } });
  });

  it("is between zero and the product's fills, and adds up with foreign quantity to the broker's position", () => {
    const quantities = fc.integer({ min: -1_000, max: 1_000 });
    fc.assert(
      fc.property(quantities, quantities, (ours, net) => {
        const proved = prove(ours, net);
        if (!proved.ok) {
          expect(ours).toBe(0);
          return;
        }
        const { left, closedOutside, foreign } = proved.value;
        expect(left).toBeGreaterThanOrEqual(0);
        expect(closedOutside).toBeGreaterThanOrEqual(0);
        expect(left + closedOutside).toBe(Math.abs(ours));
        expect(Math.sign(ours) * left + foreign).toBe(net);
      }),
    );
  });

  it.each<[ProofGap, PositionLook, PositionLook]>([
    ["incomplete", { ...look, isComplete: false }, again()],
    ["incomplete", look, again({ isComplete: false })],
    ["book_moved", { ...look, bookAfter: "moved" }, again()],
    ["book_moved", look, again({ bookAfter: "moved" })],
    ["too_close", look, again({ startedAt: later(look.startedAt, PROOF_APART_MS - 1) })],
    ["looks_differ", look, again({ bookBefore: "other", bookAfter: "other" })],
    ["looks_differ", look, again({ net: 6 })],
    ["looks_differ", look, again({ ours: 9 })],
    ["nothing_of_ours", { ...look, ours: 0 }, again({ ours: 0 })],
  ])("is not proved: %s", (gap, first, second) => {
    expect(proveOurs(first, second)).toEqual({ ok: false, error: gap });
  });
});

describe("a comparison of book and position that can serve as proof", () => {
  it("is complete, and no order changed during it", () => {
    expect(isSound(look)).toBe(true);
    expect(isSound({ ...look, isComplete: false })).toBe(false);
    expect(isSound({ ...look, bookAfter: "moved" })).toBe(false);
  });
});

describe("a flat account", () => {
  const order = newOrder({ leg: "exit", quantity: 5, status: "ready" });
  it("has no open quantity and no order that could trade", () => {
    const couldTrade = orderStatuses.filter((status) => !isFlat(0, [{ ...order, status } satisfies OrderState]));
    expect(couldTrade).toEqual(["sending", "unknown", "abandoned", "accepted", "partly_filled", "stuck"]);
    expect(isFlat(0, [])).toBe(true);
    expect(isFlat(1, [])).toBe(false);
    expect(isFlat(-1, [])).toBe(false);
    expect(() => isFlat(0.5, [])).toThrow("whole number of shares");
  });
});

describe("the end-of-day comparison", () => {
  it("shows shares with an open rest, or where the broker's position differs from the day's fills", () => {
    const fine = { isin: "A", ours: 0, foreign: 0, brokers: 0 };
    const foreign = { isin: "B", ours: 0, foreign: 4, brokers: 4 };
    const left = { isin: "C", ours: 2, foreign: 0, brokers: 2 };
    const wrong = { isin: "D", ours: 0, foreign: 0, brokers: 1 };
    expect(differencesAtDayEnd([fine, foreign, left, wrong])).toEqual([left, wrong]);
  });
});

describe("fills by which the broker closed a handed-over position", () => {
  const fill = (id: string, quantity: number, at: number | null) => ({
    id,
    quantity,
    orderId: brokerOrderId("9"),
    price: paise(100),
    at: at === null ? null : epochMs(at),
  });

  it("are its last fills on the closing side, up to the quantity missing from its position", () => {
    const fills = [fill("1", 4, 10), fill("3", 6, 30), fill("2", 5, 20)];
    expect(closingFills(10, 0, fills).map(({ id, quantity }) => [id, quantity])).toEqual([
      ["3", 6],
      ["2", 4],
    ]);
    expect(closingFills(10, 7, fills).map(({ id, quantity }) => [id, quantity])).toEqual([["3", 3]]);
    expect(closingFills(10, 10, fills)).toEqual([]);
    const untimed = [fill("1", 4, null), fill("3", 6, null), fill("2", 5, null)];
    for (const list of [untimed, [...untimed].reverse()])
      expect(closingFills(10, 0, list).map(({ id, quantity }) => [id, quantity])).toEqual([
        ["3", 6],
        ["2", 4],
      ]);
    expect(closingFills(10, -20, fills).reduce((sum, { quantity }) => sum + quantity, 0)).toBe(10);
  });
});
