import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import {
  chooseRunners,
  type ExchangeOrder,
  hasLapsed,
  isWhole,
  lead,
  missing,
  ordersAt,
  type RoundOutcome,
  type SignalPlan,
  signal,
} from "../chaos/chaos-round.ts";
import { type ChaosWorld, until } from "../chaos/chaos-world.ts";
import type { ClusterNode, DatabaseCluster } from "./database-cluster.ts";
import { type AcknowledgedRow, startRowWriter } from "./row-writer.ts";

export const databaseFaults = ["primary killed", "primary paused"] as const;
export type DatabaseFault = (typeof databaseFaults)[number];

export interface DatabaseRound extends SignalPlan {
  readonly fault: DatabaseFault;
  /** The fault begins when the exchange takes this order of the round; 0: as soon as the signal is stored. */
  readonly nth: number;
}

/** What the exchange took in a round, and what the database knows of it. */
export interface FaultOutcome extends RoundOutcome {
  readonly fault: string;
  readonly entries: number;
  /** Entries with a tag that the database does not have. */
  readonly entriesNotStored: number;
  readonly entriesDoubled: number;
  /** Acknowledged commits of the row writers, and those of them that are gone. */
  readonly rows: number;
  readonly rowsLost: number;
  readonly lost: readonly string[];
  /** Longest time without an acknowledged commit; `null` where the database had no fault. */
  readonly gapMs: number | null;
  /** From the fault until every open position has a working exit. */
  readonly coverMs: number;
}

const SETTLING_MS = 5_000;
/** The standbys stop receiving so long before the fault: an asynchronous primary goes on confirming commits. */
const LAG_MS = 1_000;
const PAUSE_MS = 20_000;
const TARGET_REACHED = 1.013;
const WORKING = ["open", "trigger_pending"];

/** Accounts with an open position that no working exit covers. */
export function uncovered(orders: readonly ExchangeOrder[]): readonly string[] {
  const left = new Map<string, number>();
  const add = (account: string, quantity: number) => left.set(account, (left.get(account) ?? 0) + quantity);
  for (const { account, side, quantity, filled_quantity: filled, status } of orders) {
    add(account, side === "buy" ? filled : -filled);
    if (side === "sell" && WORKING.includes(status)) add(account, filled - quantity);
  }
  return [...left].filter(([, quantity]) => quantity > 0).map(([account]) => account);
}

/** Resolves when the exchange has taken the n-th order: the exchange itself ends a process that waits for it. */
export async function armNthOrder(
  world: ChaosWorld,
  { desk, nth, ...plan }: SignalPlan & { readonly nth: number },
): Promise<() => Promise<void>> {
  if (nth === 0) return async () => undefined;
  const sentinel = spawn("sleep", ["infinity"], { stdio: "ignore" });
  const ended = once(sentinel, "exit");
  await world.call("POST", "/sandbox/faults", { target: desk, kind: "kill-after-accept", nth, pid: sentinel.pid });
  return async () => {
    const lapsed = until(
      "an order or the signal's end",
      async () =>
        sentinel.exitCode !== null || sentinel.signalCode !== null || (await hasLapsed(world, { desk, ...plan })),
    );
    await Promise.race([ended, lapsed]);
    sentinel.kill("SIGKILL");
    await ended;
  };
}

/** The primary loses its link to the standbys, then crashes or pauses. Returns when another node is primary. */
async function inject(cluster: DatabaseCluster, old: ClusterNode, fault: DatabaseFault): Promise<void> {
  old.link.cut();
  await sleep(LAG_MS);
  if (fault === "primary killed") cluster.crash(old);
  else cluster.pause(old);
  const pausedUntil = performance.now() + PAUSE_MS;
  old.link.drop();
  await until("another primary", async () => (await cluster.primary()) !== old);
  if (fault === "primary paused") await sleep(Math.max(0, pausedUntil - performance.now()));
  old.link.mend();
  if (fault === "primary killed") cluster.restart(old);
  else cluster.resume(old);
}

async function rowsMissing(world: ChaosWorld, rows: readonly AcknowledgedRow[]): Promise<readonly AcknowledgedRow[]> {
  const found = await world.query<{ n: string }>("SELECT n FROM cluster_probe WHERE n = ANY ($1::bigint[])", [
    rows.map(({ n }) => n),
  ]);
  const stored = new Set(found.map(({ n }) => Number(n)));
  return rows.filter(({ n }) => !stored.has(n));
}

/** What the exchange took in this round, compared with the stored orders. */
export async function compareEntries(world: ChaosWorld, before: number) {
  const entries = entriesOf(await ordersAt(world)).slice(before);
  const stored = await world.query<{ tag: string }>("SELECT tag FROM intent");
  const known = new Set(stored.map(({ tag }) => tag));
  return {
    entries: entries.length,
    entriesNotStored: entries.filter(({ tag }) => !known.has(tag ?? "")).length,
    entriesDoubled: entries.length - new Set(entries.map(({ account }) => account)).size,
  };
}

/** Every position reaches its target: the next round begins without one. */
export async function closePositions(world: ChaosWorld, price: number): Promise<void> {
  await lead(world, price * TARGET_REACHED);
  await until("flat accounts", async () => {
    const held = (await ordersAt(world)).reduce(
      (sum, { side, filled_quantity: filled }) => sum + (side === "buy" ? filled : -filled),
      0,
    );
    return held === 0;
  });
}

interface Faulted {
  readonly signalId: string;
  readonly entriesBefore: number;
  readonly faultAtMs: number;
  /** Ends the writers; counts the rows whose commit was acknowledged and those of them that are gone. */
  countRows(): Promise<Pick<FaultOutcome, "rows" | "rowsLost" | "lost"> & { readonly gapMs: number }>;
}

export const entriesOf = (orders: readonly ExchangeOrder[]): readonly ExchangeOrder[] =>
  orders.filter(({ side, placed_by }) => side === "buy" && placed_by === "client");

/** One signal with one fault of the database in the middle of it; returns when another node is primary. */
async function playToFault(
  world: ChaosWorld,
  cluster: DatabaseCluster,
  round: DatabaseRound,
  price: number,
): Promise<Faulted> {
  await cluster.untilWhole();
  await lead(world, price);
  await chooseRunners(world, round.accounts);
  await world.call("DELETE", "/sandbox/faults");
  await until("a worker that holds every bucket", () => isWhole(world));
  await sleep(SETTLING_MS);
  const entriesBefore = entriesOf(await ordersAt(world)).length;
  const old = await cluster.primary();
  const [behindProxy, direct] = [startRowWriter(cluster.url), startRowWriter(old.directUrl)];
  const reached = await armNthOrder(world, round);
  const signalId = await signal(world, round, price);
  await reached();
  const faultAtMs = performance.now();
  await inject(cluster, old, round.fault);
  return {
    signalId,
    entriesBefore,
    faultAtMs,
    async countRows() {
      const [{ gapMs, acknowledged }, other] = await Promise.all([behindProxy.stop(), direct.stop()]);
      const writers = { "through HAProxy": acknowledged, "at the old primary": other.acknowledged };
      const lost: string[] = [];
      for (const [writer, rows] of Object.entries(writers))
        for (const { atMs } of await rowsMissing(world, rows))
          lost.push(`${writer}, acknowledged ${Math.round(atMs - faultAtMs)} ms after the cut`);
      return { gapMs, rows: acknowledged.length + other.acknowledged.length, rowsLost: lost.length, lost };
    },
  };
}

/** A round of the suite: waits until everything is settled, then reads both books. */
export async function playDatabaseRound(
  world: ChaosWorld,
  cluster: DatabaseCluster,
  round: DatabaseRound,
  price: number,
): Promise<FaultOutcome> {
  const { signalId, entriesBefore, faultAtMs, countRows } = await playToFault(world, cluster, round, price);
  await until("every position covered", async () => uncovered(await ordersAt(world)).length === 0);
  const coverMs = Math.round(performance.now() - faultAtMs);
  await until("an outcome for every account", async () => (await missing(world, round, signalId)) === 0);
  await cluster.untilWhole();
  const rows = await countRows();
  return {
    plan: round,
    fault: round.fault,
    signalId,
    sending: 0,
    coverMs,
    ...rows,
    ...(await compareEntries(world, entriesBefore)),
  };
}

/** A round of the control: with rows lost nothing need ever settle, so it only waits for the signal's end. */
export async function playControlRound(
  world: ChaosWorld,
  cluster: DatabaseCluster,
  round: DatabaseRound,
  price: number,
) {
  const { entriesBefore, countRows } = await playToFault(world, cluster, round, price);
  await cluster.untilWhole();
  await sleep(SETTLING_MS);
  return { ...(await countRows()), ...(await compareEntries(world, entriesBefore)) };
}
