import { SECOND_MS } from "@vriddhi/core/time/clock";
import { describe, expect, it } from "vitest";
import { OrderWorld, type WorldOptions } from "../scripted/order-world.ts";

/** A long of ten with its stop at the broker. */
async function protectedLong(options: WorldOptions = {}): Promise<OrderWorld> {
  const world = new OrderWorld(options);
  await world.start();
  await world.enter();
  await world.time.advance(20 * SECOND_MS);
  return world;
}

const netOf = ({ broker }: OrderWorld): number => broker.exchange.ours() + broker.exchange.foreign;

const forSale = ({ broker }: OrderWorld): number =>
  broker.exchange.working("sell").reduce((sum, { quantity }) => sum + quantity, 0);

/** Somebody else closes a part and takes the stop away, as a broker does before its own square-off. */
function closeOutside(world: OrderWorld, quantity: number): void {
  world.broker.exchange.foreign -= quantity;
  world.broker.exchange.takeAway("sell");
}

describe("a position whose stop somebody else takes away", () => {
  it("is not closed a second time when it was closed with it", async () => {
    const world = await protectedLong();
    const placed = world.broker.placed.length;
    closeOutside(world, 10);
    world.executor.look(world.account);
    await world.time.advance(30 * SECOND_MS);
    expect(world.broker.placed).toHaveLength(placed);
    expect(netOf(world)).toBe(0);
    expect(world.facts("closed_outside")).toMatchObject([{ quantity: 10 }]);
    expect(world.facts("position_flat")).toHaveLength(1);
    expect(world.facts("position_naked")).toEqual([]);
  });

  it("is not closed a second time while whoever took it away waits to close it", async () => {
    const world = await protectedLong();
    const { exchange } = world.broker;
    const placed = world.broker.placed.length;
    exchange.takeAway("sell");
    exchange.foreignOrder = { side: "sell", quantity: 10 };
    world.executor.look(world.account);
    await world.time.advance(6 * SECOND_MS);
    expect(world.broker.placed).toHaveLength(placed);
    exchange.fillForeign();
    await world.time.advance(30 * SECOND_MS);
    expect(world.broker.placed).toHaveLength(placed);
    expect(netOf(world)).toBe(0);
    expect(world.facts("closed_outside")).toMatchObject([{ quantity: 10 }]);
  });

  it("is covered again when somebody else's order has waited for ten seconds, or does not close it", async () => {
    const idle = await protectedLong();
    idle.broker.exchange.depth = 0;
    idle.broker.exchange.takeAway("sell");
    idle.broker.exchange.foreignOrder = { side: "sell", quantity: 10 };
    idle.executor.look(idle.account);
    await idle.time.advance(14 * SECOND_MS);
    expect(forSale(idle)).toBe(10);

    const other = await protectedLong();
    other.broker.exchange.depth = 0;
    other.broker.exchange.takeAway("sell");
    other.broker.exchange.foreignOrder = { side: "buy", quantity: 10 };
    other.executor.look(other.account);
    await other.time.advance(2 * SECOND_MS);
    expect(forSale(other)).toBe(10);
  });

  it("is covered within two seconds for what the broker still holds, and never for more", async () => {
    const world = await protectedLong();
    closeOutside(world, 6);
    world.broker.exchange.depth = 0;
    world.executor.look(world.account);
    await world.time.advance(2 * SECOND_MS);
    expect(forSale(world)).toBe(4);
    for (let second = 0; second < 20; second++) {
      await world.time.advance(SECOND_MS);
      expect(forSale(world)).toBeLessThanOrEqual(4);
    }
    world.broker.exchange.depth = 10;
    world.broker.exchange.match();
    await world.time.advance(5 * SECOND_MS);
    expect(netOf(world)).toBe(0);
    expect(world.facts("closed_outside")).toMatchObject([{ quantity: 6 }]);
  });

  it("is not raised to what is not there any more by the next life of the process", async () => {
    const world = await protectedLong();
    closeOutside(world, 6);
    world.broker.exchange.depth = 0;
    world.executor.look(world.account);
    await world.time.advance(SECOND_MS);
    await world.restart();
    for (let tick = 0; tick < 100; tick++) {
      await world.time.advance(100);
      expect(forSale(world)).toBeLessThanOrEqual(4);
    }
    expect(forSale(world)).toBe(4);
  });

  it("is covered again at once when nobody closed anything", async () => {
    const world = await protectedLong();
    world.broker.exchange.takeAway("sell");
    world.executor.look(world.account);
    await world.time.advance(SECOND_MS);
    expect(netOf(world)).toBe(0);
    expect(world.facts("closed_outside")).toEqual([]);
  });

  it("is covered again although a row of the book cannot be read: the position alone is wanted", async () => {
    const world = await protectedLong();
    world.broker.readChance = (call) => (call === "orders" ? "unreadable" : "whole");
    await world.time.advance(2 * SECOND_MS);
    world.broker.exchange.takeAway("sell");
    world.executor.look(world.account);
    await world.time.advance(SECOND_MS);
    expect(netOf(world)).toBe(0);
  });

  it("waits for the position to be read, however often that fails", async () => {
    const world = await protectedLong();
    const placed = world.broker.placed.length;
    closeOutside(world, 10);
    world.broker.slowMs.set("positions", 4_000);
    world.executor.look(world.account);
    await world.time.advance(40 * SECOND_MS);
    expect(world.broker.placed).toHaveLength(placed);
    expect(world.facts("closed_outside")).toMatchObject([{ quantity: 10 }]);
  });
});

describe("a position whose exits are taken away one after another", () => {
  it("is looked at after each of them, and covered again within a second", async () => {
    const world = await protectedLong();
    world.broker.exchange.depth = 0;
    world.broker.exchange.takeAway("sell");
    world.executor.look(world.account);
    await world.time.advance(SECOND_MS);
    expect(forSale(world)).toBe(10);
    world.broker.exchange.depth = 3;
    world.broker.exchange.match();
    world.broker.exchange.depth = 0;
    await world.time.advance(100);
    world.broker.exchange.takeAway("sell");
    world.executor.look(world.account);
    await world.time.advance(SECOND_MS);
    expect(forSale(world)).toBe(7);
  });
});
