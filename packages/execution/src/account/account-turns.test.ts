import { epochMs, later, SECOND_MS } from "@vriddhi/core/time/clock";
import { describe, expect, it } from "vitest";
import { Gate } from "../executor/gate.ts";
import { VirtualTime } from "../scripted/virtual-time.ts";
import { AccountTurns } from "./account-turns.ts";

function setUp(gate = new Gate(1)) {
  const time = new VirtualTime(epochMs(0));
  const told: string[] = [];
  const turnsOf = (name: string, next: () => number | null = () => null): AccountTurns => {
    const deps = { humanClock: time, timers: time, inTurn: () => gate.enter(true) };
    return new AccountTurns(deps, async () => {
      told.push(name);
      const inMs = next();
      return inMs === null ? null : later(time.now(), inMs);
    });
  };
  return { time, gate, told, turnsOf };
}

describe("turns of an account", () => {
  it("are one for all that is told at once", async () => {
    const { time, told, turnsOf } = setUp();
    const turns = turnsOf("a");
    turns.wake();
    turns.wake();
    expect(turns.isRunning()).toBe(true);
    await time.settle();
    expect(told).toEqual(["a"]);
    expect(turns.isRunning()).toBe(false);
  });

  it("wait for their place, and what is told meanwhile is decided with the rest", async () => {
    const { time, gate, told, turnsOf } = setUp();
    const busy = gate.enter(true);
    const [first, second] = ["first", "second"].map((name) => turnsOf(name));
    first?.wake();
    second?.wake();
    await time.settle();
    expect(told).toEqual([]);
    first?.wake();
    busy.done();
    await time.settle();
    expect(told).toEqual(["first", "second"]);
  });

  it("come again when the last one asked for it, and are not asked for by a stopped account", async () => {
    const { time, told, turnsOf } = setUp();
    const turns = turnsOf("a", () => SECOND_MS);
    await turns.next();
    await time.settle();
    expect(turns.isSleeping()).toBe(true);
    await time.advance(2.5 * SECOND_MS);
    expect(told).toHaveLength(3);
    const waited = turns.next();
    turns.stop();
    await waited;
    await time.advance(5 * SECOND_MS);
    expect(told).toHaveLength(3);
  });
});
