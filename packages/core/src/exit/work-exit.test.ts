import { describe, expect, it } from "vitest";
import { paise } from "../shared/money.ts";
import { later } from "../time/clock.ts";
import {
  after,
  calm,
  cannotBecomeLimit,
  crashed,
  ended,
  inPhase,
  limitExit,
  locked,
  longOfTen,
  NOW,
  planWith,
  restingStop,
  shortOfTen,
  triggered,
  waits,
  withState,
} from "./exit-fixture.ts";
import type { ExitMarket, ExitOrder, ExitPosition } from "./exit-model.ts";

describe("a resting stop", () => {
  it("stays unchanged while it covers the open quantity", () => {
    expect(planWith({ orders: [restingStop] })).toEqual(waits);
  });

  it.each(["sending", "unknown"] as const)("waits while it is %s", (status) => {
    expect(planWith({ orders: [withState(restingStop, { status })], now: inPhase("closing") })).toEqual(waits);
  });

  it("waits while the book has not confirmed a command, and for a pause afterwards", () => {
    const position: ExitPosition = { ...longOfTen, orderedClose: "kill_switch" };
    expect(planWith({ position, orders: [{ ...restingStop, isCommandPending: true }] })).toEqual(waits);
    expect(planWith({ position, orders: [{ ...restingStop, lastCommandAt: NOW }], now: after(499) })).toEqual({
      kind: "wait",
      until: later(NOW, 500),
    });
  });

  it("follows the filled quantity when the entry is final", () => {
    const four = withState(restingStop, { quantity: 4 });
    expect(planWith({ orders: [four] })).toEqual({
      kind: "modify",
      tag: restingStop.tag,
      quantity: 10,
      pricing: restingStop.pricing,
      cause: "follow_fill",
    });
  });

  it("is raised once while the entry still fills, after 2 seconds", () => {
    const filling: ExitPosition = { ...longOfTen, isEntryFinal: false, uncoveredSince: NOW };
    const four = withState(restingStop, { quantity: 4 });
    expect(planWith({ position: filling, orders: [four] })).toEqual({ kind: "wait", until: later(NOW, 2_000) });
    expect(planWith({ position: filling, orders: [four], now: after(2_000) })).toMatchObject({
      kind: "modify",
      quantity: 10,
    });
    expect(planWith({ position: filling, orders: [{ ...four, quantityRises: 1 }], now: after(2_000) })).toEqual(waits);
  });

  it("shrinks at once when the user closed a part", () => {
    expect(planWith({ position: { ...longOfTen, closedOutside: 3 }, orders: [restingStop] })).toMatchObject({
      kind: "modify",
      quantity: 7,
      cause: "closed_outside",
    });
    const partly = withState(restingStop, { status: "partly_filled", filled: 2 });
    expect(planWith({ position: { ...longOfTen, closedOutside: 3 }, orders: [partly] })).toMatchObject({ quantity: 7 });
  });

  it("is cancelled, also late in the day, when it is too big and cannot be modified any more", () => {
    const position: ExitPosition = { ...longOfTen, closedOutside: 3 };
    const tired: ExitOrder = { ...restingStop, modifications: 20 };
    const cancelled = { kind: "cancel", tag: restingStop.tag, cause: "closed_outside" };
    expect(planWith({ position, orders: [tired] })).toEqual(cancelled);
    expect(planWith({ position, orders: [tired], now: inPhase("hands_off") })).toEqual(cancelled);
    const reached = { position, orders: [triggered], settings: cannotBecomeLimit };
    expect(planWith({ ...reached, now: inPhase("hands_off") })).toEqual(cancelled);
  });

  it("is cancelled when no quantity is open, and needs no step afterwards", () => {
    const position: ExitPosition = { ...longOfTen, closedOutside: 10 };
    expect(planWith({ position, orders: [restingStop] })).toMatchObject({ kind: "cancel", tag: restingStop.tag });
    expect(planWith({ position, orders: [{ ...restingStop, isCommandPending: true }] })).toEqual(waits);
    expect(planWith({ position, orders: [ended(restingStop, { status: "cancelled" })] })).toBeNull();
    expect(planWith({ orders: [ended(restingStop, { status: "filled", filled: 10 })] })).toBeNull();
  });

  it("becomes a marketable limit at the target", () => {
    const high: ExitMarket = { ...calm, bid: paise(102_000), last: paise(102_000) };
    expect(planWith({ orders: [restingStop], market: high })).toEqual({
      kind: "modify",
      tag: restingStop.tag,
      quantity: 10,
      pricing: { kind: "limit", limit: 100_980 },
      cause: "target",
    });
    expect(planWith({ orders: [restingStop], market: { ...high, isStale: true } })).toEqual(waits);
    expect(planWith({ orders: [restingStop], market: { ...high, bid: paise(101_995) } })).toEqual(waits);
    const low: ExitMarket = { ...calm, ask: paise(98_000) };
    const stopOfShort: ExitOrder = {
      ...restingStop,
      pricing: { kind: "stop_limit", trigger: paise(101_000), limit: paise(104_030) },
    };
    expect(planWith({ position: shortOfTen, orders: [stopOfShort], market: low })).toMatchObject({ cause: "target" });
  });

  it("is cancelled and then replaced where a stop cannot become a limit", () => {
    const orders = [restingStop];
    const now = inPhase("closing");
    expect(planWith({ orders, now, settings: cannotBecomeLimit })).toEqual({
      kind: "cancel",
      tag: restingStop.tag,
      cause: "square_off",
    });
    const cancelled = ended(restingStop, { status: "cancelled", filled: 3 });
    expect(planWith({ orders: [cancelled], now, settings: cannotBecomeLimit })).toMatchObject({
      kind: "place",
      n: 1,
      quantity: 7,
      pricing: { kind: "limit" },
    });
  });

  it.each(["daily_stop", "kill_switch", "run_stopped", "late_appearance", "feed_silent"] as const)(
    "is closed because of %s",
    (orderedClose) => {
      const action = planWith({ position: { ...longOfTen, orderedClose }, orders: [restingStop] });
      expect(action).toMatchObject({ kind: "modify", pricing: { kind: "limit" }, cause: orderedClose });
    },
  );

  it("stays during a silent feed when no single change can make it the closing order", () => {
    const position = { ...longOfTen, orderedClose: "feed_silent" } as const;
    expect(planWith({ position, orders: [restingStop], settings: cannotBecomeLimit })).toEqual(waits);
    expect(planWith({ position, orders: [{ ...restingStop, modifications: 20 }] })).toEqual(waits);
  });

  it("is closed from 15:00 on although a silent feed could not change its stop", () => {
    const position = { ...longOfTen, orderedClose: "feed_silent" } as const;
    const usedUp = { ...restingStop, modifications: 20 };
    expect(planWith({ position, orders: [usedUp], now: inPhase("closing") })).toEqual({
      kind: "cancel",
      tag: restingStop.tag,
      cause: "square_off",
    });
  });

  it("is closed from 15:00 on", () => {
    expect(planWith({ orders: [restingStop], now: inPhase("no_entries") })).toEqual(waits);
    expect(planWith({ orders: [restingStop], now: inPhase("closing") })).toMatchObject({
      kind: "modify",
      cause: "square_off",
    });
  });
});

describe("an exit that should have traded", () => {
  it("is repriced after 2 seconds, and a triggered stop is repriced as a limit", () => {
    expect(planWith({ orders: [triggered], market: crashed, now: after(1_999) })).toEqual({
      kind: "wait",
      until: later(NOW, 2_000),
    });
    expect(planWith({ orders: [triggered], market: crashed, now: after(2_000) })).toEqual({
      kind: "modify",
      tag: triggered.tag,
      quantity: 10,
      pricing: { kind: "limit", limit: 94_050 },
      cause: "reprice",
    });
    expect(
      planWith({ orders: [triggered], market: crashed, now: after(2_000), settings: cannotBecomeLimit }),
    ).toMatchObject({
      kind: "cancel",
      cause: "reprice",
    });
  });

  it("keeps its price when the market returns, because it fills at the best price anyway", () => {
    expect(planWith({ orders: [limitExit], now: after(2_000) })).toEqual({ kind: "wait", until: later(NOW, 4_000) });
  });

  it("is cancelled and replaced after 20 modifications", () => {
    const tired: ExitOrder = { ...limitExit, modifications: 20 };
    expect(planWith({ orders: [{ ...tired, modifications: 19 }], market: crashed, now: after(2_000) })).toMatchObject({
      kind: "modify",
    });
    expect(planWith({ orders: [tired], market: crashed, now: after(2_000) })).toMatchObject({ kind: "cancel" });
  });

  it("keeps the filled part in the requested quantity of a change", () => {
    const partly = withState(limitExit, { status: "partly_filled", filled: 6 });
    expect(planWith({ orders: [partly], market: crashed, now: after(2_000) })).toMatchObject({
      kind: "modify",
      quantity: 10,
    });
  });

  it("rests at the edge of the band when the stock is locked there, after one alert", () => {
    const atEdge: ExitOrder = { ...limitExit, pricing: { kind: "limit", limit: paise(90_000) } };
    expect(planWith({ orders: [limitExit], market: locked })).toMatchObject({
      kind: "modify",
      pricing: { kind: "limit", limit: 90_000 },
      cause: "circuit",
    });
    expect(planWith({ orders: [atEdge], market: locked })).toEqual({
      kind: "alert",
      tag: atEdge.tag,
      reason: "circuit",
    });
    const stuck = withState(atEdge, { status: "stuck" });
    expect(planWith({ orders: [stuck], market: locked, now: after(600_000) })).toEqual(waits);
    const movedDown: ExitMarket = { ...locked, band: { ...calm.band, lower: paise(85_000) } };
    expect(planWith({ orders: [stuck], market: movedDown, now: after(600_000) })).toMatchObject({
      kind: "modify",
      pricing: { kind: "limit", limit: 87_300 },
    });
  });

  it("does not rest at a circuit that only a silent feed showed", () => {
    const silent: ExitMarket = { ...locked, isStale: true };
    expect(planWith({ orders: [limitExit], market: silent, now: after(2_000) })).toMatchObject({
      kind: "modify",
      pricing: { kind: "limit", limit: 90_000 },
      cause: "reprice",
    });
    expect(planWith({ orders: [limitExit], market: { ...locked, last: null }, now: after(2_000) })).toMatchObject({
      cause: "reprice",
    });
  });

  it("is locked at the band's edge while the other side is at the edge too, and not while it is better", () => {
    const atEdge = (limit: number): ExitOrder => ({ ...limitExit, pricing: { kind: "limit", limit: paise(limit) } });
    const long = (bid: number) => planWith({ orders: [atEdge(90_000)], market: { ...locked, bid: paise(bid) } });
    expect(long(90_000)).toMatchObject({ kind: "alert", reason: "circuit" });
    expect(long(90_005)).toEqual({ kind: "wait", until: later(NOW, 2_000) });
    const upper: ExitMarket = { ...calm, last: paise(110_000), bid: paise(109_990) };
    const short = (ask: number) =>
      planWith({ position: shortOfTen, orders: [atEdge(110_000)], market: { ...upper, ask: paise(ask) } });
    expect(short(110_000)).toMatchObject({ kind: "alert", reason: "circuit" });
    expect(short(109_995)).toEqual({ kind: "wait", until: later(NOW, 2_000) });
  });

  it("of a short rests at the upper edge", () => {
    const upper: ExitMarket = { ...calm, ask: null, last: paise(110_000), bid: paise(110_000) };
    const buyBack: ExitOrder = { ...limitExit, pricing: { kind: "limit", limit: paise(110_000) } };
    expect(planWith({ position: shortOfTen, orders: [buyBack], market: upper })).toMatchObject({ reason: "circuit" });
  });

  it("is repriced every 5 seconds at most while it is stuck", () => {
    const stuck = withState(limitExit, { status: "stuck" });
    expect(planWith({ orders: [stuck], market: crashed, now: after(4_999) })).toEqual({
      kind: "wait",
      until: later(NOW, 5_000),
    });
    expect(planWith({ orders: [stuck], market: crashed, now: after(5_000) })).toMatchObject({ kind: "modify" });
  });
});

describe("a stuck exit", () => {
  const stuck = withState(limitExit, { status: "stuck", reason: "not_flat_in_time" });
  const far: ExitMarket = { ...calm, bid: paise(95_000), last: paise(95_000) };

  it("is retried every five seconds at most, also when the broker refused the last attempt", () => {
    const tried = { ...stuck, workingSince: later(NOW, -60_000), lastCommandAt: NOW };
    for (const ms of [500, 2_000, 4_999])
      expect(planWith({ orders: [tried], market: far, now: after(ms) })).toEqual({
        kind: "wait",
        until: later(NOW, 5_000),
      });
    expect(planWith({ orders: [tried], market: far, now: after(5_000) })).toMatchObject({ kind: "modify" });
  });

  it("is retried at the same pace after the position's alert, whichever exit works", () => {
    const position: ExitPosition = { ...longOfTen, stuck: "refused_repeatedly" };
    const order = { ...limitExit, workingSince: later(NOW, -60_000), lastCommandAt: NOW };
    expect(planWith({ position, orders: [order], market: far, now: after(4_999) })).toMatchObject({ kind: "wait" });
  });

  it("is reduced at once when less is open", () => {
    const position: ExitPosition = { ...longOfTen, closedOutside: 4 };
    const tried = { ...stuck, lastCommandAt: NOW };
    expect(planWith({ position, orders: [tried], now: after(500) })).toMatchObject({ kind: "modify", quantity: 6 });
  });
});

describe("an exit that was cancelled from outside", () => {
  const taken: ExitOrder = {
    ...ended(restingStop, { status: "cancelled", reason: "ended_by_broker", isFinalInBook: true }),
    isEndedByOthers: true,
  };

  it("is not replaced before the position was read again", () => {
    expect(planWith({ position: { ...longOfTen, isConfirmed: false }, orders: [taken] })).toEqual(waits);
    expect(planWith({ orders: [taken] })).toMatchObject({ kind: "place", quantity: 10, cause: "naked" });
  });

  it("is replaced only for the quantity that the position still shows, and not for zero", () => {
    expect(planWith({ position: { ...longOfTen, missing: 6 }, orders: [taken] })).toMatchObject({ quantity: 4 });
    expect(planWith({ position: { ...longOfTen, missing: 10 }, orders: [taken] })).toEqual(waits);
  });

  it("does not let another exit be raised before the position was read again", () => {
    const four = { ...withState(restingStop, { quantity: 4 }), tag: limitExit.tag };
    const orders = [taken, four];
    expect(planWith({ position: { ...longOfTen, isConfirmed: false }, orders })).toEqual(waits);
    expect(planWith({ orders })).toMatchObject({ kind: "modify", quantity: 10 });
    expect(planWith({ position: { ...longOfTen, missing: 6 }, orders })).toEqual(waits);
  });
});

describe("an exit that rested at the circuit until it was cancelled from outside", () => {
  it("is replaced at once despite the circuit alert: only a second one in a row waits", () => {
    const position: ExitPosition = { ...longOfTen, stuck: "circuit" };
    const taken = ended(limitExit, { status: "cancelled", reason: "ended_by_broker", isFinalInBook: true });
    const orders = [{ ...taken, isEndedByOthers: true }];
    expect(planWith({ position, orders, now: after(100) })).toMatchObject({ kind: "place", n: 1 });
    const twice = [...orders, ...orders];
    expect(planWith({ position, orders: twice, now: after(100) })).toEqual({ kind: "wait", until: later(NOW, 5_000) });
  });
});

describe("a position that is not flat in time", () => {
  it("is reported in any state of its exit, also while a change is unconfirmed", () => {
    const late = inPhase("late");
    const alert = { kind: "alert", tag: restingStop.tag, reason: "not_flat_in_time" };
    for (const order of [restingStop, { ...limitExit, isCommandPending: true }, { ...limitExit, lastCommandAt: NOW }])
      expect(planWith({ orders: [order], now: late })).toEqual(alert);
    expect(planWith({ orders: [withState(restingStop, { status: "unknown" })], now: late })).toEqual({
      ...alert,
      tag: null,
    });
    const reported: ExitPosition = { ...longOfTen, stuck: "not_flat_in_time" };
    expect(planWith({ position: reported, orders: [{ ...limitExit, isCommandPending: true }], now: late })).toEqual(
      waits,
    );
  });
});

describe("changes of an exit without effect", () => {
  it("slow down after two in a row", () => {
    const position: ExitPosition = { ...longOfTen, orderedClose: "kill_switch" };
    const undone = (changesUndone: number): ExitOrder => ({ ...restingStop, lastCommandAt: NOW, changesUndone });
    expect(planWith({ position, orders: [undone(1)], now: after(500) })).toMatchObject({ kind: "modify" });
    expect(planWith({ position, orders: [undone(2)], now: after(500) })).toEqual({
      kind: "wait",
      until: later(NOW, 5_000),
    });
    expect(planWith({ position, orders: [undone(2)], now: after(5_000) })).toMatchObject({ kind: "modify" });
  });

  it("repeat every second while a part of the open quantity has no exit", () => {
    const small = withState(restingStop, { quantity: 4 });
    const orders = [{ ...small, lastCommandAt: NOW, changesUndone: 2, modifications: 2 }];
    expect(planWith({ orders, now: after(999) })).toEqual({ kind: "wait", until: later(NOW, 1_000) });
    expect(planWith({ orders, now: after(1_000) })).toMatchObject({ kind: "modify", quantity: 10 });
  });

  it("are no more frequent than a stuck order's when no modifications are left", () => {
    const small = withState(restingStop, { quantity: 4 });
    const orders = [{ ...small, lastCommandAt: NOW, changesUndone: 20, modifications: 20 }];
    expect(planWith({ orders, now: after(4_999) })).toEqual({ kind: "wait", until: later(NOW, 5_000) });
    expect(planWith({ orders, now: after(5_000) })).toMatchObject({ kind: "cancel" });
  });

  it("do not keep a stuck exit from growing with the open quantity", () => {
    const small = withState(restingStop, { quantity: 4, status: "stuck" });
    const orders = [{ ...small, lastCommandAt: NOW }];
    expect(planWith({ orders, now: after(500) })).toMatchObject({ kind: "modify", quantity: 10 });
  });
});

describe("an exit that was cancelled to be replaced", () => {
  it("is not counted as a refusal and does not delay the next exit", () => {
    const ours = ended(restingStop, { status: "cancelled", reason: "ended_by_broker", isFinalInBook: true });
    const refused = { ...ended(limitExit, { status: "rejected", reason: "ended_by_broker" }), tag: limitExit.tag };
    expect(planWith({ orders: [ours, refused], now: after(100) })).toMatchObject({ kind: "place" });
    expect(planWith({ orders: [refused, refused], now: after(100) })).toMatchObject({ kind: "wait" });
  });
});
