import { SECOND_MS } from "@vriddhi/core/time/clock";
import { exitOf } from "@vriddhi/execution/store-suite/store-fixture";
import { describe, expect, it } from "vitest";
import { CoverRule } from "./cover.ts";
import { RuleWorld } from "./rule-fixture.ts";

const aWorld = () => new RuleWorld((deps) => new CoverRule(deps));
const UNCOVERED = "what is open is covered within two seconds";

describe("the cover rule", () => {
  it("reports a position without a working exit for more than two seconds", async () => {
    const world = aWorld();
    world.buy();
    await world.live(2);
    expect(world.accused).toEqual([]);
    await world.live(1);
    expect(world.accused.at(0)).toEqual({ invariant: UNCOVERED, account: "ZX1" });
  });

  it("reports a late exit even if it rests when the rule checks", async () => {
    const world = aWorld();
    const entry = world.buy();
    await world.live(2);
    world.deps.clock.time.after(400, () => world.protect(entry));
    await world.live(1);
    expect(world.accused.at(0)?.invariant).toBe(UNCOVERED);
  });

  it("accepts an exit that rests within two seconds", async () => {
    const world = aWorld();
    const entry = world.buy();
    await world.live(1);
    world.protect(entry);
    await world.live(60);
    expect(world.accused).toEqual([]);
  });

  it("starts the two seconds after a hindrance ends", async () => {
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

  it("ignores another account's hindrance", async () => {
    const world = aWorld();
    world.deps.hindrances.begin("ZX2", "session");
    world.buy();
    await world.live(3);
    expect(world.accused.at(0)?.account).toBe("ZX1");
  });

  it("excuses an exit in flight only after a fault, and only for a limited time", async () => {
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

  it("gives a lost exit its full time although an earlier exit was given up", async () => {
    const world = aWorld();
    const entry = world.buy();
    const first = world.store(exitOf("EXIT", entry, 1), "unknown");
    await world.live(140);
    world.store(first, "abandoned");
    world.rule.written?.({
      accountId: entry.accountId,
      day: entry.day,
      at: entry.plannedAt,
      fact: { kind: "order_moved", tag: first.tag, n: 2, from: "unknown", to: "abandoned", reason: null },
    });
    world.store(exitOf("EXIT-2", entry, 2), "unknown");
    await world.live(140);
    expect(world.accused).toEqual([]);
    await world.live(20);
    expect(world.accused.at(0)?.invariant).toBe(UNCOVERED);
  });

  it("excuses a lost exit for a limited time only, however long the book hides its row", async () => {
    const world = aWorld();
    world.store(exitOf("EXIT", world.buy(), 1), "unknown");
    world.deps.hindrances.hideRow("ZX1", 3_600 * SECOND_MS);
    await world.live(295);
    expect(world.accused).toEqual([]);
    await world.live(10);
    expect(world.accused.at(0)?.invariant).toBe(UNCOVERED);
  });

  it("allows a foreign closing order eleven seconds, and again after a restart, because the new process must see it first", async () => {
    const seen = aWorld();
    seen.buy();
    seen.restByHand();
    await seen.live(13);
    expect(seen.accused).toEqual([]);
    await seen.live(1);
    expect(seen.accused.at(0)?.invariant).toBe(UNCOVERED);

    const replaced = aWorld();
    replaced.buy();
    replaced.restByHand();
    await replaced.live(5);
    replaced.deps.hindrances.begin("ZX1", "process");
    await replaced.live(3);
    replaced.deps.hindrances.end("ZX1", "process", SECOND_MS);
    await replaced.live(14);
    expect(replaced.accused).toEqual([]);
    await replaced.live(1);
    expect(replaced.accused.at(0)?.invariant).toBe(UNCOVERED);
  });

  it("gives no extra time to a process that was only paused and kept its memory", async () => {
    const world = aWorld();
    world.buy();
    world.restByHand();
    await world.live(5);
    world.deps.hindrances.hinder("ZX1", 3 * SECOND_MS);
    await world.live(8);
    expect(world.accused).toEqual([]);
    await world.live(1);
    expect(world.accused.at(0)?.invariant).toBe(UNCOVERED);
  });
});
