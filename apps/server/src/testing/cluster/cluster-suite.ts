import { createSeededRandom } from "@vriddhi/core/shared/random";
import { durabilityFault, readReplicationState } from "../../platform/db/durability.ts";
import { checkInvariants, lastPrice, type SignalPlan, type Verdict } from "../chaos/chaos-round.ts";
import { type ChaosWorld, openChaosWorld } from "../chaos/chaos-world.ts";
import { runnersOf, startRuns } from "../chaos/started-runs.ts";
import { type DatabaseCluster, openDatabaseCluster } from "./database-cluster.ts";
import {
  closePositions,
  type DatabaseFault,
  databaseFaults,
  type FaultOutcome,
  playControlRound,
  playDatabaseRound,
} from "./database-round.ts";
import { endHost, type HostFault, hostFaults, playHostRound, startHostA } from "./host-round.ts";
import { sumOf, tableOf } from "./report.ts";
import { PROBE_TABLE } from "./row-writer.ts";

const DAY = "2026-11-17";
const NTH_MAX = 15;
const WITHOUT_WORKER = "sandbox,api,engine";
const WITH_WORKER = `${WITHOUT_WORKER},worker`;
/** The control needs one round with a loss; a lucky one is played again. */
const CONTROL_ROUNDS_MAX = 3;
const CONTROL_ACCOUNTS_MAX = 90;

export interface ClusterOptions {
  /** Faults whose name contains this. */
  readonly fault: string;
  readonly rounds: number;
  readonly accounts: number;
  say(line: string): void;
}

interface WorldSettings {
  readonly isSynchronous: boolean;
  readonly accounts: number;
  readonly processes: string;
  say(line: string): void;
}

async function withWorld<T>(
  { isSynchronous, accounts, processes, say }: WorldSettings,
  work: (world: ChaosWorld, cluster: DatabaseCluster) => Promise<T>,
): Promise<T> {
  const cluster = await openDatabaseCluster(isSynchronous);
  const database = { url: cluster.url, stop: cluster.stop, postmaster: () => 0 };
  try {
    const fault = durabilityFault(await readReplicationState(cluster.url));
    if ((fault === null) !== isSynchronous) throw new Error(`the start check is wrong about this cluster: ${fault}`);
    const clock = { SANDBOX_CLOCK: `${DAY}T08:20:00+05:30@1`, SANDBOX_ACCOUNTS: String(accounts) };
    const world = await openChaosWorld({ ...clock, PROCESSES: processes }, database);
    try {
      await world.query(PROBE_TABLE);
      await withWorker(world, processes, async () => {
        await startRuns(world, DAY, accounts);
        await world.call("POST", "/sandbox/clock", { now: `${DAY}T09:31:00+05:30` });
      });
      const replication = isSynchronous ? "synchronous" : "asynchronous";
      say(`${accounts} accounts run on three PostgreSQL nodes, ${replication} replication`);
      return await work(world, cluster);
    } catch (cause) {
      throw new Error(`the output of the product:\n${world.output().slice(-4_000)}`, { cause });
    } finally {
      await world.close();
    }
  } finally {
    await cluster.stop();
  }
}

/** The morning and the last look-ups need a worker, which a world of separate hosts does not have by itself. */
async function withWorker<T>(world: ChaosWorld, processes: string, work: () => Promise<T>): Promise<T> {
  if (processes.includes("worker")) return work();
  const host = await startHostA(world);
  try {
    return await work();
  } finally {
    await endHost(host);
  }
}

/** The faults alternate, and so do the strategies. */
async function planRounds<Fault extends string>(world: ChaosWorld, faults: readonly Fault[], rounds: number) {
  const runs = await runnersOf(world);
  const random = createSeededRandom(rounds);
  const accountsOf = (name: string) => runs.filter(({ broker }) => broker === name).map((run) => run.account_id);
  return Array.from({ length: rounds }, (_, index) =>
    faults.map((fault, place) => {
      const number = index * faults.length + place;
      const desk = index % 2 === 0 ? ("angelone" as const) : ("fyers" as const);
      return { number, fault, desk, nth: random.int(0, NTH_MAX), accounts: accountsOf(desk) };
    }),
  ).flat();
}

interface Played {
  readonly outcomes: readonly FaultOutcome[];
  readonly verdict: Verdict;
}

type Play<Fault extends string> = (
  plan: SignalPlan & { readonly fault: Fault; readonly nth: number },
  price: number,
) => Promise<FaultOutcome>;

async function playRounds<Fault extends string>(
  world: ChaosWorld,
  { rounds, say }: ClusterOptions,
  faults: readonly Fault[],
  play: Play<Fault>,
): Promise<readonly FaultOutcome[]> {
  const outcomes: FaultOutcome[] = [];
  const price = await lastPrice(world);
  for (const plan of await planRounds(world, faults, rounds)) {
    const outcome = await play(plan, price);
    outcomes.push(outcome);
    const { entries, entriesNotStored, entriesDoubled, rows, rowsLost, gapMs, coverMs } = outcome;
    const gap = gapMs === null ? "" : `${rowsLost} of ${rows} rows lost, ${gapMs} ms without a commit, `;
    say(
      `round ${plan.number}: ${plan.fault} at order ${plan.nth} of ${entries}: ${entriesDoubled} doubled, ` +
        `${entriesNotStored} not stored, ${gap}covered after ${coverMs} ms`,
    );
    for (const each of outcome.lost) say(`  lost row: ${each}`);
    await closePositions(world, price);
  }
  return outcomes;
}

const playDatabaseFaults = (options: ClusterOptions, faults: readonly DatabaseFault[]): Promise<Played> =>
  withWorld({ ...options, isSynchronous: true, processes: WITH_WORKER }, async (world, cluster) => {
    const play: Play<DatabaseFault> = (plan, price) => playDatabaseRound(world, cluster, plan, price);
    const outcomes = await playRounds(world, options, faults, play);
    return { outcomes, verdict: await checkInvariants(world, outcomes) };
  });

/** Accounts that a lost host did not reach have no outcome: their new owner covers positions and enters none. */
const playHostFaults = (options: ClusterOptions, faults: readonly HostFault[]): Promise<Played> =>
  withWorld({ ...options, isSynchronous: true, processes: WITHOUT_WORKER }, async (world) => {
    const play: Play<HostFault> = (plan, price) => playHostRound(world, plan, price);
    const outcomes = await playRounds(world, options, faults, play);
    return { outcomes, verdict: await withWorker(world, WITHOUT_WORKER, () => checkInvariants(world, [])) };
  });

/** The same fault on asynchronous replication. Returns whether anything was lost, as it must be. */
function playControl({ accounts, say }: ClusterOptions): Promise<boolean> {
  const few = Math.min(accounts, CONTROL_ACCOUNTS_MAX);
  const settings = { isSynchronous: false, accounts: few, processes: WITH_WORKER, say };
  return withWorld(settings, async (world, cluster) => {
    const price = await lastPrice(world);
    for (const plan of await planRounds(world, databaseFaults.slice(0, 1), CONTROL_ROUNDS_MAX)) {
      const outcome = await playControlRound(world, cluster, { ...plan, nth: 0 }, price);
      const { entries, entriesNotStored, entriesDoubled, rows, rowsLost } = outcome;
      say(
        `control ${plan.number}: ${plan.fault} with ${entries} entries: ${entriesDoubled} doubled, ` +
          `${entriesNotStored} not stored, ${rowsLost} of ${rows} rows lost`,
      );
      if (entriesNotStored + entriesDoubled > 0 && rowsLost > 0) return true;
    }
    return false;
  });
}

const faultsOf = ({ duplicates, lost, open }: Verdict): readonly string[] => [
  ...duplicates.map((each) => `doubled: ${each}`),
  ...lost,
  ...(open === 0 ? [] : [`in doubt: ${open}`]),
];

export async function runCluster(options: ClusterOptions): Promise<boolean> {
  const { say, fault } = options;
  const database = databaseFaults.filter((name) => name.includes(fault));
  const host = hostFaults.filter((name) => name.includes(fault));
  const played: Played[] = [];
  if (database.length > 0) played.push(await playDatabaseFaults(options, database));
  if (host.length > 0) played.push(await playHostFaults(options, host));
  const hasControlLost = await playControl(options);
  const outcomes = played.flatMap((each) => each.outcomes);
  const faults = played.flatMap(({ verdict }) => faultsOf(verdict));
  const found = outcomes.map((each) => each.rowsLost + each.entriesNotStored + each.entriesDoubled);
  for (const line of [...tableOf(outcomes), ...faults]) say(line);
  const orders = sumOf(played.map(({ verdict }) => verdict.orders));
  say(
    `${orders} orders in the exchange's books, ${faults.length} faults in them; ${sumOf(found)} losses in the rounds`,
  );
  say(
    hasControlLost
      ? "control: with asynchronous replication orders and rows were lost, so this suite sees a loss"
      : "control: nothing was lost with asynchronous replication, so this run proves nothing",
  );
  return hasControlLost && faults.length + sumOf(found) === 0;
}
