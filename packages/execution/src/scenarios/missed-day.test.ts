import { DAY_MS, SECOND_MS } from "@vriddhi/core/time/clock";
import { istDate } from "@vriddhi/core/time/ist";
import { describe, expect, it } from "vitest";
import { OrderWorld } from "../scripted/order-world.ts";

const MISSED = istDate("2026-11-16");

async function begin(): Promise<OrderWorld> {
  const world = new OrderWorld();
  await world.start();
  return world;
}

async function missTheEnd(world: OrderWorld): Promise<void> {
  world.isTicking = false;
  await world.crash();
  await world.time.advance(DAY_MS);
  await world.restart();
  await world.until(world.executor.endMissedDay(world.account, MISSED));
}

describe("a trading day that no process closed", () => {
  it("gets the result of its fills when every position was flat", async () => {
    const world = await begin();
    await world.enter();
    await world.time.advance(SECOND_MS);
    world.setPrice(102_100);
    await world.time.advance(20 * SECOND_MS);
    expect(world.facts("position_flat")).toHaveLength(1);
    await missTheEnd(world);
    expect(world.facts("day_closed")).toMatchObject([{ gross: 10 * (102_095 - 100_005) }]);
    expect(world.facts("position_handed_over")).toEqual([]);
  });

  it("ends its orders and gets no result when a position was open: the broker closed it at an unknown price", async () => {
    const world = await begin();
    await world.enter();
    await world.time.advance(20 * SECOND_MS);
    await missTheEnd(world);
    expect(world.statuses()).toEqual(["entry filled 10/10", "exit expired 0/10"]);
    expect(world.orders()[1]?.state.reason).toBe("day_ended");
    expect(world.facts("position_handed_over")).toMatchObject([{ quantity: 10 }]);
    expect(world.facts("day_closed")).toEqual([]);
    const written = world.tables.ledger.length;
    await world.until(world.executor.endMissedDay(world.account, MISSED));
    expect(world.tables.ledger).toHaveLength(written);
  });

  it("does not claim that an order with a lost answer was absent", async () => {
    const world = await begin();
    world.broker.next({ kind: "lost", isReceived: false, mayStillArrive: true });
    await world.enter();
    await world.time.advance(SECOND_MS);
    await missTheEnd(world);
    expect(world.orders()[0]?.state).toMatchObject({ status: "expired", reason: "answer_lost" });
  });

  it("is skipped by a process that does not own the account", async () => {
    const world = await begin();
    await world.enter();
    await world.time.advance(20 * SECOND_MS);
    await world.crash();
    await world.until(world.executor.endMissedDay(world.account, MISSED));
    expect(world.statuses()).toEqual(["entry filled 10/10", "exit accepted 0/10"]);
  });
});
