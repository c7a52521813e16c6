import { paise } from "@vriddhi/core/shared/money";
import { MINUTE_MS, SECOND_MS } from "@vriddhi/core/time/clock";
import { describe, expect, it } from "vitest";
import { OrderWorld } from "../scripted/order-world.ts";

describe("accounts of one process", () => {
  it("do not wait for an account whose broker does not answer", async () => {
    const world = new OrderWorld({ accounts: 3, settings: { turnsAtOnceMax: 2 } });
    await world.start();
    const [silent, ...others] = world.fixtures;
    if (silent === undefined) throw new Error("the fixture has three accounts");
    silent.broker.next({ kind: "hanging", forMs: 10 * MINUTE_MS });
    silent.broker.readChance = () => "failed";
    await world.enterAll("signal-1");
    await world.time.advance(2 * SECOND_MS);
    for (const { broker } of others) expect(broker.exchange.working("sell")).toMatchObject([{ quantity: 10 }]);
    world.setPrice(102_100);
    await world.time.advance(4 * SECOND_MS);
    for (const { broker } of others) expect(broker.exchange.ours()).toBe(0);
    expect(silent.broker.exchange.bought()).toBe(0);
  });

  it("continue to trade when one of them is blocked", async () => {
    const world = new OrderWorld({ accounts: 3 });
    await world.start();
    await world.enterAll("signal-1");
    await world.time.advance(SECOND_MS);
    const [blocked, ...others] = world.fixtures;
    if (blocked === undefined) throw new Error("the fixture has three accounts");
    const block = {
      accountId: blocked.account,
      cause: "run_stopped",
      setAt: world.time.now(),
      closesPositions: true,
    } as const;
    await world.store().block(block, []);
    await world.time.advance(3 * SECOND_MS);
    expect(blocked.broker.exchange.ours()).toBe(0);
    for (const { broker } of others) expect(broker.exchange.ours()).toBe(10);
  });

  it("are stored in waves, and the next wave waits for answers", async () => {
    const world = new OrderWorld({ accounts: 400 });
    await world.start();
    for (const { broker } of world.fixtures) broker.next({ kind: "hanging", forMs: 3_000 });
    const entered = world.executor.enter(
      world.planFor(
        "signal-1",
        world.fixtures.map(({ account }) => account),
      ),
    );
    await world.time.advance(SECOND_MS);
    expect(world.orders().length).toBe(32 + 96 + 256);
    expect((await world.until(entered)).tags).toHaveLength(400);
    await world.time.advance(10 * SECOND_MS);
    expect(world.fixtures.every(({ broker }) => broker.exchange.bought() === 10)).toBe(true);
    expect(world.fixtures.flatMap(({ broker }) => broker.exchange.violations)).toEqual([]);
  });
});

describe("a price that ends the day of many accounts", () => {
  /** Each holds four hundred shares, so that the fall below exceeds the daily stop and reaches no position's stop. */
  async function manyAccounts(accounts: number): Promise<OrderWorld> {
    const world = new OrderWorld({ accounts, settings: { firstBatchMax: 2 } });
    await world.start();
    const all = world.fixtures.map(({ account }) => account);
    await world.until(
      world.executor.enter(world.planFor("signal-1", all, { quantity: 400, stop: paise(90_000), target: null })),
    );
    await world.time.advance(12 * SECOND_MS);
    world.tick("desk", 99_400);
    await world.time.advance(SECOND_MS);
    return world;
  }

  const fall = (world: OrderWorld): void => world.setPrice(98_700);
  const held = (world: OrderWorld): readonly number[] => world.fixtures.map(({ broker }) => broker.exchange.ours());

  it("stores the daily stop of every account before any but the first accounts send an order", async () => {
    const world = await manyAccounts(40);
    let commandsAtEnd: number | null = null;
    world.commit = async (transaction) => {
      const done = await transaction();
      if (world.facts("daily_stop_hit").length === 40) commandsAtEnd ??= world.facts("command_sent").length;
      return done;
    };
    fall(world);
    await world.time.advance(4 * SECOND_MS);
    expect(commandsAtEnd).toBe(2);
    expect(new Set(held(world))).toEqual(new Set([0]));
    expect(world.facts("daily_stop_hit")).toHaveLength(40);
    expect(world.facts("command_sent")).toHaveLength(40);
    expect(world.fixtures.flatMap(({ broker }) => broker.exchange.violations)).toEqual([]);
  });

  it("closes every account after a restart although the price has recovered", async () => {
    const world = await manyAccounts(40);
    let isOver = false;
    world.commit = async (transaction) => {
      if (isOver) throw new Error("the process is gone");
      const done = await transaction();
      isOver = world.facts("daily_stop_hit").length === 40;
      return done;
    };
    fall(world);
    await world.time.advance(200);
    expect(world.facts("command_sent")).toHaveLength(2);
    await world.crash();
    isOver = false;
    world.commit = async (transaction) => transaction();
    world.setPrice(100_400);
    await world.restart();
    await world.time.advance(5 * SECOND_MS);
    expect(new Set(held(world))).toEqual(new Set([0]));
    expect(world.facts("daily_stop_hit")).toHaveLength(40);
    expect(world.fixtures.flatMap(({ broker }) => broker.exchange.violations)).toEqual([]);
  });

  it("ends each day once although the commit's acknowledgement is lost", async () => {
    const world = await manyAccounts(10);
    let lost = 0;
    world.commit = async (transaction) => {
      const before = world.facts("daily_stop_hit").length;
      const done = await transaction();
      if (world.facts("daily_stop_hit").length === before || lost >= 5) return done;
      lost += 1;
      throw new Error("the answer was lost");
    };
    fall(world);
    await world.time.advance(6 * SECOND_MS);
    expect(lost).toBe(5);
    expect(new Set(held(world))).toEqual(new Set([0]));
    expect(world.facts("daily_stop_hit")).toHaveLength(10);
    expect(world.fixtures.map(({ broker }) => broker.commands.length)).toEqual(Array.from({ length: 10 }, () => 1));
  });

  it("does not wait for an account whose turn is in progress, and evaluates that account too", async () => {
    const world = await manyAccounts(20);
    for (const { account } of world.fixtures) world.executor.look(account);
    fall(world);
    await world.time.advance(4 * SECOND_MS);
    expect(new Set(held(world))).toEqual(new Set([0]));
    expect(world.facts("daily_stop_hit")).toHaveLength(20);
  });
});
