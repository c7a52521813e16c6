import { paise } from "@vriddhi/core/shared/money";
import { epochMs, MINUTE_MS, SECOND_MS } from "@vriddhi/core/time/clock";
import { describe, expect, it } from "vitest";
import { OrderWorld, type WorldOptions } from "../scripted/order-world.ts";

async function begin(options: WorldOptions = {}): Promise<OrderWorld> {
  const world = new OrderWorld(options);
  await world.start();
  return world;
}

describe("an entry", () => {
  it("is stored before it is sent, fills, and is protected by a stop for its whole quantity", async () => {
    const world = await begin();
    expect(await world.enter()).toHaveLength(1);
    await world.time.advance(SECOND_MS);
    expect(world.statuses()).toEqual(["entry filled 10/10", "exit accepted 0/10"]);
    expect(world.broker.exchange.working("sell")).toMatchObject([
      { quantity: 10, pricing: { kind: "stop_limit", trigger: 99_000 } },
    ]);
    expect(world.broker.placed[0]?.sending).toMatchObject({ lane: "entry" });
    expect(world.broker.placed[1]?.sending).toMatchObject({ lane: "exit" });
    expect(world.broker.exchange.violations).toEqual([]);
    expect(world.warnings).toEqual([]);
  });

  it("is made once however often its signal is submitted", async () => {
    const world = await begin();
    await world.enter();
    expect(await world.enter()).toEqual([]);
    await world.time.advance(SECOND_MS);
    expect(world.broker.exchange.bought()).toBe(10);
  });

  it("is cancelled for its unfilled rest after five seconds", async () => {
    const world = await begin();
    world.broker.exchange.depth = 4;
    await world.enter();
    await world.time.advance(100);
    world.broker.exchange.depth = 0;
    await world.time.advance(8 * SECOND_MS);
    expect(world.statuses()).toEqual(["entry cancelled 4/10", "exit accepted 0/4"]);
    expect(world.facts("command_sent")).toMatchObject([{ command: "cancel", cause: "entry_remainder" }]);
  });

  it("is resent under the same tag when it is proved unsent, and ends at its deadline", async () => {
    const world = await begin();
    world.broker.next({ kind: "never_sent" }, { kind: "throttled", retryAfterMs: 400 });
    const [tag] = await world.enter();
    await world.time.advance(2 * SECOND_MS);
    expect(world.broker.exchange.rows()[0]?.tag).toBe(tag);
    expect(world.orders()[0]?.state).toMatchObject({ status: "filled", attempts: 3 });

    const late = await begin();
    late.broker.chance = () => ({ kind: "throttled", retryAfterMs: 3_000 });
    await late.enter();
    await late.time.advance(30 * SECOND_MS);
    expect(late.statuses()).toEqual(["entry expired 0/10"]);
    late.broker.chance = null;
    await late.time.advance(MINUTE_MS);
    expect(late.broker.exchange.rows()).toEqual([]);
    const validUntil = late.orders()[0]?.entry?.validUntil ?? 0;
    expect(late.broker.placed.every(({ at }) => at < validUntil)).toBe(true);
  });

  it("that is proved unsent waits while its limit cannot be met, and does not wait for one false print", async () => {
    const world = await begin();
    world.broker.next({ kind: "never_sent" });
    await world.enter();
    world.broker.exchange.setPrice(101_000);
    world.tick();
    await world.time.advance(2 * SECOND_MS);
    expect(world.statuses()).toEqual(["entry sending 0/10"]);
    // The first source repeats its quote; the second one has a newer price.
    world.isTicking = false;
    await world.time.advance(SECOND_MS / 2);
    world.broker.exchange.setPrice(100_000);
    world.tick("second");
    await world.time.advance(SECOND_MS);
    expect(world.statuses()[0]).toBe("entry filled 10/10");
  });

  it("that was refused ends with the broker's reason", async () => {
    const world = await begin();
    world.broker.next({ kind: "refused", reason: "margin" });
    await world.enter();
    await world.time.advance(SECOND_MS);
    expect(world.orders()[0]?.state).toMatchObject({ status: "rejected", brokerReason: "margin" });
    expect(world.broker.placed).toHaveLength(1);
  });

  it("waits for an approval and is sent only once approved", async () => {
    const world = await begin();
    const [tag] = await world.enter("signal-1", { needsApproval: true });
    await world.time.advance(3 * SECOND_MS);
    expect(world.statuses()).toEqual(["entry planned 0/10"]);
    if (tag !== undefined) await world.until(world.executor.decideApproval(world.account, tag, "approved"));
    await world.time.advance(SECOND_MS);
    expect(world.statuses()[0]).toBe("entry filled 10/10");

    const other = await begin();
    const [declined] = await other.enter("signal-1", { needsApproval: true });
    if (declined !== undefined) await other.until(other.executor.decideApproval(other.account, declined, "declined"));
    await other.time.advance(MINUTE_MS);
    expect(other.statuses()).toEqual(["entry cancelled 0/10"]);
    expect(other.orders()[0]?.state.reason).toBe("declined");
    expect(other.broker.placed).toEqual([]);
  });

  it("ends with its own reason when no answer comes in time or the price has run away", async () => {
    const world = await begin();
    await world.enter("signal-1", { needsApproval: true });
    await world.time.advance(MINUTE_MS);
    expect(world.orders()[0]?.state).toMatchObject({ status: "expired", reason: "approval_lapsed" });
    expect(world.facts("approval_decided")).toMatchObject([{ answer: "lapsed" }]);
    const [tag] = await world.enter("signal-2", { needsApproval: true });
    if (tag !== undefined) await world.until(world.executor.decideApproval(world.account, tag, "price_moved"));
    await world.time.advance(SECOND_MS);
    expect(world.orders()[1]?.state).toMatchObject({ status: "cancelled", reason: "price_moved" });
    expect(world.broker.placed).toEqual([]);
  });

  it("does not delay an exit while its own answer is missing", async () => {
    const world = await begin();
    await world.enter();
    await world.time.advance(SECOND_MS);
    world.broker.next({ kind: "hanging", forMs: 20_000 });
    await world.enter("signal-2");
    world.setPrice(102_100);
    await world.time.advance(2 * SECOND_MS);
    expect(world.facts("position_closing")).toMatchObject([{ reason: "target" }]);
    expect(world.broker.exchange.ours()).toBe(0);
  });
});

describe("an entry whose answer was lost", () => {
  it("is never sent again, is found by its tag and protected", async () => {
    const world = await begin();
    world.broker.next({ kind: "lost", isReceived: true, mayStillArrive: false });
    await world.enter();
    await world.time.advance(3 * SECOND_MS);
    expect(world.statuses()).toEqual(["entry filled 10/10", "exit accepted 0/10"]);
    expect(world.broker.placed).toHaveLength(2);
  });

  it("is given up after 30 seconds of clean books where the reset is proved, else after 120, and blocks new entries", async () => {
    for (const [mayStillArrive, seconds] of [
      [false, 30],
      [true, 120],
    ] as const) {
      const world = await begin();
      world.broker.next({ kind: "lost", isReceived: false, mayStillArrive });
      await world.enter();
      await world.time.advance((seconds - 2) * SECOND_MS);
      expect(world.statuses()).toEqual(["entry unknown 0/10"]);
      expect(await world.until(world.executor.eligibility(world.account, "INE062A01020"))).toMatchObject({
        hasUnresolvedOrder: true,
      });
      await world.time.advance(6 * SECOND_MS);
      expect(world.statuses()).toEqual(["entry abandoned 0/10"]);
      expect(world.broker.placed).toHaveLength(1);
    }
  });

  it("is not given up after books that failed or could not be read completely", async () => {
    const world = await begin();
    world.broker.next({ kind: "lost", isReceived: false, mayStillArrive: false });
    world.broker.readChance = () => "unreadable";
    await world.enter();
    await world.time.advance(2 * MINUTE_MS);
    expect(world.statuses()).toEqual(["entry unknown 0/10"]);
    world.broker.readChance = () => "failed";
    await world.time.advance(2 * MINUTE_MS);
    expect(world.statuses()).toEqual(["entry unknown 0/10"]);
  });

  it("is flat within a minute when it appears after it was given up", async () => {
    const world = await begin();
    world.broker.next({ kind: "late", afterMs: 200_000, mayStillArrive: true });
    await world.enter();
    await world.time.advance(150 * SECOND_MS);
    expect(world.statuses()).toEqual(["entry abandoned 0/10"]);
    await world.time.advance(51 * SECOND_MS);
    expect(world.broker.exchange.bought()).toBe(10);
    await world.time.advance(MINUTE_MS);
    expect(world.broker.exchange.ours()).toBe(0);
    expect(world.facts("order_late")).toMatchObject([{ filled: 10 }]);
    expect(world.facts("position_closing")).toMatchObject([{ reason: "late_appearance" }]);
  });

  it("is flat within seconds when it appears after ten past three, where the broker's own square-off is near", async () => {
    const start = epochMs(Date.parse("2026-11-16T14:44:00+05:30"));
    for (const seconds of [3, 18]) {
      const world = await begin({ start });
      world.broker.isPushing = false;
      const afterMs = 26 * MINUTE_MS + seconds * SECOND_MS;
      world.broker.next({ kind: "late", afterMs, mayStillArrive: true });
      await world.enter();
      await world.time.advance(afterMs + 100);
      expect(world.broker.exchange.bought()).toBe(10);
      await world.time.advance(4 * SECOND_MS);
      expect(world.broker.exchange.ours()).toBe(0);
      expect(world.facts("order_late")).toMatchObject([{ filled: 10 }]);
    }
  });

  it("is flat within a minute wherever between two books it appears, also without pushes", async () => {
    for (const afterMs of [171_000, 185_000, 199_000]) {
      const world = await begin();
      world.broker.isPushing = false;
      world.broker.next({ kind: "late", afterMs, mayStillArrive: true });
      await world.enter();
      await world.time.advance(afterMs + 100);
      expect(world.broker.exchange.bought()).toBe(10);
      await world.time.advance(MINUTE_MS);
      expect(world.broker.exchange.ours()).toBe(0);
    }
  });

  it("stops blocking entries of other shares after two more minutes of complete books, and is flattened if it still appears", async () => {
    const world = await begin();
    world.broker.next({ kind: "late", afterMs: 400 * SECOND_MS, mayStillArrive: true });
    await world.enter();
    const heldBack = async (isin: string) => {
      const { hasUnresolvedOrder, isSymbolWorked } = await world.until(world.executor.eligibility(world.account, isin));
      return [hasUnresolvedOrder, isSymbolWorked];
    };
    await world.time.advance(240 * SECOND_MS);
    expect(await heldBack("INE009A01021")).toEqual([true, false]);
    await world.time.advance(60 * SECOND_MS);
    expect(await heldBack("INE009A01021")).toEqual([false, false]);
    expect(await heldBack("INE062A01020")).toEqual([false, true]);
    await world.until(world.executor.enter(world.planFor("signal-2", [world.account], {}, "INFY")));
    await world.time.advance(3 * SECOND_MS);
    expect(world.statuses()).toEqual(["entry abandoned 0/10", "entry filled 10/10", "exit accepted 0/10"]);
    await world.time.advance(100 * SECOND_MS + MINUTE_MS);
    expect(world.broker.exchange.bought()).toBe(10);
    expect(world.broker.exchange.ours()).toBe(0);
    expect(world.facts("order_late")).toMatchObject([{ filled: 10 }]);
  });

  it("is proved absent again by another process before entries are made again", async () => {
    const world = await begin();
    world.broker.next({ kind: "lost", isReceived: false, mayStillArrive: false });
    await world.enter();
    await world.time.advance(4 * MINUTE_MS);
    await world.restart();
    const eligibility = () => world.until(world.executor.eligibility(world.account, "INE009A01021"));
    await world.time.advance(MINUTE_MS);
    expect(await eligibility()).toMatchObject({ hasUnresolvedOrder: true });
    await world.time.advance(2 * MINUTE_MS);
    expect(await eligibility()).toMatchObject({ hasUnresolvedOrder: false });
  });

  it("is looked up until the last book of the day and ends with that book", async () => {
    const world = await begin();
    world.broker.next({ kind: "lost", isReceived: false, mayStillArrive: false });
    await world.enter();
    await world.time.advance(2 * MINUTE_MS);
    const before = world.broker.bookReads;
    await world.time.advance(10 * MINUTE_MS);
    expect(world.broker.bookReads - before).toBeGreaterThanOrEqual(9);
    await world.until(world.executor.closeDay([world.account]));
    expect(world.orders()[0]?.state).toMatchObject({ status: "expired", reason: "never_appeared" });
    expect(world.facts("day_closed")).toMatchObject([{ net: paise(0) }]);
  });
});

describe("a block", () => {
  it("prevents sending of entries stored before it, and closes open positions", async () => {
    const world = await begin();
    await world.enter();
    await world.time.advance(SECOND_MS);
    await world
      .store()
      .block({ accountId: null, cause: "kill_switch", setAt: world.time.now(), closesPositions: true }, []);
    await world.time.advance(3 * SECOND_MS);
    expect(world.broker.exchange.ours()).toBe(0);
    expect(world.facts("position_flat")).toHaveLength(1);
    expect(await world.enter("signal-2")).toEqual([]);
    expect(world.facts("position_closing")).toMatchObject([{ reason: "kill_switch" }]);
  });

  it("cancels an entry that waits to be resent, within half a second", async () => {
    const world = await begin();
    world.broker.chance = () => ({ kind: "throttled", retryAfterMs: 300 });
    await world.enter();
    await world.time.advance(SECOND_MS);
    const setAt = world.time.now();
    await world.store().block({ accountId: world.account, cause: "run_stopped", setAt, closesPositions: true }, []);
    await world.time.advance(20 * SECOND_MS);
    expect(world.statuses()).toEqual(["entry cancelled 0/10"]);
    expect(world.broker.placed.every(({ at }) => at <= setAt + 500)).toBe(true);
  });

  it("for an absent page stops entries and leaves each position to its stop", async () => {
    const world = await begin();
    await world.enter();
    await world.time.advance(SECOND_MS);
    const setAt = world.time.now();
    await world.store().block({ accountId: world.account, cause: "page_absent", setAt, closesPositions: false }, []);
    await world.time.advance(10 * SECOND_MS);
    expect(world.broker.exchange.ours()).toBe(10);
    expect(await world.enter("signal-2")).toEqual([]);
  });
});
