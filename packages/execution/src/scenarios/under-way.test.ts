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
});
