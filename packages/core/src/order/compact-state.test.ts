import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { epochMs } from "../time/clock.ts";
import { compactState, wholeState } from "./compact-state.ts";
import { brokerOrderId } from "./order.ts";
import { newOrder, type OrderState } from "./order-state.ts";

const instant = fc.option(fc.integer({ min: 1, max: 2_000_000_000_000 }).map(epochMs));

const states: fc.Arbitrary<OrderState> = fc
  .record({
    quantity: fc.integer({ min: 1, max: 100_000 }),
    filled: fc.nat(1_000),
    orderId: fc.option(fc.constant(brokerOrderId("261100000000444"))),
    reason: fc.option(fc.constant("answer_lost" as const)),
    brokerReason: fc.option(fc.string()),
    attempts: fc.nat(5),
    claimedAt: instant,
    isProvedUnsent: fc.boolean(),
    isResetProved: fc.boolean(),
    unknownSince: instant,
    wasGivenUp: fc.boolean(),
    lateSince: instant,
    isFinalInBook: fc.boolean(),
    seenAt: instant,
    filledSeenAt: instant,
  })
  .map((stored) => ({ ...newOrder({ leg: "entry", quantity: 1, status: "sending" }), ...stored }));

const stored = (state: OrderState) => JSON.parse(JSON.stringify(compactState(state)));

describe("a stored state", () => {
  it("contains enough of every state to restore it", () => {
    fc.assert(
      fc.property(states, (state) => {
        expect(wholeState(stored(state))).toEqual(state);
      }),
    );
  });

  it("omits default values", () => {
    expect(stored(newOrder({ leg: "entry", quantity: 25, status: "sending" }))).toEqual({
      status: "sending",
      leg: "entry",
      quantity: 25,
      filled: 0,
      averagePrice: 0,
      attempts: 1,
    });
  });

  it("is read completely where an earlier version stored everything", () => {
    const state = newOrder({ leg: "exit", quantity: 3, status: "ready" });
    expect(wholeState(JSON.parse(JSON.stringify(state)))).toEqual(state);
  });
});
