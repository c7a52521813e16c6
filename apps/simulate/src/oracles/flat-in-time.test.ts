import { epochMs } from "@vriddhi/core/time/clock";
import { istMinute } from "@vriddhi/core/time/ist";
import type { StoredOrder } from "@vriddhi/execution/ports/stored-order";
import { describe, expect, it } from "vitest";
import { FlatInTimeRule } from "./flat-in-time.ts";
import { RuleWorld } from "./rule-fixture.ts";

const OPEN = { invariant: "flat by 15:10 or an alert is raised", account: "ZX1" };

/** A minute before ten past three. */
const aWorld = () => new RuleWorld((deps) => new FlatInTimeRule(deps), istMinute(15, 9));

function notify({ notices }: RuleWorld, { accountId, day, positionId }: StoredOrder): void {
  const fact = { kind: "position_stuck", positionId, reason: "not_flat_in_time" } as const;
  notices.written({ accountId, day, at: epochMs(0), fact });
}

describe("the rule that positions are flat by 15:10", () => {
  it("reports an open position six seconds later, and only once", async () => {
    const world = aWorld();
    world.buy();
    await world.live(65);
    expect(world.accused).toEqual([]);
    await world.live(10);
    expect(world.accused).toEqual([OPEN]);
  });

  it("accepts an open position with an alert", async () => {
    const world = aWorld();
    const entry = world.buy();
    await world.live(62);
    notify(world, entry);
    await world.live(120);
    expect(world.accused).toEqual([]);
  });

  it("rejects an alert from before 15:10 and reports the position too", async () => {
    const world = aWorld();
    notify(world, world.buy());
    await world.live(75);
    expect(world.accused).toEqual([
      { invariant: "each position alert is raised once and with a cause", account: "ZX1" },
      OPEN,
    ]);
  });

  it("gives a trade in the last second the same six seconds, and checks it afterwards", async () => {
    const world = aWorld();
    await world.live(65);
    world.buy();
    await world.live(5);
    expect(world.accused).toEqual([]);
    await world.live(2);
    expect(world.accused).toEqual([OPEN]);
  });

  it("checks a hindered position after the hindrance ends", async () => {
    const world = aWorld();
    world.buy();
    world.deps.hindrances.begin("ZX1", "session");
    await world.live(80);
    expect(world.accused).toEqual([]);
    world.deps.hindrances.end("ZX1", "session", 0);
    await world.live(7);
    expect(world.accused).toEqual([OPEN]);
  });
});
