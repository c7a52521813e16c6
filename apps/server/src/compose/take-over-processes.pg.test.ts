import fs from "node:fs";
import { BUCKETS } from "@vriddhi/execution/ports/ownership";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type ChaosWorld, openChaosWorld, until } from "../testing/chaos/chaos-world.ts";

// Whole processes are killed and restarted; slow on a busy machine.
vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 });

const isLinux = process.platform === "linux";

const PROCESSES = ["sandbox", "api", "engine", "engine", "worker"] as const;

let world: ChaosWorld;
beforeAll(async () => {
  if (!isLinux) return;
  world = await openChaosWorld({
    PROCESSES: PROCESSES.join(),
    // A market minute takes a second, so that bars soon show which engine builds them.
    SANDBOX_CLOCK: "2026-11-16T09:20:00+05:30@60",
    SANDBOX_ACCOUNTS: "0",
  });
});
afterAll(() => world?.close());

/** The time a worker needs to start on a slow machine, in addition to the 20 seconds that mails may wait. */
const SLOW_START_MS = 120_000;

const HEX = 16;

function holderOf(port: number, pids: readonly number[]): number | undefined {
  const wanted = port.toString(HEX).toUpperCase().padStart(4, "0");
  const inodes = fs
    .readFileSync("/proc/net/tcp", "utf8")
    .split("\n")
    .map((line) => line.trim().split(/\s+/))
    .filter(([, local]) => local?.endsWith(`:${wanted}`))
    .map((fields) => `socket:[${fields[9]}]`);
  const holds = (pid: number): boolean =>
    fs.readdirSync(`/proc/${pid}/fd`).some((fd) => {
      try {
        return inodes.includes(fs.readlinkSync(`/proc/${pid}/fd/${fd}`));
      } catch {
        // Closed concurrently.
        return false;
      }
    });
  return pids.find(holds);
}

/** The current leader and its epoch, which rises with each term. */
async function lead(): Promise<{ readonly pid: number | undefined; readonly epoch: number }> {
  const [held] = await world.query<{ port: number; epoch: number }>(
    `SELECT activity.client_port AS port, (SELECT epoch::int FROM leader_epochs WHERE name = 'market feeds') AS epoch
     FROM pg_locks held JOIN pg_stat_activity activity USING (pid)
     WHERE held.locktype = 'advisory' AND held.objid = 7262005 AND held.granted`,
  );
  if (held === undefined) return { pid: undefined, epoch: 0 };
  return { pid: holderOf(held.port, world.pidsOf("engine")), epoch: held.epoch };
}

async function bars(): Promise<number> {
  const [row] = await world.query<{ n: number }>("SELECT count(*)::int AS n FROM bar_minute");
  return row?.n ?? 0;
}

async function heldBy(pid: number): Promise<number> {
  const [row] = await world.query<{ n: number }>(
    "SELECT count(*)::int AS n FROM bucket_owner WHERE lease_until > clock_timestamp() AND worker LIKE '%/' || $1 || '/%'",
    [pid],
  );
  return row?.n ?? 0;
}

/** CPU seconds of a process since its start; the kernel counts in hundredths. */
function cpuSecondsOf(pid: number): number {
  const stat = fs.readFileSync(`/proc/${pid}/stat`, "utf8");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

async function timed(what: string, isSo: () => Promise<boolean>): Promise<number> {
  const began = performance.now();
  await until(what, isSo);
  return Math.round(performance.now() - began);
}

describe.runIf(isLinux)("processes under their supervisor", () => {
  it.each([
    ["killed", "SIGKILL"],
    ["stopped", "SIGSTOP"],
  ] as const)("pass the leadership to the standby engine when the leader is %s", async (_, signal) => {
    await until("two engines and one of them leads", async () => {
      return world.pidsOf("engine").length === 2 && (await lead()).pid !== undefined;
    });
    await until("bars", async () => (await bars()) > 0);
    const before = await lead();
    const standby = world.pidsOf("engine").find((pid) => pid !== before.pid);
    process.kill(before.pid ?? 0, signal);
    const takenMs = await timed("another leader", async () => (await lead()).epoch > before.epoch);
    const known = await bars();
    const barMs = await timed("a bar of the new leader", async () => (await bars()) > known);
    expect((await lead()).pid).toBe(standby);
    process.stdout.write(`lead passed on ${takenMs} ms after ${signal}, a bar ${barMs} ms later\n`);
  });

  it("restart a killed worker, which leases every account again", async () => {
    await until("a worker holds every bucket", async () => (await heldBy(world.pidOf("worker"))) === BUCKETS);
    const victim = world.pidOf("worker");
    process.kill(victim, "SIGKILL");
    const isBack = async () => {
      const pid = world.pidOf("worker");
      return pid !== victim && (await heldBy(pid)) === BUCKETS;
    };
    const backMs = await timed("a new worker holds every bucket", isBack);
    const cpu = cpuSecondsOf(world.pidOf("worker"));
    process.stdout.write(`a killed worker was replaced and held every bucket after ${backMs} ms, ${cpu} s of CPU\n`);
  });

  it("send a killed worker's unfinished mails within 20 seconds and the worker's start", async () => {
    const email = "waiting@example.com";
    await world.call("POST", "/sandbox/faults", { target: "mail", kind: "timeout" });
    const person = { name: "Asha", email, password: "a long enough sentence", dob: "1990-05-01" };
    await world.call("POST", "/auth/signup", person);
    const active = "SELECT count(*)::int AS n FROM pgboss.job WHERE name = 'mail' AND state = 'active'";
    await until("the worker has the mail", async () => ((await world.query<{ n: number }>(active))[0]?.n ?? 0) > 0);
    const victim = world.pidOf("worker");
    process.kill(victim, "SIGKILL");
    await world.call("DELETE", "/sandbox/faults");
    const arrived = async () => (await world.call<unknown[]>("GET", `/sandbox/mail?to=${email}`)).length > 0;
    const tookMs = await timed("the mail", arrived);
    const cpu = cpuSecondsOf(world.pidOf("worker"));
    process.stdout.write(`a dead worker's mail went out ${tookMs} ms after the kill, ${cpu} s of CPU of the new one\n`);
    // The queue's limit excludes the worker's start, which is slow on a loaded machine.
    expect(tookMs).toBeLessThan(20_000 + SLOW_START_MS);
  });
});
