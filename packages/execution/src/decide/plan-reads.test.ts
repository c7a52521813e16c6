import type { LedgerFact } from "@vriddhi/core/ledger/ledger-event";
import { paise } from "@vriddhi/core/shared/money";
import { later } from "@vriddhi/core/time/clock";
import { describe, expect, it } from "vitest";
import { BUCKETS, bucketOf } from "../ports/ownership.ts";
import {
  earliest,
  isActive,
  isOnlySending,
  planBook,
  planFills,
  planLook,
  proofFrom,
  type ReadTimes,
  unsentEntries,
} from "./plan-reads.ts";
import {
  ACCOUNT,
  ago,
  BAND,
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

const LAST = ago(100);
const times: ReadTimes = { isDirty: false, hasOrderUpdates: true, bookAt: LAST, lookAt: LAST, fillsAt: null };
const seen = { restingShapes: new Map([[EXIT, resting]]) };
const held: ViewFacts = { orders: [filledEntry(), exitWith()], memory: seen };
const book = (facts: ViewFacts, change: Partial<ReadTimes> = {}) => planBook(viewOf(facts), { ...times, ...change });
const look = (facts: ViewFacts, change: Partial<ReadTimes> = {}) => planLook(viewOf(facts), { ...times, ...change });
const handedOver: LedgerFact = { kind: "position_handed_over", positionId: POSITION, quantity: 10 };
const done = exitWith({ status: "filled", filled: 10, isFinalInBook: true });

describe("an account's activity", () => {
  it("lasts while an order is working or a position is open", () => {
    const isSo = (facts: ViewFacts) => isActive(viewOf(facts).book);
    expect([isSo({}), isSo(held), isSo({ orders: [filledEntry()] }), isSo({ orders: [entryWith()] })]).toEqual([
      false,
      true,
      true,
      true,
    ]);
    expect(isSo({ orders: [filledEntry(), done] })).toBe(false);
    expect(isSo({ orders: [filledEntry()], facts: [handedOver] })).toBe(false);
  });

  it("counts an entry as unsent only when that is proved", () => {
    const of = (state: Parameters<typeof entryWith>[0]) => unsentEntries(viewOf({ orders: [entryWith(state)] }).book);
    expect(of({ isProvedUnsent: true })).toHaveLength(1);
    expect([...of({}), ...of({ status: "ready", isProvedUnsent: true })]).toEqual([]);
  });

  it("is only sending while every working order is about to be sent or in flight", () => {
    const isSo = (facts: ViewFacts) => isOnlySending(viewOf(facts).book, viewOf(facts).memory);
    const orders = [entryWith(), exitWith({ status: "cancelled" })];
    expect(isSo({ orders })).toBe(false);
    expect(isSo({ orders, memory: { mayGo: new Set([ENTRY]) } })).toBe(true);
    expect(isSo({ orders, memory: { inFlight: new Set([ENTRY]) } })).toBe(true);
    expect(isSo({ orders: [filledEntry()] })).toBe(false);
  });
});

describe("the earliest of several instants", () => {
  it("ignores missing and later instants", () => {
    expect(earliest([null, later(NOW, 2), later(NOW, 1), null, later(NOW, 3)])).toBe(later(NOW, 1));
    expect([earliest([]), earliest([null])]).toEqual([null, null]);
  });
});

describe("the first book of a process", () => {
  const first = { bookAt: null };
  it("is read at once when an order may trade or a position may change", () => {
    expect(book({}, { ...first, isDirty: true })).toBeNull();
    expect(book(held, first)).toBe(NOW);
    expect(book({ orders: [entryWith()] }, first)).toBe(NOW);
  });

  it("waits for the answer of a call in flight", () => {
    const memory = { inFlight: new Set([ENTRY]) };
    const orders = [entryWith({}, { plannedAt: ago(300) })];
    expect(book({ orders, memory }, first)).toBe(later(NOW, 700));
    expect(book({ orders, memory }, { ...first, isDirty: true })).toBe(NOW);
    expect(book({ orders: [entryWith({ claimedAt: ago(200) })], memory }, first)).toBe(later(NOW, 800));
  });
});

describe("the next book", () => {
  const second = later(LAST, 1_000);

  it("is not due for orders that have ended or were never sent", () => {
    expect(book({ orders: [filledEntry(), done] })).toBeNull();
    expect(book({ orders: [entryWith({ status: "ready" })] })).toBeNull();
    expect(book({ orders: [entryWith()] })).toBeNull();
  });

  it("is read every second while something should trade", () => {
    const accepted = { status: "accepted" } as const;
    expect(book({ orders: [entryWith(accepted)] })).toBe(second);
    expect(book({ ...held, memory: {} })).toBe(second);
    const limit = exitWith({}, { pricing: { kind: "limit", limit: paise(98_000) } });
    expect(book({ ...held, orders: [filledEntry(), limit] })).toBe(second);
    expect(book({ ...held, memory: { restingShapes: new Map([[EXIT, { ...resting, isTriggered: true }]]) } })).toBe(
      second,
    );
  });

  it("is read rarely while a stop rests, and more often without order updates", () => {
    expect(book(held)).toBe(later(LAST, 10_000));
    expect(book(held, { hasOrderUpdates: false })).toBe(later(LAST, 1_400));
  });

  it("is read every second when the exchange may have triggered or cancelled the stop", () => {
    for (const last of [99_000, 98_500]) expect(book({ ...held, quotes: [quote({ last: paise(last) })] })).toBe(second);
    expect(book({ ...held, quotes: [quote({ last: paise(99_005) })] })).toBe(later(LAST, 10_000));
    for (const lower of [99_001, 96_031])
      expect(book({ ...held, band: { ...BAND, lower: paise(lower) } })).toBe(second);
    expect(book({ ...held, band: { ...BAND, lower: paise(96_030), upper: paise(99_000) } })).toBe(later(LAST, 10_000));
    expect(book({ ...held, band: { ...BAND, upper: paise(98_999) } })).toBe(second);
    for (const facts of [{ band: null }, { quotes: [] }]) expect(book({ ...held, ...facts })).toBe(later(LAST, 10_000));
  });

  it("follows rising prices for the stop of a short", () => {
    const orders = [
      filledEntry({ side: "sell" }),
      exitWith({}, { side: "buy", pricing: { kind: "stop_limit", trigger: paise(101_000), limit: paise(104_030) } }),
    ];
    const at = (last: number) => book({ ...held, orders, quotes: [quote({ last: paise(last) })] });
    expect([at(101_000), at(101_500), at(100_995)]).toEqual([second, second, later(LAST, 10_000)]);
  });

  it("is read one second after a change was sent or acknowledged", () => {
    const modify = commandOf({ kind: "modify", sentAt: ago(50) });
    expect(book({ ...held, commands: [modify] })).toBe(second);
    const inFlight = { ...seen, commandsInFlight: new Set([`${EXIT} 1`]) };
    expect(book({ ...held, commands: [modify], memory: inFlight })).toBe(later(NOW, 950));
    expect(book({ ...held, commands: [commandOf({ kind: "modify" })], memory: inFlight })).toBe(second);
    expect(book({ ...held, commands: [commandOf({ sentAt: ago(50) })], memory: inFlight })).toBe(second);
  });

  it("is read to find a lost, abandoned or late-acknowledged order", () => {
    expect(book({ orders: [entryWith({ status: "unknown" })] })).toBe(later(LAST, 2_000));
    expect(book({ orders: [entryWith({ status: "abandoned" })] })).toBe(later(LAST, 30_000));
    expect(book({ orders: [entryWith({}, { plannedAt: ago(50) })], memory: { inFlight: new Set([ENTRY]) } })).toBe(
      later(NOW, 950),
    );
  });

  it("is read as soon as possible after any message, or after a loss that the last book predates", () => {
    expect(book(held, { isDirty: true })).toBe(later(LAST, 200));
    expect(book(held, { isDirty: true, bookAt: ago(500) })).toBe(NOW);
    expect(book({ ...held, memory: { ...seen, lossSince: ago(99) } })).toBe(later(LAST, 200));
    expect(book({ ...held, memory: { ...seen, lossSince: LAST } })).toBe(later(LAST, 10_000));
    expect(book({ ...held, isStopping: true, memory: { ...seen, lossSince: NOW } })).toBe(later(LAST, 10_000));
  });
});

describe("the next comparison of book and position", () => {
  const spread = Math.floor((30_000 * bucketOf(ACCOUNT)) / BUCKETS);

  it("is not needed while nothing is open", () => {
    expect(look({ orders: [filledEntry(), done] })).toBeNull();
  });

  it("is made within a minute, and at once for a position that another process opened", () => {
    const first = { lookAt: null };
    expect(look(held, first)).toBe(later(NOW, 20_000 + spread));
    expect(look({ ...held, memory: { ...seen, since: ago(9_999) } }, first)).toBe(NOW);
    expect(look({ ...held, memory: { ...seen, since: ago(10_000) } }, first)).toBe(later(NOW, 20_000 + spread));
  });

  it("is made every minute, and sooner while an exit is given up", () => {
    expect(look(held)).toBe(later(LAST, 60_000));
    const lastLook = { at: NOW, nets: new Map([["SBIN", 10]]), traded: 10 };
    const lost = { orders: [filledEntry(), exitWith({ status: "abandoned" })] };
    expect(look({ ...lost, memory: { lastLook } })).toBe(later(LAST, 2_000));
  });

  it("is made at once when an exit was cancelled from outside or given up since the last comparison", () => {
    const gone: LedgerFact = {
      kind: "order_moved",
      tag: EXIT,
      n: 1,
      from: "accepted",
      to: "cancelled",
      reason: "ended_by_broker",
    };
    const taken = { orders: [filledEntry(), exitWith({ status: "cancelled", isFinalInBook: true })], facts: [gone] };
    expect(look(taken)).toBe(NOW);
    expect(look(taken, { lookAt: null })).toBe(NOW);
    const outdated = { lastLook: { at: NOW, nets: new Map(), traded: 9 } };
    expect(look({ ...taken, memory: outdated }, { lookAt: NOW })).toBe(later(NOW, 1_000));
    const shown = { lastLook: { at: NOW, nets: new Map([["SBIN", 10]]), traded: 10 } };
    expect(look({ ...taken, memory: shown }, { lookAt: NOW })).toBe(later(NOW, 60_000));
    expect(look({ ...taken, commands: [commandOf({}, "done")] })).toBe(later(LAST, 60_000));
  });

  it("that serves as a proof waits long enough after the previous one", () => {
    const sound = { startedAt: ago(500), isComplete: true, bookBefore: "a", bookAfter: "a", ours: 10, net: 0 };
    const doubts = new Map([[ISIN, sound]]);
    expect(proofFrom(viewOf({ memory: { doubts } }))).toBe(later(NOW, 2_500));
    expect(proofFrom(viewOf())).toBeNull();
    const unsound = new Map([...doubts, ["other", { ...sound, isComplete: false }]]);
    expect(proofFrom(viewOf({ memory: { doubts: unsound } }))).toBeNull();
    expect(look({ ...held, memory: { ...seen, doubts } })).toBe(later(NOW, 2_500));
    expect(look({ ...held, memory: { ...seen, doubts: unsound } })).toBe(later(LAST, 1_000));
  });
});

describe("the next read of fills", () => {
  const shown: LedgerFact = {
    kind: "fill_seen",
    tag: ENTRY,
    positionId: POSITION,
    isin: ISIN,
    leg: "entry",
    side: "buy",
    quantity: 10,
    averagePrice: paise(100_000),
  };
  const spread = Math.floor((5_000 * bucketOf(ACCOUNT)) / BUCKETS);
  const fills = (facts: ViewFacts, fillsAt: ReadTimes["fillsAt"] = null) =>
    planFills(viewOf(facts), { ...times, fillsAt });

  it("is needed while only the average price of a fill is known", () => {
    expect(fills({ orders: [filledEntry()] })).toBeNull();
    expect(fills({ orders: [filledEntry()], facts: [shown] })).toBe(later(NOW, -7_500 + spread));
    const state = { ...filledEntry().state, filledSeenAt: ago(1_000) };
    expect(fills({ orders: [filledEntry({ state })], facts: [shown] })).toBe(later(NOW, 1_500 + spread));
    const { averagePrice: price, ...rest } = shown;
    const exact: LedgerFact = { ...rest, kind: "fill", fillId: "1", price };
    expect(fills({ orders: [filledEntry()], facts: [shown, exact] })).toBeNull();
  });

  it("is repeated every five seconds", () => {
    expect(fills({ orders: [filledEntry()], facts: [shown] }, NOW)).toBe(later(NOW, 5_000));
  });
});
