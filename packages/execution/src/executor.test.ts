import { SECOND_MS } from "@vriddhi/core/time/clock";
import { describe, expect, it } from "vitest";
import { OrderWorld } from "./scripted/order-world.ts";

describe("an entry", () => {
  it("is stored before it leaves, fills, and is protected by a stop for all of it", async () => {
    const world = new OrderWorld();
    await world.start();
    const tags = await world.enter();
    expect(tags).toHaveLength(1);
    await world.time.advance(SECOND_MS);
    expect(world.statuses()).toEqual(["entry filled 10/10", "exit accepted 0/10"]);
    expect(world.broker.exchange.working("sell")).toMatchObject([
      { quantity: 10, pricing: { kind: "stop_limit", trigger: 99_000 } },
    ]);
    expect(world.broker.exchange.violations).toEqual([]);
    expect(world.warnings).toEqual([]);
  });
});
