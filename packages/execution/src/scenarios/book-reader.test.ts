import { paise } from "@vriddhi/core/shared/money";
import { MINUTE_MS, SECOND_MS } from "@vriddhi/core/time/clock";
import { describe, expect, it } from "vitest";
import { OrderWorld } from "../scripted/order-world.ts";

const isSafe = ({ broker }: OrderWorld): boolean =>
  broker.exchange.ours() === 0 || broker.exchange.working("sell").length === 1;

describe("a look at book and position", () => {
  it("does not hide a stop that the broker refuses during a slow read", async () => {
    const world = new OrderWorld();
    await world.start();
    world.broker.slowMs.set("positions", 8_000);
    world.broker.isPushing = false;
    await world.enter();
    await world.time.advance(15);
    world.broker.exchange.rejections = ["the trigger has passed"];
    await world.time.advance(2_500);
    expect(world.statuses()).toContain("exit rejected 0/10");
    expect(isSafe(world)).toBe(true);
  });

  it("does not hide a stop that the exchange ends during a slow read", async () => {
    const world = await OrderWorld.withLong();
    world.broker.slowMs.set("positions", 10_000);
    await world.time.advance(MINUTE_MS + 500);
    world.broker.exchange.takeAway("sell");
    world.executor.look(world.account);
    await world.time.advance(SECOND_MS);
    expect(world.statuses()).toContain("exit cancelled 0/10");
  });

  it("still proves after a slow read what the user has closed", async () => {
    const world = await OrderWorld.withLong();
    world.broker.slowMs.set("positions", 2_000);
    world.broker.exchange.foreign = -6;
    await world.time.advance(75 * SECOND_MS);
    expect(world.facts("closed_outside")).toMatchObject([{ quantity: 6 }]);
  });

  it("still proves what the user has closed when each position is read again before its second book arrives", async () => {
    for (const positionsMs of [300, 2_500]) {
      const world = new OrderWorld();
      world.broker.isPushing = false;
      await world.start();
      await world.enter();
      await world.time.advance(SECOND_MS);
      world.broker.slowMs.set("orders", 3_500);
      world.broker.slowMs.set("positions", positionsMs);
      world.broker.exchange.foreign = -6;
      await world.time.advance(2 * MINUTE_MS);
      expect(world.facts("closed_outside")).toMatchObject([{ quantity: 6 }]);
    }
  });
});

describe("a slow read of exact fills", () => {
  it("does not hide a stop that the exchange ends during the read", async () => {
    const world = new OrderWorld();
    await world.start();
    world.broker.slowMs.set("fills", 10_000);
    await world.enter();
    await world.time.advance(500);
    world.broker.exchange.takeAway("sell");
    world.executor.look(world.account);
    await world.time.advance(SECOND_MS);
    expect(isSafe(world)).toBe(true);
  });
});

describe("a stop that the exchange ends without a push", () => {
  it("is noticed within two seconds without order updates", async () => {
    const world = await OrderWorld.withLong();
    world.broker.isPushing = false;
    await world.time.advance(20 * SECOND_MS);
    for (const waitMs of [100, 700, 1_300]) {
      await world.time.advance(waitMs);
      world.broker.exchange.takeAway("sell");
      await world.time.advance(2 * SECOND_MS);
      expect(isSafe(world)).toBe(true);
    }
  });

  it("is noticed within two seconds when its price lies outside the moved band", async () => {
    const world = await OrderWorld.withLong();
    await world.time.advance(15 * SECOND_MS);
    world.broker.exchange.takeAway("sell");
    world.band = { lower: paise(99_500), upper: paise(110_000), tick: paise(5) };
    world.tick();
    await world.time.advance(2 * SECOND_MS);
    expect(isSafe(world)).toBe(true);
  });

  it("is noticed within two seconds when its trigger was passed", async () => {
    const world = await OrderWorld.withLong();
    await world.time.advance(15 * SECOND_MS);
    world.broker.exchange.takeAway("sell");
    world.setPrice(99_500);
    await world.time.advance(100);
    world.setPrice(98_990);
    await world.time.advance(2 * SECOND_MS);
    expect(world.broker.exchange.ours()).toBe(0);
  });

  it("needs few reads while order updates are connected", async () => {
    const world = await OrderWorld.withLong();
    await world.time.advance(15 * SECOND_MS);
    const before = world.broker.bookReads;
    await world.time.advance(30 * SECOND_MS);
    expect(world.broker.bookReads - before).toBeLessThanOrEqual(6);
  });
});

describe("order updates that were refused", () => {
  it("are requested again only after the next login", async () => {
    const world = new OrderWorld();
    await world.start();
    world.broker.refusedFeeds.add("token-1");
    await world.enter();
    await world.time.advance(20 * SECOND_MS);
    expect(world.broker.feeds).toEqual(["token-1"]);
    world.token = null;
    await world.time.advance(5 * SECOND_MS);
    world.token = "token-2";
    await world.time.advance(5 * SECOND_MS);
    expect(world.broker.feeds).toEqual(["token-1", "token-2"]);
    const before = world.broker.bookReads;
    await world.time.advance(20 * SECOND_MS);
    expect(world.broker.bookReads - before).toBeLessThanOrEqual(5);
  });
});
