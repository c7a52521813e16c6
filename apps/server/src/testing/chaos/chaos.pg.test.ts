import { describe, expect, it, vi } from "vitest";
import { runChaos } from "./chaos-day.ts";

// Processes are killed and come back, and whatever was on its way is looked for until it is proved absent.
vi.setConfig({ testTimeout: 3_600_000 });

describe.runIf(process.platform === "linux")("a product that is struck in the middle of a signal", () => {
  it("sends no order twice and loses none, by the exchange's own books", async () => {
    const verdict = await runChaos({ rounds: 5, seed: 1, say: () => undefined });
    expect(verdict).toMatchObject({ rounds: 5, duplicates: [], lost: [], open: 0 });
    expect(verdict.roundsWithSending).toBeGreaterThan(2);
    expect(verdict.orders).toBeGreaterThan(20);
  });
});
