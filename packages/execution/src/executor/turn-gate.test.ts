import { describe, expect, it } from "vitest";
import { createTurnGate } from "./turn-gate.ts";

const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Turns that last until they are ended. */
function crowd(max: number) {
  const gate = createTurnGate(max);
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  const enter = (n: number) =>
    gate(() => {
      begun.push(n);
      return new Promise<void>((resolve) => ends.push(resolve));
    });
  async function endAll(): Promise<number> {
    const before = begun.length;
    for (const end of ends.splice(0)) end();
    await settled();
    return begun.length - before;
  }
  return { enter, begun, ends, endAll };
}

describe("turns of many accounts", () => {
  it("begin with a few, and twice as many after each round until there are as many as may be", async () => {
    const { enter, begun, ends, endAll } = crowd(100);
    for (let n = 0; n < 500; n += 1) void enter(n);
    expect(begun.length).toBe(32);
    expect(await endAll()).toBe(64);
    expect(await endAll()).toBe(100);
    expect(await endAll()).toBe(100);
    expect(begun).toEqual([...begun].sort((a, b) => a - b));
    while (ends.length > 0) await endAll();
    expect(begun.length).toBe(500);
    for (let n = 0; n < 50; n += 1) void enter(n);
    expect(ends.length).toBe(32);
  });

  it("are never more than may be, where that is less than a few", async () => {
    const { enter, begun, ends, endAll } = crowd(2);
    for (let n = 0; n < 5; n += 1) void enter(n);
    expect(ends.length).toBe(2);
    await endAll();
    expect(ends.length).toBe(2);
    await endAll();
    expect(begun).toEqual([0, 1, 2, 3, 4]);
  });

  it("leave their place to the next one when they fail", async () => {
    const gate = createTurnGate(1);
    await expect(gate(() => Promise.reject(new Error("no")))).rejects.toThrow("no");
    await gate(() => Promise.resolve());
  });
});
