import { describe, expect, it, vi } from "vitest";
import { dayKillNames, runStrategyDay } from "./strategy-day.ts";

// Processes are killed and restarted, and every unknown outcome is looked up until it is resolved.
vi.setConfig({ testTimeout: 3_600_000 });

describe.runIf(process.platform === "linux")("a product whose processes are killed all day", () => {
  it("ends a day of the strategy's own signals flat, with an outcome for every run when engine, workers and database are killed", async () => {
    const { kills, signals, traders, ...verdict } = await runStrategyDay(() => undefined);
    expect(kills).toEqual(dayKillNames);
    expect([signals > 0, traders > 10]).toEqual([true, true]);
    expect(verdict).toMatchObject({ duplicates: [], lost: [], open: 0, notFlat: [], withoutOutcome: 0 });
  });
});
