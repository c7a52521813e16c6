import { MINUTE_MS, SECOND_MS } from "@vriddhi/core/time/clock";
import { describe, expect, it } from "vitest";
import { OrderWorld } from "../scripted/order-world.ts";

const buys = (world: OrderWorld) => world.broker.placed.filter(({ ticket }) => ticket.side === "buy");

describe("an account whose host was lost", () => {
  it("keeps its stop, closes at its target and makes no entry until the host's end is proved", async () => {
    const world = await OrderWorld.withLong();
    await world.loseHost();
    expect(world.broker.exchange.working("sell")).toHaveLength(1);
    expect((await world.executor.eligibility(world.account, "INE009A01021")).isBlocked).toBe(true);
    world.setPrice(102_100);
    await world.time.advance(3 * SECOND_MS);
    expect(world.broker.exchange.ours()).toBe(0);
    await world.enter("signal-2");
    await world.time.advance(3 * SECOND_MS);
    expect(buys(world)).toHaveLength(1);
    await world.proveLost();
    await world.enter("signal-3");
    await world.time.advance(3 * SECOND_MS);
    expect(buys(world)).toHaveLength(2);
    expect(world.broker.exchange.violations).toEqual([]);
  });

  it("finds an entry that the lost host was sending by its tag, protects its fill and sends it no second time", async () => {
    const world = new OrderWorld();
    await world.start();
    const entered = world.executor.enter(world.plan("signal-1"));
    await world.time.advance(5);
    await entered;
    expect(world.statuses()).toEqual(["entry sending 0/10"]);
    await world.loseHost();
    await world.time.advance(3 * SECOND_MS);
    expect(world.statuses()).toEqual(["entry filled 10/10", "exit accepted 0/10"]);
    expect(buys(world)).toHaveLength(1);
  });

  it("gets no order and no change before the broker's book was read", async () => {
    const world = await OrderWorld.withLong();
    world.setPrice(102_100);
    const [placed, changed] = [world.broker.placed.length, world.broker.commands.length];
    world.broker.readChance = () => "failed";
    await world.loseHost();
    await world.time.advance(10 * SECOND_MS);
    expect([world.broker.placed.length, world.broker.commands.length]).toEqual([placed, changed]);
    world.broker.readChance = null;
    await world.time.advance(10 * SECOND_MS);
    expect(world.broker.exchange.ours()).toBe(0);
  });

  it("closes what the lost host sent and no book showed, when it appears after minutes", async () => {
    const world = new OrderWorld();
    await world.start();
    world.broker.next({ kind: "late", afterMs: 5 * MINUTE_MS, mayStillArrive: true });
    const entered = world.executor.enter(world.plan("signal-1"));
    await world.time.advance(5);
    await entered;
    await world.loseHost();
    await world.time.advance(3 * MINUTE_MS);
    expect(world.statuses()).toEqual(["entry abandoned 0/10"]);
    await world.time.advance(4 * MINUTE_MS);
    expect(world.broker.exchange.ours()).toBe(0);
    expect(buys(world)).toHaveLength(1);
  });
});
