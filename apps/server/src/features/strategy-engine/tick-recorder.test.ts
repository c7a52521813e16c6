import { istDate, istInstant } from "@vriddhi/core/time/ist";
import { SESSION_OPEN } from "@vriddhi/core/time/session-hours";
import { describe, expect, it } from "vitest";
import { createLogger } from "../../platform/log/logger.ts";
import { LeadLost } from "./strategy-engine.store.ts";
import type { TickBlock } from "./tick.store.ts";
import { TickRecorder } from "./tick-recorder.ts";

const DAY = istDate("2026-11-17");
const TOMORROW = istDate("2026-11-18");

function open() {
  const stored: TickBlock[] = [];
  const world = { failure: null as Error | null };
  const ticks = {
    append: async (_place: object, _isins: readonly string[], blocks: readonly TickBlock[]) => {
      if (world.failure !== null) throw world.failure;
      stored.push(...blocks);
    },
  };
  const recorder = new TickRecorder({ ticks, isins: ["INE001A01010"], log: createLogger("silent") }, "fyers", 1);
  const addTick = (day = DAY) => recorder.add(day, 0, { at: istInstant(day, SESSION_OPEN), price: 100, dayVolume: 1 });
  return { recorder, stored, world, addTick };
}

describe("the tick recorder", () => {
  it("the tick recorder stores nothing without a cut, and each block once", async () => {
    const { recorder, stored, addTick } = open();
    addTick();
    await recorder.store();
    expect(stored).toEqual([]);
    recorder.cut();
    recorder.cut();
    expect(recorder.isStored).toBe(false);
    await recorder.store();
    await recorder.store();
    expect(stored.map(({ seq, ticks }) => [seq, ticks])).toEqual([[1, 1]]);
    expect(recorder.isStored).toBe(true);
  });

  it("the tick recorder numbers each day's blocks from 1", async () => {
    const { recorder, stored, addTick } = open();
    addTick();
    addTick(TOMORROW);
    recorder.cut();
    await recorder.store();
    expect(stored.map(({ day, seq }) => [day, seq])).toEqual([
      [DAY, 1],
      [TOMORROW, 1],
    ]);
  });

  it("the tick recorder keeps two hours of blocks while the database is down; then drops the oldest, whose numbers are missing", async () => {
    const { recorder, stored, world, addTick } = open();
    world.failure = new Error("away");
    for (let minute = 0; minute < 123; minute += 1) {
      addTick();
      recorder.cut();
      await recorder.store();
    }
    world.failure = null;
    await recorder.store();
    expect(stored).toHaveLength(120);
    expect(stored[0]?.seq).toBe(4);
  });

  it("the tick recorder reports a lost leadership", async () => {
    const { recorder, world, addTick } = open();
    addTick();
    recorder.cut();
    world.failure = new LeadLost();
    await expect(recorder.store()).rejects.toThrow(LeadLost);
  });
});
