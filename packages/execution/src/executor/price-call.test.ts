import { describe, expect, it } from "vitest";
import { createPriceCall } from "./price-call.ts";

const ISIN = "INE062A01020";

function openWorld() {
  const later: (() => void)[] = [];
  const watched = new Map<string, () => void>();
  const watch = createPriceCall(
    {
      watch(isin, listener) {
        watched.set(isin, listener);
        return () => void watched.delete(isin);
      },
    },
    {
      after(_ms, run) {
        later.push(run);
        return () => undefined;
      },
    },
  );
  const told: number[] = [];
  return {
    told,
    watched,
    price: () => watched.get(ISIN)?.(),
    /** What stands in the timers now, and nothing of what it begins. */
    wait: () => {
      for (const run of later.splice(0)) run();
    },
    isCalm: () => later.length === 0,
    watch: (listener: () => void) => watch(ISIN, listener),
    join: (count: number) => Array.from({ length: count }, (_, n) => watch(ISIN, () => void told.push(n))),
  };
}

describe("a price", () => {
  it("is told to a few at once, by one listener at the source", () => {
    const world = openWorld();
    world.join(64);
    expect(world.watched.size).toBe(1);
    world.price();
    expect([world.told.length, world.isCalm()]).toEqual([64, true]);
  });

  it("is told to the first of a crowd at once and to everybody in the end, each once", () => {
    const world = openWorld();
    world.join(1_500);
    world.price();
    expect(world.told).toHaveLength(64);
    while (!world.isCalm()) world.wait();
    expect(world.told).toEqual(Array.from({ length: 1_500 }, (_, n) => n));
  });

  it("that changes while a crowd is being told is told to all of them again, however often it changed", () => {
    const world = openWorld();
    world.join(1_000);
    world.price();
    world.price();
    world.price();
    while (!world.isCalm()) world.wait();
    expect(world.told).toHaveLength(2_000);
    world.price();
    while (!world.isCalm()) world.wait();
    expect(world.told).toHaveLength(3_000);
  });

  it("is told to the others although somebody fails with it", () => {
    const world = openWorld();
    world.watch(() => {
      throw new Error("one account has a fault");
    });
    world.join(1_000);
    expect(world.price).toThrow("one account has a fault");
    while (!world.isCalm()) world.wait();
    expect(world.told).toHaveLength(1_000 - 63);
    expect(world.price).toThrow("one account has a fault");
    while (!world.isCalm()) world.wait();
    expect(world.told).toHaveLength(2 * (1_000 - 63));
  });

  it("is not told to whoever has left meanwhile, and nobody listens when all have", () => {
    const world = openWorld();
    const leave = world.join(1_000);
    world.price();
    leave[999]?.();
    leave[999]?.();
    while (!world.isCalm()) world.wait();
    expect(world.told).toHaveLength(999);
    for (const each of leave) each();
    expect(world.watched.size).toBe(0);
    world.join(1);
    expect(world.watched.size).toBe(1);
  });
});
