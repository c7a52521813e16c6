import { positionIdOf } from "@vriddhi/core/ledger/ledger-event";
import type { OrderTag } from "@vriddhi/core/order/order";
import { type EpochMs, later } from "@vriddhi/core/time/clock";
import { describe, expect, it } from "vitest";
import { isUnderWay } from "./under-way.ts";
import {
  ago,
  commandOf,
  ENTRY,
  EXIT,
  entryWith,
  exitWith,
  filledEntry,
  NOW,
  POSITION,
  resting,
  type ViewFacts,
  viewOf,
} from "./view-fixture.ts";

const OTHER = positionIdOf("OTHER0000000000" as OrderTag);

function isSo(facts: ViewFacts, now: EpochMs = NOW): boolean {
  const { book, memory } = viewOf(facts);
  return isUnderWay(book, memory, now);
}

describe("an order that is under way", () => {
  it.each(["planned", "ready", "sending", "unknown", "accepted", "partly_filled"] as const)(
    "is an entry that is %s, for five minutes",
    (status) => {
      const orders = [entryWith({ status }, { plannedAt: NOW })];
      expect(isSo({ orders }, later(NOW, 299_999))).toBe(true);
      expect(isSo({ orders }, later(NOW, 300_000))).toBe(false);
    },
  );

  it.each(["abandoned", "filled", "cancelled", "rejected", "expired", "handed_over"] as const)(
    "is none that is %s",
    (status) => {
      expect(isSo({ orders: [entryWith({ status })] })).toBe(false);
    },
  );

  it("is an exit that no book has shown yet, for five minutes", () => {
    const orders = [exitWith({}, { plannedAt: NOW })];
    expect(isSo({ orders }, later(NOW, 299_999))).toBe(true);
    expect(isSo({ orders }, later(NOW, 300_000))).toBe(false);
  });

  it("is an entry even when the book has shown it for longer than an exit may take", () => {
    const orders = [entryWith({ status: "accepted" }, { plannedAt: ago(60_000) })];
    expect(isSo({ orders, memory: { restingShapes: new Map([[ENTRY, { ...resting, since: ago(60_000) }]]) } })).toBe(
      true,
    );
  });

  it("is never a resting stop", () => {
    expect(isSo({ orders: [exitWith()], memory: { restingShapes: new Map([[EXIT, resting]]) } })).toBe(false);
  });

  it("is an exit that should trade, for half a minute", () => {
    const since = { ...resting, since: NOW };
    const limit = { pricing: { kind: "limit", limit: filledEntry().pricing.limit } } as const;
    const toTrade: readonly ViewFacts[] = [
      { orders: [exitWith({}, limit)], memory: { restingShapes: new Map([[EXIT, since]]) } },
      { orders: [exitWith()], memory: { restingShapes: new Map([[EXIT, { ...since, isTriggered: true }]]) } },
      { orders: [exitWith()], memory: { restingShapes: new Map([[EXIT, since]]) }, commands: [commandOf()] },
    ];
    for (const facts of toTrade) {
      expect(isSo(facts, later(NOW, 29_999))).toBe(true);
      expect(isSo(facts, later(NOW, 30_000))).toBe(false);
    }
    const judged = { memory: { restingShapes: new Map([[EXIT, since]]) }, commands: [commandOf({}, "done")] };
    expect(isSo({ orders: [exitWith()], ...judged })).toBe(false);
  });
});

describe("a position", () => {
  it("is under way for half a minute while it is uncovered", () => {
    const memory = { uncoveredSince: new Map([[POSITION, NOW]]) };
    expect(isSo({ memory }, later(NOW, 29_999))).toBe(true);
    expect(isSo({ memory }, later(NOW, 30_000))).toBe(false);
    const both = new Map([...memory.uncoveredSince, [OTHER, ago(60_000)]]);
    expect(isSo({ memory: { uncoveredSince: both } })).toBe(true);
    expect(isSo({})).toBe(false);
  });
});
