import { describe, expect, it } from "vitest";
import { paise } from "../shared/money.ts";
import { epochMs, later } from "../time/clock.ts";
import { openQuantity, trackCover, workingQuantity } from "./exit-facts.ts";
import {
  after,
  calm,
  cannotBecomeLimit,
  crashed,
  ended,
  inPhase,
  limitExit,
  longOfTen,
  NOW,
  planWith,
  restingStop,
  shortOfTen,
  testTag,
  waits,
  withState,
} from "./exit-fixture.ts";
import {
  EXIT_SETTINGS,
  type ExitMarket,
  type ExitNow,
  type ExitOrder,
  type ExitPosition,
  type ExitSettings,
} from "./exit-model.ts";

describe("a fill without an exit", () => {
  it("is protected by a stop whose limit lies 3 % behind its trigger", () => {
    expect(planWith({})).toEqual({
      kind: "place",
      n: 0,
      side: "sell",
      quantity: 10,
      pricing: { kind: "stop_limit", trigger: 99_000, limit: 96_030 },
      cause: "protect",
    });
    expect(planWith({ position: shortOfTen })).toMatchObject({
      side: "buy",
      pricing: { kind: "stop_limit", trigger: 101_000, limit: 104_030 },
    });
  });

  it("keeps the stop inside the band and the price protection", () => {
    const narrow: ExitMarket = { ...calm, band: { ...calm.band, lower: paise(98_001) } };
    expect(planWith({ market: narrow })).toMatchObject({ pricing: { trigger: 99_000, limit: 98_005 } });
    const tight: ExitSettings = { ...EXIT_SETTINGS, priceProtectionBasisPoints: 100 };
    expect(planWith({ settings: tight })).toMatchObject({ pricing: { trigger: 99_000, limit: 98_010 } });
    const above: ExitMarket = { ...calm, band: { ...calm.band, lower: paise(99_501) } };
    expect(planWith({ market: above })).toMatchObject({ pricing: { trigger: 99_505, limit: 99_505 } });
  });

  it("is closed at once when the price has passed the stop", () => {
    expect(planWith({ market: { ...calm, bid: paise(98_990) } })).toMatchObject({
      pricing: { kind: "limit", limit: 98_000 },
      cause: "stop_passed",
    });
    const risen: ExitMarket = { ...calm, ask: paise(101_500), last: paise(101_500) };
    expect(planWith({ position: shortOfTen, market: risen })).toMatchObject({
      pricing: { kind: "limit", limit: 102_515 },
      cause: "stop_passed",
    });
  });

  it("is closed at once when the price equals the stop", () => {
    expect(planWith({ market: { ...calm, last: paise(99_000) } })).toMatchObject({ cause: "stop_passed" });
    expect(planWith({ market: { ...calm, last: paise(99_005) } })).toMatchObject({ cause: "protect" });
    const atStop: ExitMarket = { ...calm, last: paise(101_000) };
    expect(planWith({ position: shortOfTen, market: atStop })).toMatchObject({ cause: "stop_passed" });
    const below: ExitMarket = { ...calm, last: paise(100_995) };
    expect(planWith({ position: shortOfTen, market: below })).toMatchObject({ cause: "protect" });
  });

  it("is closed by a marketable limit after 2 seconds", () => {
    const naked: ExitPosition = { ...longOfTen, uncoveredSince: NOW };
    expect(planWith({ position: naked, now: after(1_999) })).toMatchObject({ cause: "protect" });
    expect(planWith({ position: naked, now: after(2_000) })).toMatchObject({
      kind: "place",
      pricing: { kind: "limit", limit: 98_995 },
      cause: "naked",
    });
  });

  it.each(["rejected", "cancelled", "expired"] as const)("is closed at once when its stop was %s", (status) => {
    const refused = ended(restingStop, { status, filled: 0 });
    expect(planWith({ orders: [refused] })).toMatchObject({ kind: "place", n: 1, quantity: 10, cause: "naked" });
    const partly = ended(restingStop, { status, filled: 4 });
    expect(planWith({ orders: [partly] })).toMatchObject({ kind: "place", quantity: 6, cause: "naked" });
  });

  it("keeps the reason for which its stop was cancelled, although the price has left the target again", () => {
    const begun: ExitPosition = { ...longOfTen, begunClose: "target" };
    const ours = ended(restingStop, { status: "cancelled" });
    const goesOn = { kind: "place", pricing: { kind: "limit" }, cause: "target" };
    expect(planWith({ position: begun, orders: [ours] })).toMatchObject(goesOn);
    for (const taken of [{ ...ours, isEndedByOthers: true }, ended(restingStop, { status: "rejected" })])
      expect(planWith({ position: begun, orders: [taken] })).toMatchObject({ kind: "place", cause: "naked" });
  });

  it("gets a new stop when its unsent stop was withdrawn", () => {
    const withdrawn = ended(restingStop, { status: "cancelled", reason: "nothing_left" });
    expect(planWith({ orders: [withdrawn] })).toMatchObject({ n: 1, cause: "protect" });
  });

  it("waits for book and position after an exit was abandoned", () => {
    const lost = withState(restingStop, { status: "abandoned" });
    expect(planWith({ orders: [lost], position: { ...longOfTen, isConfirmed: false } })).toEqual(waits);
    expect(planWith({ orders: [lost] })).toMatchObject({ kind: "place", n: 1, cause: "naked" });
  });

  it("raises an alert after three refusals and then retries every 5 seconds", () => {
    const refused = ended(restingStop, { status: "rejected" });
    expect(planWith({ orders: [refused, refused] })).toEqual({ kind: "wait", until: later(NOW, 5_000) });
    expect(planWith({ orders: [refused, refused], now: after(5_000) })).toMatchObject({ kind: "place", n: 2 });
    const three = [refused, refused, refused];
    expect(planWith({ orders: three })).toEqual({ kind: "alert", tag: null, reason: "refused_repeatedly" });
    const stuck: ExitPosition = { ...longOfTen, stuck: "refused_repeatedly" };
    expect(planWith({ orders: three, position: stuck })).toEqual({ kind: "wait", until: later(NOW, 5_000) });
    expect(planWith({ orders: three, position: stuck, now: after(5_000) })).toMatchObject({ kind: "place", n: 3 });
  });

  it("does not wait after its first refusal, although an earlier exit was abandoned", () => {
    const lost = withState(restingStop, { status: "abandoned" });
    const refused = ended(restingStop, { status: "rejected" });
    expect(planWith({ orders: [lost, refused] })).toMatchObject({ kind: "place", n: 2, cause: "naked" });
    expect(planWith({ orders: [lost, refused, refused], now: after(0) })).toMatchObject({ kind: "alert" });
  });

  it("is retried every 15 seconds after a minute of refusals", () => {
    const refused = ended(restingStop, { status: "rejected" });
    const stuck: ExitPosition = { ...longOfTen, stuck: "refused_repeatedly" };
    const eleven = Array.from({ length: 11 }, () => refused);
    expect(planWith({ orders: eleven, position: stuck, now: after(5_000) })).toMatchObject({ kind: "place", n: 11 });
    const twelve = [...eleven, refused];
    const until = later(NOW, 15_000);
    expect(planWith({ orders: twelve, position: stuck, now: after(14_999) })).toEqual({ kind: "wait", until });
    expect(planWith({ orders: twelve, position: stuck, now: after(15_000) })).toMatchObject({ kind: "place", n: 12 });
  });

  it("is sold at the edge of the band when no price is known", () => {
    const blind: ExitMarket = { ...calm, bid: null, ask: null, last: null, isStale: true };
    const position: ExitPosition = { ...longOfTen, orderedClose: "feed_silent" };
    expect(planWith({ position, market: blind })).toMatchObject({ pricing: { kind: "limit", limit: 90_000 } });
    const stale: ExitMarket = { ...calm, isStale: true };
    expect(planWith({ position, market: stale })).toMatchObject({ pricing: { kind: "limit", limit: 96_995 } });
  });
});

describe("an exit that is not sent yet", () => {
  const ready = withState(restingStop, { status: "ready", orderId: null });
  it("is sent", () => {
    expect(planWith({ orders: [ready] })).toEqual(waits);
  });

  it("is withdrawn when it is too big, of the wrong kind or too late", () => {
    const takenBack = { kind: "withdraw", tag: ready.tag };
    expect(planWith({ orders: [ready], position: { ...longOfTen, closedOutside: 1 } })).toEqual(takenBack);
    expect(planWith({ orders: [ready], position: { ...longOfTen, closedOutside: 10 } })).toEqual(takenBack);
    expect(planWith({ orders: [ready], now: inPhase("closing") })).toEqual(takenBack);
    expect(planWith({ orders: [ready], now: inPhase("hands_off") })).toEqual(takenBack);
    for (const state of [{ status: "planned" }, { status: "sending", isProvedUnsent: true }] as const)
      expect(planWith({ orders: [withState(restingStop, state)], now: inPhase("closing") })).toEqual(takenBack);
    expect(planWith({ orders: [withState(restingStop, { status: "sending" })], now: inPhase("closing") })).toEqual(
      waits,
    );
  });
});

describe("two exits", () => {
  const late = { ...withState(restingStop, { wasGivenUp: true }), tag: testTag(1) };
  it("become one: the late one is cancelled", () => {
    expect(planWith({ orders: [late, restingStop] })).toEqual({ kind: "cancel", tag: late.tag, cause: "one_exit" });
    expect(planWith({ orders: [{ ...late, isCommandPending: true }, restingStop] })).toEqual(waits);
  });

  it("become one: the unsent one is withdrawn", () => {
    const ready = { ...withState(restingStop, { status: "ready" }), tag: testTag(1) };
    expect(planWith({ orders: [late, ready] })).toEqual({ kind: "withdraw", tag: ready.tag });
  });

  it("wait for each other while one is unknown", () => {
    const unknown = { ...withState(restingStop, { status: "unknown" }), tag: testTag(1) };
    expect(planWith({ orders: [restingStop, unknown] })).toEqual(waits);
  });
});

describe("the end of the day", () => {
  it("raises an alert when the position is not flat by 15:10", () => {
    expect(planWith({ orders: [limitExit], now: inPhase("late") })).toEqual({
      kind: "alert",
      tag: limitExit.tag,
      reason: "not_flat_in_time",
    });
    expect(planWith({ now: inPhase("late") })).toEqual({ kind: "alert", tag: null, reason: "not_flat_in_time" });
    expect(planWith({ now: inPhase("late"), position: { ...longOfTen, stuck: "not_flat_in_time" } })).toMatchObject({
      kind: "place",
      cause: "square_off",
    });
  });

  it("allows only modifications in the minute before the broker's own square-off", () => {
    const now: ExitNow = { human: later(NOW, 5_000), phase: "hands_off" };
    expect(planWith({ now })).toEqual({ kind: "hand_over", tag: null });
    expect(planWith({ orders: [restingStop], now })).toMatchObject({ kind: "modify", cause: "square_off" });
    expect(planWith({ orders: [limitExit], market: crashed, now })).toMatchObject({ kind: "modify", cause: "reprice" });
    expect(planWith({ orders: [restingStop], now, settings: cannotBecomeLimit })).toEqual(waits);
    const tired: ExitOrder = { ...limitExit, modifications: 20 };
    expect(planWith({ orders: [tired], market: crashed, now })).toEqual(waits);
  });

  it("hands over open positions at the broker's square-off, once", () => {
    const now = inPhase("handed_over");
    expect(planWith({ orders: [limitExit], now })).toEqual({ kind: "hand_over", tag: limitExit.tag });
    expect(planWith({ now, position: { ...longOfTen, isHandedOver: true } })).toBeNull();
    expect(planWith({ now, position: { ...longOfTen, closedOutside: 10 } })).toBeNull();
  });
});

describe("an oversold position", () => {
  it("raises one alert, after every working order was cancelled", () => {
    const both = ended(restingStop, { status: "filled", filled: 10 });
    const more = { ...ended(restingStop, { status: "filled", filled: 10 }), tag: testTag(1) };
    const working = { ...restingStop, tag: testTag(2) };
    expect(planWith({ orders: [both, more, working] })).toMatchObject({ kind: "cancel", tag: working.tag });
    expect(planWith({ orders: [both, more] })).toEqual({ kind: "alert", tag: null, reason: "oversold" });
    expect(planWith({ orders: [both, more], position: { ...longOfTen, stuck: "oversold" } })).toBeNull();
  });

  it("includes the quantity closed from outside", () => {
    const seven = ended(restingStop, { status: "filled", filled: 7, quantity: 7 });
    const closedBy = (closedOutside: number) =>
      planWith({ orders: [seven], position: { ...longOfTen, closedOutside } });
    expect(closedBy(4)).toEqual({ kind: "alert", tag: null, reason: "oversold" });
    expect(closedBy(3)).toBeNull();
  });
});

describe("open and covered quantity", () => {
  it("is never below zero", () => {
    expect(openQuantity({ ...longOfTen, closedOutside: 12 }, [])).toBe(0);
    expect(openQuantity(longOfTen, [withState(restingStop, { filled: 4 })])).toBe(6);
  });

  it("counts accepted exits only", () => {
    const sending = withState(restingStop, { status: "sending" });
    expect(workingQuantity([restingStop, sending])).toBe(10);
    expect(trackCover(null, longOfTen, [sending], NOW)).toBe(NOW);
    expect(trackCover(epochMs(5), longOfTen, [], NOW)).toBe(5);
    expect(trackCover(epochMs(5), longOfTen, [restingStop], NOW)).toBeNull();
  });
});
