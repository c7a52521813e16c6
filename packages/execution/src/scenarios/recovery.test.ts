import { createSeededRandom } from "@vriddhi/core/shared/random";
import { epochMs, MINUTE_MS, SECOND_MS } from "@vriddhi/core/time/clock";
import { describe, expect, it } from "vitest";
import { OrderWorld } from "../scripted/order-world.ts";

async function begin(): Promise<OrderWorld> {
  const world = new OrderWorld();
  await world.start();
  return world;
}

const throwing = async (): Promise<never> => {
  throw new Error("the database is gone");
};

describe("a killed process", () => {
  it("between commit and answer leaves an unknown order that the next process looks up and never resends", async () => {
    const world = await begin();
    const entered = world.executor.enter(world.plan("signal-1"));
    await world.time.advance(5);
    await entered;
    expect(world.statuses()).toEqual(["entry sending 0/10"]);
    await world.restart();
    expect(world.orders()[0]?.state).toMatchObject({ reason: "process_restarted", isResetProved: false });
    await world.time.advance(3 * SECOND_MS);
    expect(world.statuses()).toEqual(["entry filled 10/10", "exit accepted 0/10"]);
    expect(world.broker.exchange.violations).toEqual([]);
  });

  it("does not pass on its proof that an entry was unsent", async () => {
    const world = await begin();
    world.broker.chance = () => ({ kind: "throttled", retryAfterMs: 5_000 });
    await world.enter();
    await world.time.advance(100);
    expect(world.orders()[0]?.state.isProvedUnsent).toBe(true);
    const handedOver = world.broker.placed.length;
    world.broker.chance = null;
    await world.restart();
    await world.time.advance(3 * MINUTE_MS);
    expect(world.broker.placed).toHaveLength(handedOver);
    expect(world.statuses()).toEqual(["entry abandoned 0/10"]);
  });

  it("leaves a resting stop that the next process takes over, with the used rate limit counted", async () => {
    const world = await begin();
    await world.enter();
    await world.time.advance(SECOND_MS);
    await world.restart();
    await world.time.advance(SECOND_MS);
    expect(world.broker.exchange.working("sell")).toHaveLength(1);
    expect(world.seeded).toHaveLength(2);
    world.setPrice(102_100);
    await world.time.advance(3 * SECOND_MS);
    expect(world.broker.exchange.ours()).toBe(0);
    expect(world.broker.exchange.violations).toEqual([]);
  });

  it("that left a fill unprotected: the next process protects it at once", async () => {
    const world = await begin();
    world.broker.isPushing = false;
    await world.enter();
    await world.crash();
    await world.time.advance(MINUTE_MS);
    expect(world.broker.exchange.working("sell")).toEqual([]);
    await world.restart();
    await world.time.advance(2 * SECOND_MS);
    const isClosed = world.broker.exchange.ours() === 0;
    expect(isClosed || world.broker.exchange.working("sell").length === 1).toBe(true);
  });

  it("cannot write once another process has taken its bucket", async () => {
    const world = await begin();
    await world.enter();
    await world.time.advance(SECOND_MS);
    const old = world.executor;
    await world.store().declareDead("life-1");
    const [lease] = await world.store().lease("another", [...old.buckets()], 10 * SECOND_MS);
    expect(lease).toBeDefined();
    const placed = world.broker.placed.length;
    world.setPrice(102_100);
    await world.time.advance(10 * SECOND_MS);
    expect(world.broker.placed).toHaveLength(placed);
    expect(world.broker.commands).toEqual([]);
    expect(old.buckets()).toEqual([]);
  });
});

describe("a failing store", () => {
  it("blocks every call, and an answer that arrives meanwhile is recorded later without a resend", async () => {
    const world = await begin();
    const works = world.commit;
    world.broker.next({ kind: "hanging", forMs: 500 });
    const entered = world.executor.enter(world.plan("signal-1"));
    await world.time.advance(5);
    await entered;
    world.commit = throwing;
    await world.time.advance(5 * SECOND_MS);
    expect(world.broker.placed).toHaveLength(1);
    expect(world.statuses()).toEqual(["entry sending 0/10"]);
    world.commit = works;
    await world.time.advance(6 * SECOND_MS);
    expect(world.statuses()[0]).toBe("entry filled 10/10");
    expect(world.broker.placed.filter(({ ticket }) => ticket.side === "buy")).toHaveLength(1);
    expect(world.broker.exchange.violations).toEqual([]);
  });

  it("that loses a third of its acknowledgements at random after the commit changes nothing", async () => {
    const world = await begin();
    const random = createSeededRandom(1);
    world.commit = async (transaction) => {
      const value = transaction();
      if (random.int(1, 3) === 1) throw new Error("the answer was lost");
      return value;
    };
    const entered = world.executor.enter(world.plan("signal-1"));
    await world.until(entered);
    await world.time.advance(10 * SECOND_MS);
    expect(world.statuses()).toEqual(["entry filled 10/10", "exit accepted 0/10"]);
    world.setPrice(102_100);
    await world.time.advance(10 * SECOND_MS);
    expect(world.broker.exchange.ours()).toBe(0);
    expect(world.broker.exchange.violations).toEqual([]);
    expect(world.facts("order_contradicted")).toEqual([]);
  });

  it("pauses the owner after a lease time, until the lease is renewed", async () => {
    const world = await begin();
    await world.enter();
    await world.time.advance(SECOND_MS);
    const works = world.commit;
    world.commit = throwing;
    await world.time.advance(15 * SECOND_MS);
    expect(world.executor.buckets()).toEqual([]);
    world.setPrice(102_100);
    await world.time.advance(2 * SECOND_MS);
    expect(world.broker.commands).toEqual([]);
    world.commit = works;
    await world.time.advance(8 * SECOND_MS);
    expect(world.broker.exchange.ours()).toBe(0);
  });
});

describe("the end of the day", () => {
  it("writes the result to the paisa and finds no difference from the broker", async () => {
    const world = await begin();
    await world.enter();
    await world.time.advance(SECOND_MS);
    world.setPrice(102_100);
    await world.time.advance(3 * SECOND_MS);
    await world.until(world.executor.closeDay([world.account]));
    const gross = 10 * (102_095 - 100_005);
    expect(world.facts("day_closed")).toMatchObject([{ gross }]);
    expect(world.facts("broker_differs")).toEqual([]);
  });

  it("counts the broker's closing trades of handed-over positions, so that the result is exact", async () => {
    const world = new OrderWorld({ start: epochMs(Date.parse("2026-11-16T14:44:00+05:30")) });
    await world.start();
    await world.enter();
    await world.time.advance(SECOND_MS);
    world.broker.exchange.depth = 0;
    await world.time.advance(29 * MINUTE_MS);
    expect(world.facts("position_handed_over")).toMatchObject([{ quantity: 10 }]);
    world.setPrice(99_500);
    world.broker.exchange.squareOff();
    await world.until(world.executor.closeDay([world.account]));
    const gross = 10 * (99_495 - 100_005);
    expect(world.facts("closed_by_broker")).toMatchObject([{ quantity: 10, price: 99_495, side: "sell" }]);
    expect(world.facts("day_closed")).toMatchObject([{ gross }]);
    expect(world.facts("broker_differs")).toEqual([]);
    const [closed] = world.facts("day_closed");
    const fee = 5_000 * 1.18;
    expect((closed?.charges ?? 0) > fee).toBe(true);
  });

  it("still reports a handed-over position that the broker did not close", async () => {
    const world = new OrderWorld({ start: epochMs(Date.parse("2026-11-16T14:44:00+05:30")) });
    await world.start();
    await world.enter();
    await world.time.advance(SECOND_MS);
    world.broker.exchange.depth = 0;
    await world.time.advance(29 * MINUTE_MS);
    await world.until(world.executor.closeDay([world.account]));
    expect(world.facts("closed_by_broker")).toEqual([]);
    expect(world.facts("broker_differs")).toMatchObject([{ ours: 10, brokers: 10 }]);
  });

  it("reports a broker position that differs from the stored fills", async () => {
    const world = await begin();
    await world.enter();
    await world.time.advance(SECOND_MS);
    world.setPrice(102_100);
    await world.time.advance(3 * SECOND_MS);
    world.broker.exchange.foreign = 7;
    await world.until(world.executor.closeDay([world.account]));
    expect(world.facts("broker_differs")).toMatchObject([{ ours: 0, brokers: 7 }]);
  });
});

describe("an entry whose INSERT was not acknowledged", () => {
  it("ends although the lease ran out before its process could ask for the outcome", async () => {
    const world = await begin();
    world.commit = async (transaction) => {
      world.commit = throwing;
      transaction();
      throw new Error("the answer is lost");
    };
    const entered = world.executor.enter(world.plan("signal-1"));
    await world.time.advance(21 * SECOND_MS);
    expect(world.statuses()).toEqual(["entry sending 0/10"]);
    world.commit = async (transaction) => transaction();
    await world.until(entered);
    await world.time.advance(15 * SECOND_MS);
    expect(world.statuses()).toEqual(["entry expired 0/10"]);
    expect(world.broker.placed).toEqual([]);
  });
});
