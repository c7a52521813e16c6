import { describe, expect, it } from "vitest";
import { createLogger } from "../log/logger.ts";
import { watchDatabase } from "./database-watch.ts";

function setUp() {
  const world = { nowMs: 0, isThere: true, canTell: true, alerts: [] as string[], outagesMs: [] as number[] };
  const turn = watchDatabase({
    ask: async () => {
      if (!world.isThere) throw new Error("refused");
    },
    sendAlert: async (news) => {
      world.alerts.push(news);
      if (!world.canTell) throw new Error("no mail either");
    },
    recordOutage: async (lengthMs) => void world.outagesMs.push(lengthMs),
    log: createLogger("silent"),
    nowMs: () => world.nowMs,
  });
  const at = async (nowMs: number, isThere: boolean) => {
    world.nowMs = nowMs;
    world.isThere = isThere;
    await turn();
  };
  return { world, at };
}

describe("the watch over the database", () => {
  it("sends no alert for a short restart", async () => {
    const { world, at } = setUp();
    await at(0, true);
    await at(1_000, false);
    await at(4_000, false);
    await at(5_000, true);
    await at(9_000, false);
    expect(world.alerts).toEqual([]);
    expect(world.outagesMs).toEqual([]);
  });

  it("alerts once on the outage and once on the recovery", async () => {
    const { world, at } = setUp();
    for (let second = 0; second < 20; second++) await at(second * 1_000, false);
    expect(world.alerts).toEqual(["gone"]);
    await at(30_000, true);
    await at(31_000, true);
    expect(world.alerts).toEqual(["gone", "back"]);
    expect(world.outagesMs).toEqual([30_000]);
    for (let second = 40; second < 50; second++) await at(second * 1_000, false);
    expect(world.alerts).toEqual(["gone", "back", "gone"]);
  });

  it("continues when the alert could not be sent", async () => {
    const { world, at } = setUp();
    world.canTell = false;
    for (let second = 0; second < 10; second++) await at(second * 1_000, false);
    await at(20_000, true);
    expect(world.alerts).toEqual(["gone", "back"]);
  });
});
