import type { LedgerFact } from "@vriddhi/core/ledger/ledger-event";
import { paise } from "@vriddhi/core/shared/money";
import { later } from "@vriddhi/core/time/clock";
import { describe, expect, it } from "vitest";
import { entryViewOf, isEndedByOthers, positionViewOf, questionedAt } from "./position-view.ts";
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
  quote,
  resting,
  STOP,
  type ViewFacts,
  viewOf,
} from "./view-fixture.ts";

const seen = { restingShapes: new Map([[EXIT, resting]]) };
const held: ViewFacts = { orders: [filledEntry(), exitWith()], memory: seen };
function of(change: ViewFacts) {
  const view = viewOf({ ...held, ...change });
  return { ...positionViewOf(view, view.book.entries()[0] ?? filledEntry()), view };
}
const positionOf = (change: ViewFacts) => of(change).position;
const exitOf = (change: ViewFacts) => of(change).exits[0];
const movedTo = (to: "accepted" | "partly_filled" | "cancelled" | "abandoned", from: "sending" | "accepted", n = 1) =>
  ({ kind: "order_moved", tag: EXIT, n, from, to, reason: null }) satisfies LedgerFact;
const taken = exitWith({ status: "cancelled", isFinalInBook: true });

describe("the view of an entry", () => {
  const entry = entryWith({ status: "accepted" });
  const viewed = (facts: ViewFacts = {}) => entryViewOf(viewOf({ orders: [entry], ...facts }), entry);

  it("counts an entry as working from when the book accepted or first showed it", () => {
    expect(viewed()).toMatchObject({ tag: ENTRY, validUntil: later(NOW, 10_000), workingSince: null });
    expect(viewed({ memory: { restingShapes: new Map([[ENTRY, resting]]) } }).workingSince).toBe(resting.since);
    for (const to of ["accepted", "partly_filled"] as const)
      expect(viewed({ facts: [{ ...movedTo(to, "sending"), tag: ENTRY }] }).workingSince).toBe(NOW);
    const both: readonly LedgerFact[] = [
      { ...movedTo("accepted", "sending"), tag: ENTRY },
      { ...movedTo("partly_filled", "accepted", 2), tag: ENTRY },
    ];
    expect(viewed({ facts: both }).workingSince).toBe(ago(1));
  });

  it("contains the last request", () => {
    expect(viewed()).toMatchObject({ isCommandPending: false, lastCommandAt: null });
    expect(viewed({ commands: [{ ...commandOf(), tag: ENTRY }] })).toMatchObject({
      isCommandPending: true,
      lastCommandAt: ago(1_000),
    });
    const bare = { ...entry, entry: null };
    expect(entryViewOf(viewOf({ orders: [bare] }), bare).validUntil).toBe(ago(10_000));
  });
});

describe("the view of an exit", () => {
  const modify = (n: number, quantity: number, change: Parameters<typeof commandOf>[0] = {}) =>
    commandOf({ n, kind: "modify", quantity, pricing: STOP, ...change }, "done");

  it("shows its state in the book", () => {
    expect(exitOf({})).toMatchObject({
      isTriggered: false,
      workingSince: resting.since,
      modifications: 0,
      quantityRises: 0,
      isCommandPending: false,
      changesUndone: 0,
      lastCommandAt: null,
      endedAt: null,
      isEndedByOthers: false,
    });
    const triggered = { restingShapes: new Map([[EXIT, { ...resting, isTriggered: true }]]) };
    expect(exitOf({ memory: triggered })?.isTriggered).toBe(true);
    const limit = exitWith({}, { pricing: { kind: "limit", limit: paise(98_000) } });
    expect(exitOf({ orders: [filledEntry(), limit], memory: triggered })?.isTriggered).toBe(false);
    expect(exitOf({ memory: {} })).toMatchObject({ isTriggered: false, workingSince: ago(9_000) });
    expect(exitOf({ memory: {}, facts: [movedTo("accepted", "sending")] })?.workingSince).toBe(NOW);
  });

  it("counts accepted changes, and those that raised the quantity", () => {
    const commands = [modify(1, 12), modify(2, 11), modify(3, 12), modify(4, 13, { answer: "never_sent" })];
    expect(exitOf({ commands })).toMatchObject({ modifications: 3, quantityRises: 2, lastCommandAt: ago(1_000) });
    const undone = { ...modify(1, 12), verdict: "not_done" as const };
    expect(exitOf({ commands: [undone, modify(2, 12)] })?.quantityRises).toBe(2);
    expect(exitOf({ commands: [modify(1, 10), commandOf({ n: 2 }, "done")] })).toMatchObject({
      modifications: 1,
      quantityRises: 0,
    });
    const planned: LedgerFact = {
      kind: "order_planned",
      tag: EXIT,
      positionId: POSITION,
      isin: "INE062A01020",
      leg: "exit",
      side: "sell",
      signalId: null,
      quantity: 4,
      cause: "protect",
    };
    expect(exitOf({ facts: [planned], commands: [modify(1, 10)] })?.quantityRises).toBe(1);
    expect(exitOf({ facts: [{ ...planned, tag: ENTRY }], commands: [modify(1, 10)] })?.quantityRises).toBe(0);
  });

  it("counts how many of the last changes had no effect", () => {
    const undone = (n: number) => ({ ...modify(n, 10), verdict: "not_done" as const });
    const count = (...commands: readonly ReturnType<typeof commandOf>[]) => exitOf({ commands })?.changesUndone;
    expect(count(undone(1), modify(2, 10), undone(3), undone(4))).toBe(2);
    expect(count(undone(1), modify(2, 10))).toBe(0);
    expect(count(undone(1), undone(2), commandOf({ n: 3 }))).toBe(2);
    const withoutEffect = { ...modify(3, 10, { answer: "turned_away" }), verdict: "not_done" as const };
    expect(count(undone(1), withoutEffect)).toBe(1);
  });

  it("contains when the exit ended, and whether it was ended from outside", () => {
    const facts = [movedTo("accepted", "sending"), movedTo("cancelled", "accepted", 2)];
    expect(exitOf({ orders: [filledEntry(), taken], facts })).toMatchObject({ endedAt: NOW, isEndedByOthers: true });
  });
});

describe("an order that was ended from outside", () => {
  const isSo = (state: Parameters<typeof exitWith>[0], commands: ViewFacts["commands"] = []) =>
    isEndedByOthers(viewOf({ commands }).book, exitWith({ isFinalInBook: true, ...state }));

  it("was cancelled or has expired in the book without a request of the product", () => {
    expect(isSo({ status: "cancelled" })).toBe(true);
    expect(isSo({ status: "expired" })).toBe(true);
    expect(isSo({ status: "rejected" })).toBe(false);
    expect(isSo({ status: "cancelled", isFinalInBook: false })).toBe(false);
    expect(isSo({ status: "cancelled" }, [commandOf({}, "done")])).toBe(false);
    expect(isSo({ status: "cancelled" }, [commandOf({ answer: "refused" }, "over")])).toBe(true);
    expect(isSo({ status: "cancelled" }, [commandOf({ kind: "modify", quantity: 9, pricing: STOP }, "over")])).toBe(
      true,
    );
  });
});

describe("the view of a position", () => {
  it("holds quantity, stop and target", () => {
    expect(positionOf({})).toEqual({
      direction: "long",
      entryFilled: 10,
      closedOutside: 0,
      isEntryFinal: true,
      stop: 99_000,
      target: 102_000,
      orderedClose: null,
      begunClose: null,
      uncoveredSince: null,
      isConfirmed: true,
      missing: 0,
      stuck: null,
      isHandedOver: false,
    });
    const short = filledEntry({ side: "sell", state: { ...filledEntry().state, status: "partly_filled" } });
    expect(positionOf({ orders: [short] })).toMatchObject({ direction: "short", isEntryFinal: false });
  });

  it("ignores facts of other positions", () => {
    const other = EXIT as string as typeof POSITION;
    const facts = (positionId: typeof POSITION): readonly LedgerFact[] => [
      { kind: "position_closing", positionId, reason: "target" },
      { kind: "position_closing", positionId, reason: "square_off" },
      { kind: "position_stuck", positionId, reason: "circuit" },
      { kind: "position_handed_over", positionId, quantity: 10 },
    ];
    const written = { begunClose: "square_off", stuck: "circuit", isHandedOver: true };
    expect(positionOf({ facts: facts(POSITION) })).toMatchObject(written);
    expect(positionOf({ facts: facts(other) })).toMatchObject({ begunClose: null, stuck: null, isHandedOver: false });
  });

  it("never shows more missing than was bought", () => {
    expect(positionOf({ memory: { ...seen, missing: new Map([[POSITION, 4]]) } }).missing).toBe(4);
    expect(positionOf({ memory: { ...seen, missing: new Map([[POSITION, 14]]) } }).missing).toBe(10);
  });

  it("is closed for a silent feed only while the feed is silent", () => {
    const facts: readonly LedgerFact[] = [{ kind: "position_closing", positionId: POSITION, reason: "feed_silent" }];
    const orders = [filledEntry({ plannedAt: ago(90_000) }), exitWith()];
    const silent = (ms: number): ViewFacts => ({
      orders,
      memory: { ...seen, since: ago(90_000) },
      quotes: [quote({ receivedAt: ago(ms) })],
    });
    expect(positionOf({ ...silent(60_000), facts }).orderedClose).toBe("feed_silent");
    expect(positionOf({ ...silent(59_999), facts }).orderedClose).toBeNull();
    expect(positionOf(silent(60_000)).orderedClose).toBeNull();
  });

  it("measures in watched time how long the position has been uncovered", () => {
    const bare: ViewFacts = { orders: [filledEntry()], memory: {} };
    expect(positionOf(bare).uncoveredSince).toBe(NOW);
    expect(of(bare).view.memory.uncoveredSince.get(POSITION)).toBe(NOW);
    const uncoveredSince = () => ({ uncoveredSince: new Map([[POSITION, ago(5_000)]]) });
    expect(positionOf({ ...bare, memory: uncoveredSince() }).uncoveredSince).toBe(ago(5_000));
    const watched = { sinceMs: () => 700, awakeSince: () => NOW };
    expect(positionOf({ ...bare, memory: uncoveredSince(), watched }).uncoveredSince).toBe(ago(700));
    expect(of({ memory: { ...seen, ...uncoveredSince() } }).view.memory.uncoveredSince.size).toBe(0);
  });
});

describe("a position whose exit was given up or cancelled from outside", () => {
  const looked = (change: { at?: typeof NOW; net?: number } = {}) => ({
    lastLook: { at: change.at ?? NOW, nets: new Map([["SBIN", change.net ?? 10]]), traded: 10 },
  });
  const facts = [movedTo("cancelled", "accepted")];
  const isConfirmed = (memory: ViewFacts["memory"] = {}, change: ViewFacts = {}) =>
    positionOf({ orders: [filledEntry(), taken], facts, memory, ...change }).isConfirmed;

  it("is confirmed by a later look that shows what is open", () => {
    expect(isConfirmed()).toBe(false);
    expect(isConfirmed(looked())).toBe(true);
    expect(isConfirmed(looked({ at: ago(1) }))).toBe(false);
    expect(isConfirmed(looked({ net: 9 }))).toBe(false);
    expect(isConfirmed({ ...looked({ net: 6 }), missing: new Map([[POSITION, 4]]) })).toBe(true);
    expect(isConfirmed({ lastLook: { at: NOW, nets: new Map(), traded: 10 } })).toBe(false);
  });

  it("of a short is confirmed by a short", () => {
    const orders = [filledEntry({ side: "sell" }), taken];
    expect([isConfirmed(looked({ net: -10 }), { orders }), isConfirmed(looked(), { orders })]).toEqual([true, false]);
  });

  it("is not confirmed while a foreign order would close it, for ten seconds", () => {
    const others = (since: typeof NOW) => ({ ...looked(), othersWorking: new Map([["SBIN sell", since]]) });
    expect(isConfirmed(others(ago(9_999)))).toBe(false);
    expect(isConfirmed(others(ago(10_000)))).toBe(true);
    expect(isConfirmed({ ...looked(), othersWorking: new Map([["SBIN buy", NOW]]) })).toBe(true);
  });

  it("is unconfirmed since the end of that exit, and again after a foreign order disappears", () => {
    const instants = (change: ViewFacts) => {
      const { view, entry, exits } = of({ orders: [filledEntry(), taken], memory: {}, ...change });
      return questionedAt(view, entry, exits);
    };
    expect(instants({ facts })).toEqual([NOW]);
    expect(instants({})).toEqual([ago(60_000)]);
    const lost = { orders: [filledEntry(), exitWith({ status: "abandoned" })] };
    expect(instants({ ...lost, facts: [movedTo("abandoned", "accepted")] })).toEqual([NOW]);
    expect(instants(lost)).toEqual([ago(60_000)]);
    const othersGone = new Map([["SBIN sell", ago(5)]]);
    expect(instants({ facts, memory: { othersGone } })).toEqual([NOW, ago(5)]);
    expect(instants({ ...held, memory: { othersGone } })).toEqual([]);
  });
});
