import { MINUTE_MS, SECOND_MS } from "@vriddhi/core/time/clock";
import { describe, expect, it } from "vitest";
import { OrderWorld } from "../scripted/order-world.ts";

describe("a silent feed", () => {
  it("closes the position after a minute by one change of its stop, unless a second source ticks", async () => {
    const world = await OrderWorld.withLong();
    world.isTicking = false;
    await world.time.advance(58 * SECOND_MS);
    world.tick("other");
    await world.time.advance(58 * SECOND_MS);
    expect(world.broker.exchange.ours()).toBe(10);
    expect(world.broker.commands).toEqual([]);
    await world.time.advance(8 * SECOND_MS);
    expect(world.broker.exchange.ours()).toBe(0);
    expect(world.broker.commands.map(({ kind }) => kind)).toEqual(["modify"]);
    expect(world.facts("position_closing")).toMatchObject([{ reason: "feed_silent" }]);
  });

  it("never cancels a stop that cannot become a limit: the stop alone protects the position", async () => {
    const world = await OrderWorld.withLong({ stopBecomesLimit: false });
    world.isTicking = false;
    await world.time.advance(30 * MINUTE_MS);
    expect(world.broker.exchange.working("sell")).toMatchObject([{ quantity: 10 }]);
    expect([world.broker.commands, world.facts("position_closing")]).toEqual([[], []]);
  });

  it("closes no position once it ticks again, although the broker refused the earlier change of the stop", async () => {
    const world = await OrderWorld.withLong();
    world.broker.nextCommand({ kind: "refused", reason: "being processed" });
    world.isTicking = false;
    await world.untilTrue(() => world.broker.commands.length > 0, 70_000);
    world.isTicking = true;
    world.tick();
    await world.time.advance(MINUTE_MS);
    expect(world.broker.exchange.working("sell")).toMatchObject([{ quantity: 10 }]);
    expect(world.broker.commands.map(({ kind }) => kind)).toEqual(["modify"]);
  });

  it("is not silent while the market clock is held", async () => {
    const world = await OrderWorld.withLong();
    world.isTicking = false;
    world.holdMarket();
    await world.time.advance(10 * MINUTE_MS);
    expect(world.broker.exchange.ours()).toBe(10);
    expect(world.facts("position_closing")).toEqual([]);
  });

  it("must be silent for a whole minute again after the feed process was away", async () => {
    const world = await OrderWorld.withLong();
    world.isTicking = false;
    await world.time.advance(50 * SECOND_MS);
    world.attendedSince = world.time.now();
    await world.time.advance(50 * SECOND_MS);
    expect(world.broker.exchange.ours()).toBe(10);
    await world.time.advance(20 * SECOND_MS);
    expect(world.broker.exchange.ours()).toBe(0);
  });

  it("must be silent for a whole minute in a restarted process before it sells", async () => {
    const world = await OrderWorld.withLong();
    world.isTicking = false;
    for (let round = 0; round < 3; round += 1) {
      await world.time.advance(40 * SECOND_MS);
      await world.restart();
    }
    await world.time.advance(50 * SECOND_MS);
    expect(world.broker.exchange.ours()).toBe(10);
    await world.time.advance(20 * SECOND_MS);
    expect(world.broker.exchange.ours()).toBe(0);
  });
});
