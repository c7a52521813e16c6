import { SECOND_MS } from "@vriddhi/core/time/clock";
import { describe, expect, it } from "vitest";
import { OrderWorld } from "../scripted/order-world.ts";

const stateOf = ({ executor }: OrderWorld) => ({
  isUnderWay: executor.isUnderWay(),
  isExposed: executor.isExposed(),
});

describe("the state under way", () => {
  it("is empty before an entry, contains the entry while it works, and is empty while its stop rests", async () => {
    const world = new OrderWorld();
    await world.start();
    expect(stateOf(world)).toEqual({ isUnderWay: false, isExposed: false });
    await world.enter();
    expect(stateOf(world)).toEqual({ isUnderWay: true, isExposed: true });
    await world.time.advance(5 * SECOND_MS);
    expect(world.broker.exchange.working("sell")).toHaveLength(1);
    expect(stateOf(world)).toEqual({ isUnderWay: false, isExposed: true });
  });

  it("contains the exit from the price that triggers it until the position is flat", async () => {
    const world = new OrderWorld();
    await world.start();
    await world.enter();
    await world.time.advance(5 * SECOND_MS);
    world.setPrice(102_100);
    void world.executor.turnAll();
    expect(stateOf(world)).toEqual({ isUnderWay: true, isExposed: true });
    await world.time.advance(5 * SECOND_MS);
    expect(world.statuses()).toEqual(["entry filled 10/10", "exit filled 10/10"]);
    expect(stateOf(world)).toEqual({ isUnderWay: false, isExposed: false });
  });

  it("contains an entry with a lost answer until the broker's book has shown it", async () => {
    const world = new OrderWorld();
    await world.start();
    world.broker.next({ kind: "lost", isReceived: false, mayStillArrive: true });
    await world.enter();
    await world.time.advance(2 * SECOND_MS);
    expect(stateOf(world)).toMatchObject({ isUnderWay: true });
  });

  it("is busy while this process or the broker has something to do, and not while a limit order waits for its price", async () => {
    const world = new OrderWorld();
    await world.start();
    world.setPrice(110_000);
    void world.executor.enter(world.plan("first"));
    await world.time.advance(0);
    expect(world.executor.isBusy()).toBe(true);
    await world.time.advance(5 * SECOND_MS);
    expect(stateOf(world)).toEqual({ isUnderWay: true, isExposed: true });
    expect(world.executor.isBusy()).toBe(false);
  });
});

describe("a turn of what is due", () => {
  async function atRest() {
    const world = new OrderWorld();
    await world.start();
    await world.enter();
    await world.time.advance(5 * SECOND_MS);
    world.holdMarket();
    await world.until(world.executor.turnAll());
    return world;
  }

  it("exits at a target that is touched right after another price, which timers alone would pass over", async () => {
    const world = await atRest();
    world.setPrice(101_500);
    await world.until(world.executor.turnDue());
    world.setPrice(102_100);
    await world.until(world.executor.turnDue());
    expect(world.executor.isUnderWay()).toBe(true);
    await world.time.advance(5 * SECOND_MS);
    expect(world.statuses()).toEqual(["entry filled 10/10", "exit filled 10/10"]);
  });

  it("leaves out every account of which no price calls for a decision", async () => {
    const world = await atRest();
    const { price } = world.broker.exchange;
    world.setPrice(price + 5);
    void world.executor.turnDue();
    expect(world.executor.isBusy()).toBe(false);
  });
});
