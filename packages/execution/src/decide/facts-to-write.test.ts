import type { LedgerFact } from "@vriddhi/core/ledger/ledger-event";
import type { Pricing } from "@vriddhi/core/order/order";
import type { OrderState } from "@vriddhi/core/order/order-state";
import { paise } from "@vriddhi/core/shared/money";
import { later } from "@vriddhi/core/time/clock";
import { describe, expect, it } from "vitest";
import { factsOfDay, factsOfPosition } from "./facts-to-write.ts";
import { positionViewOf } from "./position-view.ts";
import {
  ago,
  commandOf,
  ENTRY,
  EXIT,
  entryWith,
  exitWith,
  filledEntry,
  ISIN,
  NOW,
  POSITION,
  quote,
  resting,
  type ViewFacts,
  viewOf,
} from "./view-fixture.ts";

const seen = { restingShapes: new Map([[EXIT, resting]]) };
const held: ViewFacts = { orders: [filledEntry(), exitWith()], memory: seen };
function ofPosition(change: ViewFacts) {
  const view = viewOf({ ...held, ...change });
  const [entry = filledEntry()] = view.book.entries();
  const { steps, wakeAt } = factsOfPosition(view, positionViewOf(view, entry));
  return { facts: steps.map(({ fact }) => fact), wakeAt };
}
const factsOf = (change: ViewFacts): readonly LedgerFact[] => ofPosition(change).facts;

describe("a silent feed", () => {
  const silentFor = (ms: number) => [quote({ receivedAt: ago(ms) })];
  const closing = [{ kind: "position_closing", positionId: POSITION, reason: "feed_silent" }];
  const since = { ...held, memory: { ...seen, since: ago(90_000) }, orders: [] };
  const old = { ...since, orders: [filledEntry({ plannedAt: ago(90_000) }), exitWith()] };

  it("closes a position with a resting stop after one minute", () => {
    expect(ofPosition({ ...old, quotes: silentFor(59_000) })).toEqual({ facts: [], wakeAt: [later(NOW, 1_000)] });
    expect(ofPosition({ ...old, quotes: silentFor(59_900) }).wakeAt).toEqual([later(NOW, 1_000)]);
    expect(ofPosition({ ...old, quotes: silentFor(40_000) }).wakeAt).toEqual([later(NOW, 20_000)]);
    expect(ofPosition({ ...old, quotes: silentFor(60_000) })).toEqual({ facts: closing, wakeAt: [] });
  });

  it("is recorded once", () => {
    const facts = [{ kind: "position_closing", positionId: POSITION, reason: "feed_silent" }] as const;
    expect(factsOf({ ...old, quotes: silentFor(60_000), facts })).toEqual([]);
  });

  it.each<[string, ViewFacts]>([
    ["before the day", { phase: "before_open" }],
    ["that was handed over", { phase: "handed_over" }],
    ["without an exit", { orders: [filledEntry({ plannedAt: ago(90_000) })] }],
    [
      "with two exits",
      { orders: [...(old.orders ?? []), exitWith({}, { tag: ENTRY.replace("Y", "2") as typeof EXIT, n: 2 })] },
    ],
    ["whose stop was triggered", { memory: { restingShapes: new Map([[EXIT, { ...resting, isTriggered: true }]]) } }],
    ["whose exit is a limit", { orders: [filledEntry({ plannedAt: ago(90_000) }), limitExit()] }],
    [
      "whose stop is not accepted",
      { orders: [filledEntry({ plannedAt: ago(90_000) }), exitWith({ status: "unknown" })] },
    ],
    ["whose stop cannot become a limit", { stopBecomesLimit: false }],
  ])("closes no position %s", (_, change) => {
    expect(factsOf({ ...old, quotes: silentFor(60_000), ...change })).not.toContainEqual(closing[0]);
  });
});

function limitExit() {
  const pricing: Pricing = { kind: "limit", limit: paise(98_000) };
  return exitWith({}, { pricing });
}

describe("a position without its stop", () => {
  const uncovered = (ms: number) => ({ ...seen, uncoveredSince: new Map([[POSITION, ago(ms)]]) });
  const bare = (ms: number, exits: readonly ReturnType<typeof exitWith>[] = []): ViewFacts => ({
    orders: [filledEntry(), ...exits],
    memory: uncovered(ms),
  });
  const naked = (cause: string, quantity = 10) => [
    { kind: "position_naked", positionId: POSITION, quantity, since: ago(10_000), cause },
  ];

  it("raises one alert after ten seconds", () => {
    expect(ofPosition(bare(4_000))).toEqual({ facts: [], wakeAt: [later(NOW, 6_000)] });
    expect(ofPosition(bare(9_500)).wakeAt).toEqual([later(NOW, 1_000)]);
    expect(ofPosition(bare(10_000))).toEqual({ facts: naked("not_placed"), wakeAt: [] });
    const alerted: LedgerFact = {
      kind: "position_naked",
      positionId: POSITION,
      quantity: 10,
      since: ago(20_000),
      cause: "refused",
    };
    expect(ofPosition({ ...bare(10_000), facts: [alerted] })).toEqual({ facts: [], wakeAt: [] });
    const ofOther = { ...alerted, positionId: EXIT as string as typeof POSITION };
    expect(factsOf({ ...bare(10_000), facts: [ofOther] })).toEqual(naked("not_placed"));
  });

  it("raises no alert when it was handed over, or is covered", () => {
    const facts = [{ kind: "position_handed_over", positionId: POSITION, quantity: 10 }] as const;
    expect(ofPosition({ ...bare(10_000), facts })).toEqual({ facts: [], wakeAt: [] });
    expect(factsOf({ ...held, memory: uncovered(10_000) })).toEqual([]);
  });

  it.each<[string, Partial<OrderState>, number]>([
    ["not_placed", { status: "ready" }, 10],
    ["not_placed", { status: "sending", isProvedUnsent: true }, 10],
    ["not_placed", { status: "filled", quantity: 4, filled: 4 }, 6],
    ["taken_away", { status: "cancelled", isFinalInBook: true }, 10],
    ["refused", { status: "rejected" }, 10],
    ["not_answered", { status: "sending" }, 10],
    ["not_answered", { status: "unknown" }, 10],
    ["part_only", { status: "accepted", quantity: 4 }, 10],
  ])("names the cause in its alert: %s", (cause, state, quantity) => {
    expect(factsOf(bare(10_000, [exitWith(state)]))).toEqual(naked(cause, quantity));
  });

  it("is not counted as closed from outside when the product requested the close", () => {
    const exits = [exitWith({ status: "cancelled", isFinalInBook: true })];
    expect(factsOf({ ...bare(10_000, exits), commands: [commandOf({}, "done")] })).toEqual(naked("not_placed"));
  });
});

describe("a position that is flat", () => {
  const flat = [{ kind: "position_flat", positionId: POSITION }];
  const done = exitWith({ status: "filled", filled: 10, isFinalInBook: true });

  it("is recorded as flat when nothing is open and no order can trade any more", () => {
    expect(factsOf({ orders: [filledEntry(), done] })).toEqual(flat);
    expect(factsOf({ orders: [filledEntry(), exitWith({ filled: 10 })] })).toEqual([]);
    expect(factsOf({ orders: [entryWith({ status: "partly_filled", filled: 10, quantity: 20 }), done] })).toEqual([]);
    expect(
      factsOf({ orders: [filledEntry(), done], facts: [{ kind: "position_flat", positionId: POSITION }] }),
    ).toEqual([]);
  });
});

describe("the daily stop", () => {
  const fill = (price: number): LedgerFact => ({
    kind: "fill",
    tag: ENTRY,
    positionId: POSITION,
    isin: ISIN,
    leg: "entry",
    side: "buy",
    fillId: "1",
    quantity: 10,
    price: paise(price),
  });
  const account = { capital: paise(1_000_000) };
  const lossOf = (price: number, change: ViewFacts = {}) => {
    const watch = { trusted: paise(price), receivedAt: ago(100), doubted: null };
    const memory = { ...seen, watches: new Map([[POSITION, watch]]), bookBegunAt: NOW, ...change.memory };
    const quotes = [quote({ bid: paise(price), last: paise(price) })];
    const view = viewOf({ ...held, account, facts: [fill(100_000)], quotes, ...change, memory });
    const positions = view.book.entries().map((entry) => positionViewOf(view, entry));
    return { view, facts: factsOfDay(view, positions).steps.map(({ fact }) => fact) };
  };

  it("is hit by a loss of the limit, charges included", () => {
    expect(lossOf(99_900).facts).toEqual([]);
    expect(lossOf(98_900).facts).toEqual([{ kind: "daily_stop_hit", limit: 10_000, result: expect.any(Number) }]);
    expect(lossOf(98_900, { account: { ...account, ownDailyStop: paise(500) } }).facts).toMatchObject([{ limit: 500 }]);
  });

  it("is not evaluated without a book, twice, or without positions", () => {
    expect(lossOf(98_900, { memory: { isBlind: true } }).facts).toEqual([]);
    expect(lossOf(98_900, { isStopping: true }).facts).toEqual([]);
    expect(factsOfDay(viewOf({ account, facts: [fill(100_000)] }), []).steps).toEqual([]);
  });

  it("counts the loss of an earlier position of the day", () => {
    const sold: LedgerFact = {
      kind: "fill",
      tag: EXIT,
      positionId: POSITION,
      isin: ISIN,
      leg: "exit",
      side: "sell",
      fillId: "2",
      quantity: 10,
      price: paise(98_900),
    };
    const facts = [fill(100_000), sold];
    expect(lossOf(100_000, { facts, memory: { bookBegunAt: null } }).facts).toMatchObject([{ kind: "daily_stop_hit" }]);
  });

  it("waits for a book requested after the loss was seen when the stop may have traded", () => {
    const near = exitWith({}, { pricing: { kind: "stop_limit", trigger: paise(98_900), limit: paise(96_000) } });
    const orders = [filledEntry(), near];
    const memory = { bookBegunAt: ago(1) };
    const doubted = lossOf(98_900, { orders, memory });
    expect(doubted.facts).toEqual([]);
    expect(doubted.view.memory.lossSince).toBe(NOW);
    expect(lossOf(98_905, { orders, memory }).facts).toHaveLength(1);
    expect(lossOf(98_900, { orders, memory: { bookBegunAt: null } }).facts).toEqual([]);
    expect(lossOf(98_900, { orders, memory: { bookBegunAt: ago(1), lossSince: ago(1) } }).facts).toHaveLength(1);
    expect(lossOf(98_900, { orders: [filledEntry(), limitExit()], memory }).facts).toEqual([]);
    expect(lossOf(98_900, { orders: [filledEntry(), exitWith({ status: "rejected" })], memory }).facts).toHaveLength(1);
  });

  it("resets when the loss recovers", () => {
    const { view } = lossOf(100_000, { memory: { lossSince: ago(1_000) } });
    expect(view.memory.lossSince).toBeNull();
  });
});
