import { SECOND_MS } from "@vriddhi/core/time/clock";
import { exitOf } from "@vriddhi/execution/store-suite/store-fixture";
import { describe, expect, it } from "vitest";
import { CoverRule } from "./cover.ts";
import { RuleWorld } from "./rule-fixture.ts";

const aWorld = () => new RuleWorld((deps) => new CoverRule(deps));
const UNCOVERED = "what is open is covered within two seconds";

describe("the rule of cover", () => {
  it("accuses what has no working exit for more than two seconds", async () => {
    const world = aWorld();
    world.buy();
    await world.live(2);
    expect(world.accused).toEqual([]);
    await world.live(1);
    expect(world.accused.at(0)).toEqual({ invariant: UNCOVERED, account: "ZX1" });
  });

  it("accuses an exit that came too late although it stands when it is looked at", async () => {
    const world = aWorld();
    const entry = world.buy();
    await world.live(2);
    world.deps.clock.time.after(400, () => world.protect(entry));
    await world.live(1);
    expect(world.accused.at(0)?.invariant).toBe(UNCOVERED);
  });

  it("is content with an exit that stands in time", async () => {
    const world = aWorld();
    const entry = world.buy();
    await world.live(1);
    world.protect(entry);
    await world.live(60);
    expect(world.accused).toEqual([]);
  });

  it("begins to count when what stood in the way is over", async () => {
    const world = aWorld();
    world.deps.hindrances.begin("ZX1", "session");
    world.buy();
    await world.live(90);
    world.deps.hindrances.end("ZX1", "session", SECOND_MS);
    await world.live(3);
    expect(world.accused).toEqual([]);
    await world.live(1);
    expect(world.accused.at(0)?.invariant).toBe(UNCOVERED);
  });

  it("is not moved by what stands in somebody else's way", async () => {
    const world = aWorld();
    world.deps.hindrances.begin("ZX2", "session");
    world.buy();
    await world.live(3);
    expect(world.accused.at(0)?.account).toBe("ZX1");
  });

  it("does not take an exit on its way for an excuse, unless a fault met it, and not for ever", async () => {
    const hasty = aWorld();
    hasty.store(exitOf("EXIT", hasty.buy(), 1), "sending");
    await hasty.live(3);
    expect(hasty.accused.at(0)?.invariant).toBe(UNCOVERED);

    const unlucky = aWorld();
    const { tag } = unlucky.store(exitOf("EXIT", unlucky.buy(), 1), "sending");
    unlucky.deps.hindrances.spoil(tag);
    await unlucky.live(150);
    expect(unlucky.accused).toEqual([]);
    await unlucky.live(4);
    expect(unlucky.accused.at(0)?.invariant).toBe(UNCOVERED);
  });
});
