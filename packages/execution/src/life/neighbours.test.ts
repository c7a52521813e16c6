import { MINUTE_MS, SECOND_MS } from "@vriddhi/core/time/clock";
import { describe, expect, it } from "vitest";
import { OrderWorld } from "../scripted/order-world.ts";

describe("accounts beside one another", () => {
  it("do not wait for one whose broker does not answer", async () => {
    const world = new OrderWorld({ accounts: 3, settings: { turnsAtOnceMax: 2 } });
    await world.start();
    const [silent, ...others] = world.streets;
    if (silent === undefined) throw new Error("there are three accounts");
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

  it("of which one is blocked leave the others alone", async () => {
    const world = new OrderWorld({ accounts: 3 });
    await world.start();
    await world.enterAll("signal-1");
    await world.time.advance(SECOND_MS);
    const [blocked, ...others] = world.streets;
    if (blocked === undefined) throw new Error("there are three accounts");
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
    for (const { broker } of world.streets) broker.next({ kind: "hanging", forMs: 3_000 });
    const entered = world.executor.enter(
      world.planFor(
        "signal-1",
        world.streets.map(({ account }) => account),
      ),
    );
    await world.time.advance(SECOND_MS);
    expect(world.orders().length).toBe(32 + 96 + 256);
    expect((await world.until(entered)).tags).toHaveLength(400);
    await world.time.advance(10 * SECOND_MS);
    expect(world.streets.every(({ broker }) => broker.exchange.bought() === 10)).toBe(true);
    expect(world.streets.flatMap(({ broker }) => broker.exchange.violations)).toEqual([]);
  });
});
