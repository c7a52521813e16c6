import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { BUCKETS } from "@vriddhi/execution/ports/ownership";
import { freePort } from "@vriddhi/testing/child-process";
import { chooseRunners, lead, ordersAt, type SignalPlan, signal } from "../chaos/chaos-round.ts";
import { type ChaosWorld, startProcesses, until } from "../chaos/chaos-world.ts";
import {
  armNthOrder,
  closePositions,
  compareEntries,
  entriesOf,
  type FaultOutcome,
  uncovered,
} from "./database-round.ts";
import { type OtherHost, startOtherHost } from "./other-host.ts";

export const hostFaults = ["host cut off for 90 s", "host destroyed"] as const;
export type HostFault = (typeof hostFaults)[number];

export interface HostRound extends SignalPlan {
  readonly fault: HostFault;
  readonly nth: number;
}

const A = "host-a";
const B = "host-b";
const SETTLING_MS = 5_000;
const CUT_MS = 90_000;

const bucketsOf = async (world: ChaosWorld, host: string): Promise<number> => {
  const [row] = await world.query<{ n: number }>(
    "SELECT count(*)::int AS n FROM bucket_owner WHERE lease_until > clock_timestamp() AND worker LIKE $1 || '/%'",
    [host],
  );
  return row?.n ?? 0;
};

const owns = (world: ChaosWorld, host: string): Promise<void> =>
  until(`${host} owns every bucket`, async () => (await bucketsOf(world, host)) === BUCKETS);

export async function startHostA(world: ChaosWorld): Promise<ChildProcess> {
  const own = { PROCESSES: "worker", PORT: String(await freePort()), PUBLIC_URL: world.address };
  const folder = path.join(world.settings["DATA_DIR"] ?? "", A);
  const { child, output } = startProcesses(
    { ...world.settings, ...own, DATA_DIR: folder, SANDBOX_URL: world.sandboxUrl() },
    A,
  );
  await until(`the worker of ${A} is ready`, async () => output().includes("ready on "));
  return child;
}

export async function endHost(child: ChildProcess): Promise<void> {
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  await ended;
}

async function inject(host: OtherHost, fault: HostFault): Promise<() => Promise<void>> {
  if (fault === "host destroyed") {
    await host.destroy();
    return async () => undefined;
  }
  host.cut();
  const mended = sleep(CUT_MS).then(host.mend);
  return async () => {
    await mended;
    await sleep(SETTLING_MS);
    await host.destroy();
  };
}

/**
 * Host B owns every bucket and loses its network or its power while the orders of a signal leave; A is idle until then.
 * A's take-over covers the positions and closes them at their target. Then B's name comes back, which proves the end.
 */
export async function playHostRound(world: ChaosWorld, round: HostRound, price: number): Promise<FaultOutcome> {
  const b = await startOtherHost(world, B);
  await owns(world, B);
  const a = await startHostA(world);
  try {
    await lead(world, price);
    await chooseRunners(world, round.accounts);
    await world.call("DELETE", "/sandbox/faults");
    await sleep(SETTLING_MS);
    const before = entriesOf(await ordersAt(world)).length;
    const reached = await armNthOrder(world, round);
    const signalId = await signal(world, round, price);
    await reached();
    const faultAtMs = performance.now();
    const over = await inject(b, round.fault);
    await owns(world, A);
    await until("every position covered", async () => uncovered(await ordersAt(world)).length === 0);
    const coverMs = Math.round(performance.now() - faultAtMs);
    await closePositions(world, price);
    await over();
    const compared = await compareEntries(world, before);
    return {
      plan: round,
      fault: round.fault,
      signalId,
      sending: 0,
      coverMs,
      gapMs: null,
      rows: 0,
      rowsLost: 0,
      lost: [],
      ...compared,
    };
  } finally {
    await b.destroy();
    await endHost(a);
  }
}
