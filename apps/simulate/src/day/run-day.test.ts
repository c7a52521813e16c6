import { spawnSync } from "node:child_process";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { planDay } from "../plan/day-plan.ts";
import { runDay } from "./run-day.ts";

const script = path.join(import.meta.dirname, "../main/simulate.ts");
const simulate = (...words: readonly string[]) => spawnSync(process.execPath, [script, ...words], { encoding: "utf8" });

describe("simulated days", () => {
  it("have at least twelve accounts over three brokers, four faults and a crash each", () => {
    for (let seed = 1; seed <= 500; seed++) {
      const { accounts, callFaults, injectedFaults } = planDay(seed);
      expect(accounts.length).toBeGreaterThanOrEqual(12);
      expect(new Set(accounts.map(({ broker }) => broker)).size).toBe(3);
      expect(callFaults.length).toBeGreaterThanOrEqual(4);
      const ends = [...injectedFaults.map(({ kind }) => kind), ...callFaults.map(({ kind }) => kind)];
      expect(ends.some((kind) => kind.startsWith("kill") || kind.startsWith("pause-before"))).toBe(true);
    }
  });

  it("are identical in two processes", async () => {
    const run = simulate("--from", "7", "--seeds", "1", "--trace");
    const { hash } = await runDay(planDay(7));
    expect(run.stdout).toContain(`trace ${hash}`);
    expect(run.stdout.trimEnd().split("\n").at(-1)).toBe("1 days, 0 violations");
    expect(run.status).toBe(0);
  });

  it("exit with 1 after a violation and print how to reproduce it", () => {
    const run = simulate("--from", "3", "--seeds", "1", "--mutant", "resend-on-timeout");
    expect(run.stdout).toContain("seed 3, ");
    expect(run.stdout).toContain("npm run simulate -- --from 3 --seeds 1 --mutant resend-on-timeout --trace\n");
    expect(run.stdout.trimEnd().split("\n").at(-1)).toBe("1 days, 1 violations");
    expect(run.status).toBe(1);
  });
});
