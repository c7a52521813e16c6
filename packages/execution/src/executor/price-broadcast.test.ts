import { epochMs } from "@vriddhi/core/time/clock";
import { describe, expect, it } from "vitest";
import { VirtualTime } from "../scripted/virtual-time.ts";
import { type Begun, createPriceBroadcast, type PriceListener } from "./price-broadcast.ts";

const ISIN = "INE062A01020";
const FIRST = 64;

const nothing = (): Begun => null;
const never = (): Begun => new Promise(() => undefined);

function openWorld() {
  const time = new VirtualTime(epochMs(0));
  const watched = new Map<string, () => void>();
  const source = {
    watch(isin: string, listener: () => void) {
      watched.set(isin, listener);
      return () => void watched.delete(isin);
    },
  };
  const watch = createPriceBroadcast(source, { timers: time, firstMax: FIRST, alone: (work) => work() });
  const processed: number[] = [];
  const judged: number[] = [];
  const listen = ({ checkDayEnd = nothing, process = nothing }: Partial<PriceListener>) =>
    watch(ISIN, { checkDayEnd, process });
  const noted = (list: number[], n: number, begun: () => Begun): Begun => {
    list.push(n);
    return begun();
  };
  return {
    time,
    processed,
    judged,
    watched,
    listen,
    price: () => watched.get(ISIN)?.(),
    join: (count: number, { checkDayEnd = nothing, process = nothing }: Partial<PriceListener> = {}) =>
      Array.from({ length: count }, (_, n) =>
        listen({ checkDayEnd: () => noted(judged, n, checkDayEnd), process: () => noted(processed, n, process) }),
      ),
  };
}

describe("a price broadcast", () => {
  it("reaches a few accounts at once through one listener at the source, and evaluates no account earlier", () => {
    const world = openWorld();
    world.join(FIRST);
    expect(world.watched.size).toBe(1);
    world.price();
    expect([world.processed.length, world.judged.length]).toEqual([FIRST, 0]);
  });

  it("reaches the first accounts at once and all accounts in the end, each once", async () => {
    const world = openWorld();
    world.join(1_500);
    world.price();
    expect(world.processed).toHaveLength(FIRST);
    await world.time.advance(50);
    expect(world.processed).toEqual(Array.from({ length: 1_500 }, (_, n) => n));
  });

  it("restarts for all accounts when the price changes during it, however often", async () => {
    const world = openWorld();
    world.join(1_000);
    world.price();
    world.price();
    world.price();
    await world.time.advance(100);
    expect(world.processed).toHaveLength(2_000);
    world.price();
    await world.time.advance(100);
    expect(world.processed).toHaveLength(3_000);
  });

  it("reaches the other accounts although one fails, and the error is rethrown", async () => {
    const world = openWorld();
    world.listen({
      process: () => {
        throw new Error("one account failed");
      },
    });
    world.join(1_000);
    world.price();
    await expect(world.time.advance(50)).rejects.toThrow("one account failed");
    await world.time.advance(50);
    expect(world.processed).toHaveLength(1_000);
  });

  it("skips accounts that have unsubscribed, and has no listener when all have", async () => {
    const world = openWorld();
    const leave = world.join(1_000);
    world.price();
    leave[999]?.();
    leave[999]?.();
    await world.time.advance(50);
    expect([world.processed.length, world.judged.length]).toEqual([999, 999 - FIRST]);
    for (const each of leave) each();
    expect(world.watched.size).toBe(0);
    world.join(1);
    expect(world.watched.size).toBe(1);
  });
});

describe("a price broadcast that may end the day of many accounts", () => {
  it("evaluates the other accounts after the first have acted, and notifies them after every daily stop is stored", async () => {
    const world = openWorld();
    let [haveLeft, isStored] = [() => {}, () => {}];
    const left = new Promise<void>((resolve) => {
      haveLeft = resolve;
    });
    const stored = new Promise<void>((resolve) => {
      isStored = resolve;
    });
    world.join(1_000, { process: () => left, checkDayEnd: () => stored });
    world.price();
    await world.time.advance(20);
    expect([world.processed.length, world.judged.length]).toEqual([FIRST, 0]);
    haveLeft();
    await world.time.advance(20);
    expect([world.processed.length, world.judged.length]).toEqual([FIRST, 1_000 - FIRST]);
    isStored();
    await world.time.advance(20);
    expect(world.processed).toHaveLength(1_000);
  });

  it("reaches every account although one of them hangs in the store", async () => {
    for (const hanging of [{ process: never }, { checkDayEnd: never }]) {
      const world = openWorld();
      world.listen(hanging);
      world.join(1_000, hanging);
      world.price();
      await world.time.advance(1_500);
      expect(world.processed).toHaveLength(1_000);
    }
  });
});
