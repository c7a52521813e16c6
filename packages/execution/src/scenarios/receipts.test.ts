import { SECOND_MS } from "@vriddhi/core/time/clock";
import { describe, expect, it } from "vitest";
import { bucketOf } from "../ports/ownership.ts";
import { OrderWorld } from "../scripted/order-world.ts";

async function begin(accounts: number): Promise<OrderWorld> {
  const world = new OrderWorld({ accounts });
  await world.start();
  return world;
}

const accountsOf = (world: OrderWorld) => world.fixtures.map(({ account }) => account);

describe("a submitted plan", () => {
  it("reports the accounts whose bucket another process owns, and accepts the others", async () => {
    const world = await begin(3);
    const [first, ...others] = accountsOf(world);
    if (first === undefined) throw new Error("there are three accounts");
    await world.store().declareDead("life-1");
    await world.store().lease("another", [bucketOf(first)], 10 * SECOND_MS);
    await world.time.advance(4 * SECOND_MS);
    const receipt = await world.until(world.executor.enter(world.planFor("signal-1", [first, ...others])));
    expect(receipt.notTaken).toEqual([first]);
    expect(receipt.tags).toHaveLength(2);
  });

  it("reports the accounts whose bucket lease was lost during the write", async () => {
    const world = await begin(2);
    const [first, second] = accountsOf(world);
    if (first === undefined || second === undefined) throw new Error("there are two accounts");
    await world.store().declareDead("life-1");
    await world.store().lease("another", [bucketOf(first)], 10 * SECOND_MS);
    await world.store().lease("life-1", [bucketOf(second)], 10 * SECOND_MS);
    const receipt = await world.until(world.executor.enter(world.planFor("signal-1", [first, second])));
    expect(receipt.notTaken).toContain(first);
    expect(world.orders().filter(({ accountId }) => accountId === first)).toEqual([]);
  });

  it("reports accounts that were blocked first, and none that already has an outcome", async () => {
    const world = await begin(2);
    const [blocked, other] = accountsOf(world);
    if (blocked === undefined || other === undefined) throw new Error("there are two accounts");
    await world.until(world.executor.enter(world.planFor("signal-1", [other])));
    const block = {
      accountId: blocked,
      cause: "run_stopped",
      setAt: world.time.now(),
      closesPositions: true,
    } as const;
    await world.store().block(block, []);
    const receipt = await world.until(world.executor.enter(world.planFor("signal-1", [blocked, other])));
    expect(receipt).toEqual({ tags: [], notTaken: [blocked] });
  });

  it("reports the accounts whose reason was not written because the store did not answer in time", async () => {
    const world = await begin(1);
    const plan = world.planFor("signal-1", [world.account]);
    const skip = { kind: "skip", accountId: world.account, signalId: "signal-1", reason: "no_capital" } as const;
    const works = world.commit;
    world.commit = async () => {
      throw new Error("the database is gone");
    };
    const entered = world.executor.enter({ ...plan, outcomes: [skip] });
    await world.time.advance(25 * SECOND_MS);
    expect(await entered).toEqual({ tags: [], notTaken: [world.account] });
    world.commit = works;
    await world.time.advance(5 * SECOND_MS);
    expect(await world.until(world.executor.enter({ ...plan, outcomes: [skip] }))).toEqual({ tags: [], notTaken: [] });
    expect(world.facts("skipped")).toHaveLength(1);
  });
});
