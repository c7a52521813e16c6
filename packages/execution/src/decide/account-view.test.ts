import { EXIT_SETTINGS } from "@vriddhi/core/exit/exit-model";
import type { BlockCause } from "@vriddhi/core/ledger/ledger-event";
import { FEED_SILENT_MS } from "@vriddhi/core/risk/price-watch";
import { paise } from "@vriddhi/core/shared/money";
import { epochMs, later } from "@vriddhi/core/time/clock";
import { describe, expect, it } from "vitest";
import type { Block } from "../ports/order-store.ts";
import {
  areEntriesStopped,
  exitSettingsOf,
  feedSilentMs,
  isDailyStopHit,
  isFresh,
  marketOf,
  stopOf,
  trustedLeavingPrice,
} from "./account-view.ts";
import {
  ACCOUNT,
  ago,
  BAND,
  entryWith,
  exitWith,
  filledEntry,
  NOW,
  POSITION,
  quote,
  type ViewFacts,
  viewOf,
} from "./view-fixture.ts";

const blockOf = (cause: BlockCause, closesPositions = true): Block => ({
  accountId: ACCOUNT,
  cause,
  epoch: 1,
  setAt: NOW,
  closesPositions,
});
const stopHit = { kind: "daily_stop_hit", result: paise(-1), limit: paise(1) } as const;

describe("blocked entries of an account", () => {
  it("do not leave during a block, after the daily stop or outside entry hours", () => {
    expect(areEntriesStopped(viewOf())).toBe(false);
    expect(areEntriesStopped(viewOf({ blocks: [blockOf("page_absent", false)] }))).toBe(true);
    expect(areEntriesStopped(viewOf({ facts: [stopHit] }))).toBe(true);
    expect(areEntriesStopped(viewOf({ isStopping: true }))).toBe(true);
    for (const phase of ["before_open", "no_entries", "closing"] as const)
      expect(areEntriesStopped(viewOf({ phase }))).toBe(true);
  });

  it("do not leave once the daily stop is written or is being written", () => {
    const { book } = viewOf();
    expect([isDailyStopHit({ book }), isDailyStopHit({ book, isStopping: true })]).toEqual([false, true]);
    expect(isDailyStopHit({ book: viewOf({ facts: [stopHit] }).book })).toBe(true);
  });
});

describe("exit settings", () => {
  it("follow the broker's capabilities and its limit of modifications per order", () => {
    const of = (facts: ViewFacts) => exitSettingsOf(viewOf(facts));
    expect(of({ stopBecomesLimit: false })).toEqual({ ...EXIT_SETTINGS, stopBecomesLimit: false });
    expect(of({ modificationsMax: 7 }).modificationsMax).toBe(7);
    expect(of({ modificationsMax: 99 }).modificationsMax).toBe(EXIT_SETTINGS.modificationsMax);
  });
});

describe("how long a feed has been silent", () => {
  const silentMs = (facts: ViewFacts) => feedSilentMs(viewOf(facts), filledEntry());

  it("counts from the last price of any source", () => {
    expect(silentMs({ quotes: [quote({ receivedAt: ago(3_000) }), quote({ receivedAt: ago(2_000) })] })).toBe(2_000);
  });

  it("begins with the entry, with this process and with the end of a pause", () => {
    expect(silentMs({ quotes: [] })).toBe(10_000);
    expect(feedSilentMs(viewOf({ quotes: [] }), filledEntry({ plannedAt: ago(90_000) }))).toBe(60_000);
    expect(silentMs({ quotes: [], attendedSince: ago(4_000) })).toBe(4_000);
    const watched = { sinceMs: (since: number) => NOW - since, awakeSince: () => ago(1_500) };
    expect(silentMs({ quotes: [], watched, attendedSince: ago(4_000) })).toBe(1_500);
  });
});

describe("the stop of a position", () => {
  const operator = { authority: "operator", stop: paise(98_000), target: null, validUntil: NOW } as const;
  it("stays at a strategy's price", () => {
    expect(stopOf(viewOf(), filledEntry())).toBe(99_000);
    expect(stopOf(viewOf(), exitWith({}, { pricing: { kind: "limit", limit: paise(98_500) } }))).toBe(98_500);
  });

  it("of an operator lies one percent behind the real fill, within the band", () => {
    expect(stopOf(viewOf(), filledEntry({ entry: operator }))).toBe(99_000);
    expect(stopOf(viewOf({ band: null }), filledEntry({ entry: operator }))).toBe(99_000);
    const narrow = { ...BAND, lower: paise(99_500) };
    expect(stopOf(viewOf({ band: narrow }), filledEntry({ entry: operator }))).toBe(99_500);
    expect(stopOf(viewOf(), entryWith({}, { entry: operator }))).toBe(98_000);
  });
});

describe("a price", () => {
  it("is fresh for five seconds", () => {
    expect(isFresh(quote({ receivedAt: ago(FEED_SILENT_MS - 1) }), NOW)).toBe(true);
    expect(isFresh(quote({ receivedAt: ago(FEED_SILENT_MS) }), NOW)).toBe(false);
  });

  it("for an exit is the bid of a long and the ask of a short, else the last price", () => {
    const leaving = (side: "buy" | "sell", facts: ViewFacts = {}) =>
      trustedLeavingPrice(viewOf(facts), filledEntry({ side }));
    expect(leaving("buy")).toBe(99_995);
    expect(leaving("sell")).toBe(100_005);
    const bare = { quotes: [quote({ bid: null, ask: null, last: paise(99_900) })] };
    expect([leaving("buy", bare), leaving("sell", bare)]).toEqual([99_900, 99_900]);
    expect(leaving("buy", { quotes: [quote({ receivedAt: ago(FEED_SILENT_MS) })] })).toBeNull();
    expect(leaving("buy", { quotes: [] })).toBeNull();
  });

  it("is the newest of several sources", () => {
    const quotes = [
      quote({ receivedAt: ago(10) }),
      quote({ source: "other", bid: paise(99_900), receivedAt: ago(20) }),
    ];
    for (const list of [quotes, quotes.toReversed()])
      expect(trustedLeavingPrice(viewOf({ quotes: list }), filledEntry())).toBe(99_995);
  });

  it("that jumps from the fill, or from the entry's limit before it, is not trusted alone", () => {
    const jumped = { quotes: [quote({ bid: paise(98_990) })] };
    expect(trustedLeavingPrice(viewOf(jumped), filledEntry())).toBeNull();
    expect(trustedLeavingPrice(viewOf({ quotes: [quote({ bid: paise(99_496) })] }), entryWith())).toBe(99_496);
    expect(trustedLeavingPrice(viewOf({ quotes: [quote({ bid: paise(99_494) })] }), entryWith())).toBeNull();
  });

  it("is kept in memory", () => {
    const view = viewOf();
    trustedLeavingPrice(view, filledEntry());
    expect(view.memory.watches.get(POSITION)).toEqual({ trusted: 99_995, receivedAt: ago(100), doubted: null });
  });
});

describe("the market of a position", () => {
  const market = (facts: ViewFacts = {}, side: "buy" | "sell" = "buy") =>
    marketOf(viewOf(facts), filledEntry({ side }));
  const nothing = { bid: null, ask: null, last: null };

  it("is the last quote of the share", () => {
    expect(market()).toEqual({ bid: 99_995, ask: 100_005, last: 100_000, band: BAND, isStale: false });
    expect(market({ quotes: [quote({ receivedAt: ago(FEED_SILENT_MS) })] })).toMatchObject({
      bid: 99_995,
      isStale: true,
    });
  });

  it("is unknown without a price", () => {
    expect(market({ quotes: [] })).toEqual({ ...nothing, band: BAND, isStale: true });
  });

  it("takes the first fresh source, else the newest quote", () => {
    const stale = quote({ source: "a", last: paise(100_100), receivedAt: ago(9_000) });
    const fresh = quote({ source: "b", last: paise(100_200), receivedAt: ago(900) });
    const newer = quote({ source: "c", last: paise(100_300), receivedAt: ago(90) });
    expect(market({ quotes: [stale, fresh, newer] }).last).toBe(100_200);
    const later = quote({ source: "d", last: paise(100_400), receivedAt: ago(8_000) });
    expect(market({ quotes: [stale, later] }).last).toBe(100_400);
    expect(market({ quotes: [later, stale] }).last).toBe(100_400);
  });

  it("has the narrowest price band around the fill when the share's band is unknown", () => {
    expect(market({ band: null }).band).toEqual({ lower: 95_000, upper: 105_000, tick: 5 });
  });

  it("keeps the trusted price for a side whose quote is in doubt", () => {
    const bid = paise(98_900);
    expect(market({ quotes: [quote({ bid })] })).toEqual({
      ...nothing,
      ask: 100_005,
      band: BAND,
      isStale: false,
    });
    const ask = paise(101_100);
    expect(market({ quotes: [quote({ ask })] }, "sell")).toMatchObject({ bid: 99_995, ask: null, last: null });
    const watch = { trusted: paise(100_000), receivedAt: epochMs(later(NOW, -500)), doubted: null };
    const memory = () => ({ watches: new Map([[POSITION, watch]]) });
    expect(market({ quotes: [quote({ bid })], memory: memory() })).toMatchObject({ bid: 100_000, last: 100_000 });
    expect(market({ quotes: [quote({ ask })], memory: memory() }, "sell")).toMatchObject({ ask: 100_000 });
  });
});
