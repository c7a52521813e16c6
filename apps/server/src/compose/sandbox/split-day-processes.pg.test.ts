import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type ChaosWorld, openChaosWorld, until } from "../../testing/chaos/chaos-world.ts";

// The test starts whole processes, which is slow on a busy machine.
vi.setConfig({ testTimeout: 1_800_000, hookTimeout: 600_000 });

const isLinux = process.platform === "linux";
const DAY = "2026-11-17";
const ACCOUNTS = 6;

let world: ChaosWorld;
beforeAll(async () => {
  if (!isLinux) return;
  world = await openChaosWorld({ SANDBOX_CLOCK: `${DAY}T08:25:00+05:30@0`, SANDBOX_ACCOUNTS: String(ACCOUNTS) });
});
afterAll(() => world?.close());

const moveTo = (time: string) =>
  world.call<{ now: string }>("POST", "/sandbox/clock", { now: `${DAY}T${time}:00+05:30` });

async function count(text: string): Promise<number> {
  const [row] = await world.query<{ n: number }>(text);
  return row?.n ?? 0;
}

const linked = () => count("SELECT count(*)::int AS n FROM broker_links WHERE account_id IS NOT NULL");
const running = () => count("SELECT count(*)::int AS n FROM algo_run WHERE stopped_at IS NULL");
const bars = () => count("SELECT count(DISTINCT minute)::int AS n FROM bar_minute");

describe.runIf(isLinux)("a product of four processes on one simulated clock", () => {
  it("has run the due work of each process when a clock jump returns", async () => {
    await until("every account is linked", async () => (await linked()) >= ACCOUNTS);
    expect(await moveTo("09:09")).toMatchObject({ now: expect.stringContaining("T09:09:00") });
    // The worker's 9:00 step is done when the call returns.
    expect(await running()).toBeGreaterThanOrEqual(ACCOUNTS);
    await moveTo("09:17");
    // The engine received every trade of the past minutes and has stored their bars.
    expect(await bars()).toBeGreaterThan(0);
    expect(await world.call<{ now: string }>("GET", "/sandbox/clock")).toMatchObject({
      now: expect.stringContaining("T09:17:00"),
    });
  });

  it("continues with a process that was killed and restarted", async () => {
    const victim = world.pidOf("engine");
    process.kill(victim, "SIGKILL");
    const before = await bars();
    await moveTo("09:18");
    await until("another engine", async () => world.pidOf("engine") !== victim);
    await until("bars of the new engine", async () => {
      const { now } = await world.call<{ now: string }>("GET", "/sandbox/clock");
      const next = new Date(Date.parse(now) + 60_000).toISOString();
      await world.call("POST", "/sandbox/clock", { now: next });
      return (await bars()) > before;
    });
  });
});
