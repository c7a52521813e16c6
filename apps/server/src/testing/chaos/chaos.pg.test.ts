import { isDeep, testSeed } from "@vriddhi/testing/deep";
import { describe, expect, it, vi } from "vitest";
import { bulkOrderFaults } from "./bulk-order-round.ts";
import { runChaos } from "./chaos-day.ts";
import { chaosFaults } from "./chaos-round.ts";

// Processes are killed and restarted, and every unknown outcome is looked up until it is resolved.
vi.setConfig({ testTimeout: 3_600_000 });

/** The number of rounds that includes each kind of kill once. */
const ROUNDS = isDeep ? 50 : chaosFaults.length;

describe.runIf(process.platform === "linux")("a product with faults injected in the middle of a signal", () => {
  it("sends no order twice and loses none, by the exchange's own books", async () => {
    const verdict = await runChaos({ rounds: ROUNDS, seed: testSeed, hasDesk: true, say: () => undefined });
    expect(verdict).toMatchObject({ rounds: ROUNDS, duplicates: [], lost: [], open: 0 });
    expect(verdict.roundsWithSending).toBeGreaterThan(0);
    expect(verdict.orders).toBeGreaterThan(20);
    // Bulk and scheduled orders, with a worker killed between two rows and around their time.
    expect(verdict.desk.map(({ fault }) => fault)).toEqual(bulkOrderFaults);
    for (const { placements, isMissed, shares, twice, misreported } of verdict.desk) {
      expect(placements === 1 || (placements === 0 && isMissed)).toBe(true);
      expect(placements === 0 || shares > 0).toBe(true);
      expect([twice, misreported]).toEqual([0, 0]);
    }
  });
});
