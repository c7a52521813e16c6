import { epochMs, later, SECOND_MS } from "@vriddhi/core/time/clock";
import { describe, expect, it } from "vitest";
import { Gate } from "../executor/gate.ts";
import { VirtualTime } from "../scripted/virtual-time.ts";
import { AccountTurns } from "./account-turns.ts";

function setUp(gate = new Gate(1)) {
  const time = new VirtualTime(epochMs(0));
  const turned: string[] = [];
  const turnsOf = (name: string, next: () => number | null = () => null, canWait = false): AccountTurns => {
    const deps = {
      humanClock: time,
      marketClock: time,
      timers: time,
      inTurn: () => gate.enter(true),
      isCalm: () => gate.isCalm(),
    };
    return new AccountTurns(deps, async () => {
      turned.push(name);
      const inMs = next();
      return inMs === null ? null : { until: later(time.now(), inMs), canWait };
    });
  };
  return { time, gate, turned, turnsOf };
}

describe("an account's turns", () => {
  it("decide messages that arrive together in one turn", async () => {
    const { time, turned, turnsOf } = setUp();
    const turns = turnsOf("a");
    turns.wake();
    turns.wake();
    expect(turns.isRunning()).toBe(true);
    await time.settle();
    expect(turned).toEqual(["a"]);
    expect(turns.isRunning()).toBe(false);
  });

  it("wait for a free slot and decide messages that arrive during the wait in the same turn", async () => {
    const { time, gate, turned, turnsOf } = setUp();
    const busy = gate.enter(true);
    const [first, second] = ["first", "second"].map((name) => turnsOf(name));
    first?.wake();
    second?.wake();
    await time.settle();
    expect(turned).toEqual([]);
    first?.wake();
    busy.done();
    await time.settle();
    expect(turned).toEqual(["first", "second"]);
  });

  it("run again when the last turn requested it, and never run for a stopped account", async () => {
    const { time, turned, turnsOf } = setUp();
    const turns = turnsOf("a", () => SECOND_MS);
    await turns.next();
    await time.settle();
    expect(turns.isSleeping()).toBe(true);
    await time.advance(2.5 * SECOND_MS);
    expect(turned).toHaveLength(3);
    const waited = turns.next();
    turns.stop();
    await waited;
    await time.advance(5 * SECOND_MS);
    expect(turned).toHaveLength(3);
  });

  it("wait one second once during a price broadcast when every position is covered", async () => {
    const { time, gate, turned, turnsOf } = setUp(new Gate(3));
    let end: () => void = () => undefined;
    turnsOf("is covered", () => 5 * SECOND_MS, true).wake();
    turnsOf("is due", () => 5 * SECOND_MS).wake();
    const woken = turnsOf("is notified", () => 5 * SECOND_MS, true);
    woken.wake();
    await time.advance(4.9 * SECOND_MS);
    turned.length = 0;
    void gate.keepCalm(() => new Promise((resolve) => (end = resolve)));
    await time.advance(0.2 * SECOND_MS);
    expect(turned).toEqual(["is due"]);
    woken.wake();
    await time.settle();
    expect(turned).toEqual(["is due", "is notified"]);
    await time.advance(0.8 * SECOND_MS);
    expect(turned).toEqual(["is due", "is notified"]);
    await time.advance(0.1 * SECOND_MS);
    expect(turned).toEqual(["is due", "is notified", "is covered"]);
    end();
  });
});
