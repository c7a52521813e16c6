import { paise } from "@vriddhi/core/shared/money";
import { epochMs, MINUTE_MS, SECOND_MS } from "@vriddhi/core/time/clock";
import { describe, expect, it } from "vitest";
import { OrderWorld } from "../scripted/order-world.ts";

const at = (text: string) => epochMs(Date.parse(`2026-11-16T${text}+05:30`));

describe("a position", () => {
  it("exits at its target by one modification of its stop", async () => {
    const world = await OrderWorld.withLong();
    world.setPrice(102_100);
    await world.time.advance(3 * SECOND_MS);
    expect(world.broker.commands.map(({ kind }) => kind)).toEqual(["modify"]);
    expect(world.statuses()).toEqual(["entry filled 10/10", "exit filled 10/10"]);
    expect(world.facts("position_flat")).toHaveLength(1);
  });

  it("exits at its target by cancelling and placing when a stop cannot become a limit", async () => {
    const world = await OrderWorld.withLong({ stopBecomesLimit: false });
    world.setPrice(102_100);
    await world.time.advance(3 * SECOND_MS);
    expect(world.broker.commands.map(({ kind }) => kind)).toEqual(["cancel"]);
    expect(world.statuses()).toEqual(["entry filled 10/10", "exit cancelled 0/10", "exit filled 10/10"]);
    expect(world.broker.exchange.violations).toEqual([]);
  });

  it("that moved back from its target while its stop was being cancelled is still closed for the target", async () => {
    const world = await OrderWorld.withLong({ stopBecomesLimit: false });
    world.setPrice(102_100);
    await world.untilTrue(() => world.broker.commands.length > 0, 3_000);
    world.setPrice(101_500);
    await world.time.advance(3 * SECOND_MS);
    expect(world.statuses()).toEqual(["entry filled 10/10", "exit cancelled 0/10", "exit filled 10/10"]);
    expect(world.facts("position_closing")).toMatchObject([{ reason: "target" }]);
    expect(world.facts("order_planned").at(-1)).toMatchObject({ leg: "exit", cause: "target" });
  });

  it("is closed by its stop at the broker, and the fill becomes exact", async () => {
    const world = await OrderWorld.withLong();
    world.setPrice(98_500);
    await world.time.advance(10 * SECOND_MS);
    expect(world.broker.exchange.ours()).toBe(0);
    expect(world.facts("fill").map(({ leg, quantity }) => `${leg} ${quantity}`)).toEqual(["entry 10", "exit 10"]);
  });

  it("is never without a stop for more than two seconds: a refused stop becomes a marketable limit", async () => {
    const world = new OrderWorld();
    await world.start();
    world.broker.next({ kind: "taken" }, { kind: "refused", reason: "trigger passed" });
    await world.enter();
    await world.time.advance(2 * SECOND_MS);
    expect(world.broker.exchange.ours()).toBe(0);
    expect(world.facts("position_closing")).toMatchObject([{ reason: "naked" }]);
  });

  it("raises no alert while its stop is in flight within its time, nor while the market clock is held", async () => {
    const world = new OrderWorld();
    await world.start();
    world.broker.next({ kind: "taken" }, { kind: "hanging", forMs: 8 * SECOND_MS });
    await world.enter();
    await world.untilTrue(() => world.broker.placed.length > 1, 3_000);
    const filledAt = world.tables.ledger.find(({ fact }) => fact.kind === "fill_seen")?.at;
    expect(world.broker.placed[1]?.at).toBe(filledAt);
    await world.time.advance(9 * SECOND_MS);
    expect(world.broker.exchange.working("sell")).toMatchObject([{ quantity: 10 }]);
    expect(world.facts("position_naked")).toEqual([]);
    const held = new OrderWorld();
    await held.start();
    held.broker.next({ kind: "taken" }, { kind: "hanging", forMs: 40 * SECOND_MS });
    await held.enter();
    await held.untilTrue(() => held.broker.placed.length > 1, 3_000);
    held.holdMarket();
    await held.time.advance(30 * SECOND_MS);
    expect(held.facts("position_naked")).toEqual([]);
  });

  it("raises one alert, with the cause, when its stop stays missing", async () => {
    const world = new OrderWorld();
    await world.start();
    world.broker.next({ kind: "taken" }, { kind: "hanging", forMs: 25 * SECOND_MS });
    await world.enter();
    await world.time.advance(20 * SECOND_MS);
    expect(world.facts("position_naked")).toMatchObject([{ quantity: 10, cause: "not_answered" }]);
    await world.time.advance(MINUTE_MS);
    expect(world.facts("position_naked")).toHaveLength(1);
  });

  it("is protected although the broker throttles: an exit that is proved unsent is resent", async () => {
    const world = new OrderWorld();
    await world.start();
    world.broker.next({ kind: "taken" }, { kind: "throttled", retryAfterMs: 500 }, { kind: "never_sent" });
    await world.enter();
    await world.time.advance(2 * SECOND_MS);
    expect(world.broker.exchange.working("sell")).toMatchObject([{ quantity: 10 }]);
  });

  it("raises its stop when more fills, and the stop never exceeds the position", async () => {
    const world = new OrderWorld();
    await world.start();
    world.broker.exchange.depth = 4;
    await world.enter();
    await world.time.advance(1_500);
    world.broker.exchange.match();
    await world.time.advance(8 * SECOND_MS);
    expect(world.statuses()[0]).toBe("entry cancelled 8/10");
    expect(world.broker.exchange.working("sell")).toMatchObject([{ quantity: 8 }]);
    expect(world.broker.exchange.violations).toEqual([]);
  });

  it("keeps its exit when a modification is refused, and retries after a book read", async () => {
    const world = await OrderWorld.withLong();
    world.broker.nextCommand({ kind: "refused", reason: "being processed" });
    world.setPrice(102_100);
    await world.time.advance(3 * SECOND_MS);
    expect(world.broker.commands.map(({ kind }) => kind)).toEqual(["modify", "modify"]);
    expect(world.broker.exchange.ours()).toBe(0);
    expect(world.facts("command_judged")[0]).toMatchObject({ answer: "refused", verdict: "not_done" });
  });

  it("is closed from three o'clock on", async () => {
    const world = await OrderWorld.withLong({ start: at("14:44:00") });
    await world.time.advance(16 * MINUTE_MS + 5 * SECOND_MS);
    expect(world.broker.exchange.ours()).toBe(0);
    expect(world.facts("position_closing")).toMatchObject([{ reason: "square_off" }]);
  });

  it("without a buyer is stuck with an alert, and handed over before the broker's own square-off", async () => {
    const world = await OrderWorld.withLong({ start: at("14:44:00") });
    world.broker.exchange.depth = 0;
    await world.time.advance(29 * MINUTE_MS);
    expect(world.facts("position_stuck")).toMatchObject([{ reason: "not_flat_in_time" }]);
    expect(world.facts("position_handed_over")).toMatchObject([{ quantity: 10 }]);
    const handsOff = at("15:11:00");
    expect(world.broker.placed.every((call) => call.at < handsOff)).toBe(true);
  });
});

describe("the daily stop", () => {
  it("closes the account and stops entries, also after a restart", async () => {
    const world = new OrderWorld();
    await world.start();
    await world.enter("signal-1", { quantity: 400, stop: paise(90_000) });
    await world.time.advance(SECOND_MS);
    world.setPrice(98_700);
    await world.time.advance(4 * SECOND_MS);
    expect(world.facts("daily_stop_hit")).toHaveLength(1);
    expect(world.broker.exchange.ours()).toBe(0);
    await world.restart();
    expect(await world.until(world.executor.eligibility(world.account, "INE062A01020"))).toMatchObject({
      isDailyStopHit: true,
    });
    await world.enter("signal-2");
    await world.time.advance(SECOND_MS);
    expect(world.broker.exchange.ours()).toBe(0);
    expect(world.statuses().at(-1)).toBe("entry cancelled 0/10");
  });

  it("is stored in one commit with its exit", async () => {
    const world = new OrderWorld();
    await world.start();
    await world.enter("signal-1", { quantity: 400, stop: paise(90_000) });
    await world.time.advance(SECOND_MS);
    const commandsWithStop: number[] = [];
    world.commit = async (transaction) => {
      const isKnown = world.facts("daily_stop_hit").length > 0;
      const done = await transaction();
      if (!isKnown && world.facts("daily_stop_hit").length > 0)
        commandsWithStop.push(world.facts("command_sent").length);
      return done;
    };
    world.setPrice(98_700);
    await world.time.advance(4 * SECOND_MS);
    expect(commandsWithStop).toEqual([1]);
    expect(world.broker.exchange.ours()).toBe(0);
  });

  it("requests no book while its exit is in flight, and one when the answer is overdue or has arrived", async () => {
    for (const [answeredMs, isRead] of [
      [3_000, { before: 0, overdue: 1 }],
      [100, { before: 1, overdue: 1 }],
    ] as const) {
      const world = new OrderWorld();
      await world.start();
      await world.enter("signal-1", { quantity: 400, stop: paise(90_000) });
      await world.time.advance(12 * SECOND_MS);
      world.broker.nextCommand({ kind: "hanging", forMs: answeredMs });
      world.tick("desk", 99_400);
      await world.time.advance(SECOND_MS);
      const read = world.broker.bookReads;
      world.tick("desk", 98_700);
      await world.time.advance(50);
      expect(world.facts("command_sent")).toHaveLength(1);
      expect(world.broker.bookReads - read).toBe(0);
      await world.time.advance(900);
      expect(Math.min(1, world.broker.bookReads - read)).toBe(isRead.before);
      await world.time.advance(200);
      expect(Math.min(1, world.broker.bookReads - read)).toBe(isRead.overdue);
      await world.time.advance(5 * SECOND_MS);
      expect(world.broker.exchange.ours()).toBe(0);
    }
  });

  it("cancels an entry that is not sent yet", async () => {
    const world = new OrderWorld();
    await world.start();
    await world.enter("signal-1", { quantity: 400, stop: paise(90_000) });
    await world.time.advance(SECOND_MS);
    world.broker.next({ kind: "hanging", forMs: 20 * SECOND_MS });
    await world.enter("signal-2");
    await world.time.advance(100);
    const waiting = world.broker.placed.find(({ ticket }) => ticket.side === "buy" && ticket.quantity === 10);
    expect(waiting?.sending.signal?.aborted).toBe(false);
    world.setPrice(98_700);
    await world.time.advance(4 * SECOND_MS);
    expect(world.facts("daily_stop_hit")).toHaveLength(1);
    expect(waiting?.sending.signal?.aborted).toBe(true);
  });

  it("is not evaluated while no book can be read: a stop may have ended the position long before", async () => {
    const world = new OrderWorld();
    await world.start();
    await world.enter("signal-1", { quantity: 400, stop: paise(99_500) });
    await world.time.advance(SECOND_MS);
    world.broker.readChance = () => "failed";
    world.executor.look(world.account);
    await world.time.advance(SECOND_MS);
    for (const price of [99_400, 98_500, 97_600, 96_700]) {
      world.setPrice(price);
      await world.time.advance(3 * SECOND_MS);
    }
    expect(world.broker.exchange.ours()).toBe(0);
    world.broker.readChance = null;
    await world.time.advance(20 * SECOND_MS);
    expect(world.facts("daily_stop_hit")).toEqual([]);
    expect(world.facts("position_flat")).toHaveLength(1);
  });

  it("ignores one bad print", async () => {
    const world = new OrderWorld();
    await world.start();
    await world.enter("signal-1", { quantity: 400, stop: paise(90_000) });
    await world.time.advance(SECOND_MS);
    world.tick("desk", 91_000);
    await world.time.advance(3 * SECOND_MS);
    expect(world.facts("daily_stop_hit")).toEqual([]);
    expect(world.broker.exchange.ours()).toBe(400);
  });
});

describe("an operator's limit through the market", () => {
  it("has its stop below the real fill, so the position is not closed at once", async () => {
    const world = new OrderWorld();
    await world.start();
    const plan = world.plan("desk-1", { limit: paise(105_000), stop: paise(103_950), target: null });
    const signal = { ...plan.signal, authority: "operator", stop: paise(103_950), target: null } as const;
    await world.until(world.executor.enter({ ...plan, signal }));
    await world.time.advance(20 * SECOND_MS);
    const filledAt = world.orders()[0]?.state.averagePrice ?? 0;
    expect(filledAt).toBeLessThan(101_000);
    expect(world.statuses()).toEqual(["entry filled 10/10", "exit accepted 0/10"]);
    const [stop] = world.broker.exchange.working("sell");
    expect(stop).toMatchObject({ quantity: 10 });
    expect(world.orders()[1]?.pricing).toMatchObject({
      kind: "stop_limit",
      trigger: Math.floor((filledAt * 0.99) / 5) * 5,
    });
  });
});

describe("a session that is lost during a position", () => {
  it("is reported at once, leaves the stop at the broker, and the day goes on after the next login", async () => {
    const world = await OrderWorld.withLong();
    world.broker.nextRead("session_expired");
    world.executor.look(world.account);
    await world.time.advance(SECOND_MS);
    world.token = null;
    expect(world.sessionsLost).toHaveLength(1);
    expect(world.facts("session_lost")).toHaveLength(1);
    await world.time.advance(MINUTE_MS);
    expect(world.broker.exchange.working("sell")).toHaveLength(1);
    expect(world.facts("session_lost")).toHaveLength(1);
    world.token = "token-2";
    world.setPrice(102_100);
    await world.time.advance(5 * SECOND_MS);
    expect(world.broker.exchange.ours()).toBe(0);
  });

  it("uses no rate limit for an exit that waits for the next login, also as counted after a restart", async () => {
    const world = new OrderWorld();
    await world.start();
    world.broker.next({ kind: "taken" }, { kind: "session_expired" });
    await world.enter();
    await world.time.advance(SECOND_MS);
    world.token = null;
    await world.time.advance(MINUTE_MS);
    expect(world.statuses()).toEqual(["entry filled 10/10", "exit sending 0/10"]);
    world.token = "token-2";
    await world.time.advance(3 * SECOND_MS);
    expect(world.statuses()).toEqual(["entry filled 10/10", "exit accepted 0/10"]);
    await world.restart();
    expect(world.seeded).toHaveLength(world.broker.placed.length);
  });
});

describe("a user's manual trade", () => {
  it("reduces the exit when two looks prove it", async () => {
    const world = await OrderWorld.withLong();
    world.broker.exchange.foreign = -6;
    await world.time.advance(70 * SECOND_MS);
    expect(world.facts("closed_outside")).toMatchObject([{ quantity: 6 }]);
    expect(world.broker.exchange.working("sell")).toMatchObject([{ quantity: 4 }]);
  });

  it("is ignored when it exceeds the product's quantity", async () => {
    const world = await OrderWorld.withLong();
    world.broker.exchange.foreign = 25;
    await world.time.advance(130 * SECOND_MS);
    expect(world.facts("closed_outside")).toEqual([]);
    expect(world.broker.exchange.working("sell")).toMatchObject([{ quantity: 10 }]);
  });
});
