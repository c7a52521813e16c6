import { SECOND_MS } from "@vriddhi/core/time/clock";
import { describe, expect, it } from "vitest";
import { OrderWorld, type WorldOptions } from "../scripted/order-world.ts";

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

/** The user closes a part and cancels the stop, as a broker does before its own square-off. */
function closeOutside(world: OrderWorld, quantity: number): void {
  world.broker.exchange.foreign -= quantity;
  world.broker.exchange.takeAway("sell");
}

describe("a quantity that the user has closed", () => {
  it("is proved by the second comparison even if a book may be read only once a second", async () => {
    const world = await protectedLong({
      settings: { bookApartMs: 1_100, bookWorkingMs: 1_100, bookWithoutUpdatesMs: 1_400 },
    });
    const looks: number[] = [];
    world.broker.isPushing = false;
    world.broker.readChance = (call) => {
      if (call === "positions") looks.push(world.time.now());
      return "whole";
    };
    world.broker.exchange.foreign = -6;
    while (world.facts("closed_outside").length === 0 && looks.length < 5) await world.time.advance(100);
    expect(looks).toHaveLength(2);
    expect(world.time.now() - (looks[0] ?? 0)).toBeLessThan(5_500);
  });
});

describe("a position whose stop is cancelled from outside", () => {
  it("is not closed a second time when it was closed together with the stop", async () => {
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

  it("is not closed a second time while a foreign closing order still waits", async () => {
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

  it("is covered again when a foreign order has waited for ten seconds, or does not close it", async () => {
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

  it("is covered within two seconds for what the broker still holds, never for more", async () => {
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

  it("is not covered by a restarted process for a quantity that is closed", async () => {
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

  it("is covered again at once when nothing was closed", async () => {
    const world = await protectedLong();
    world.broker.exchange.takeAway("sell");
    world.executor.look(world.account);
    await world.time.advance(SECOND_MS);
    expect(netOf(world)).toBe(0);
    expect(world.facts("closed_outside")).toEqual([]);
  });

  it("is covered again although a row of the order book is unreadable: only the position read is needed", async () => {
    const world = await protectedLong();
    world.broker.readChance = (call) => (call === "orders" ? "unreadable" : "whole");
    await world.time.advance(2 * SECOND_MS);
    world.broker.exchange.takeAway("sell");
    world.executor.look(world.account);
    await world.time.advance(SECOND_MS);
    expect(netOf(world)).toBe(0);
  });

  it("waits for a position read, however often that fails", async () => {
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

describe("a position whose exits are cancelled one after another", () => {
  it("is checked after each of them, and covered again within a second", async () => {
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

describe("a comparison of book and position that proves nothing", () => {
  it("is repeated after a second, so that what the user closed is proved within six seconds", async () => {
    const world = await protectedLong({ settings: { lookEveryMs: 10 * SECOND_MS } });
    let lookedAt: number | null = null;
    world.broker.exchange.foreign -= 6;
    world.broker.readChance = (call) => {
      const now = world.time.now();
      if (call === "positions") lookedAt ??= now;
      return call === "orders" && lookedAt !== null && now - lookedAt < 300 ? "unreadable" : "whole";
    };
    await world.time.advance(30 * SECOND_MS);
    const [closed] = world.facts("closed_outside");
    expect(closed).toMatchObject({ quantity: 6 });
    expect((closed?.provedAt ?? 0) - (lookedAt ?? 0)).toBeLessThan(6 * SECOND_MS);
  });
});

describe("a user's close while a row of the book is unreadable", () => {
  it("still reduces the exit, because every order of the product is readable", async () => {
    const world = await protectedLong();
    world.broker.readChance = (call) => (call === "orders" ? "unreadable" : "whole");
    world.broker.exchange.foreign -= 6;
    await world.time.advance(70 * SECOND_MS);
    expect(world.facts("closed_outside")).toMatchObject([{ quantity: 6 }]);
    expect(forSale(world)).toBe(4);
    world.setPrice(102_100);
    await world.time.advance(5 * SECOND_MS);
    expect(netOf(world)).toBe(0);
  });

  it("is not proved while the unreadable row is an order of the product: its exit may have traded", async () => {
    const world = await protectedLong();
    const { exchange } = world.broker;
    world.broker.readChance = (call) => (call === "orders" ? "garbled" : "whole");
    exchange.depth = 6;
    world.setPrice(98_950);
    exchange.depth = 0;
    await world.time.advance(70 * SECOND_MS);
    expect(netOf(world)).toBe(4);
    expect(world.facts("closed_outside")).toEqual([]);
    world.broker.readChance = null;
    await world.time.advance(10 * SECOND_MS);
    expect(world.facts("closed_outside")).toEqual([]);
    expect(forSale(world)).toBe(4);
  });

  it("is not proved while the unreadable row may be an exit that was given up", async () => {
    const world = await protectedLong();
    const { exchange } = world.broker;
    exchange.depth = 0;
    world.broker.next({ kind: "lost", isReceived: false, mayStillArrive: false });
    exchange.takeAway("sell");
    world.executor.look(world.account);
    await world.time.advance(60 * SECOND_MS);
    expect(world.statuses()).toContain("exit abandoned 0/10");
    world.broker.readChance = (call) => (call === "orders" ? "unreadable" : "whole");
    exchange.foreign -= 6;
    await world.time.advance(40 * SECOND_MS);
    expect(world.facts("closed_outside")).toEqual([]);
    world.broker.readChance = null;
    await world.time.advance(70 * SECOND_MS);
    expect(world.facts("closed_outside")).toMatchObject([{ quantity: 6 }]);
  });
});
