import { createSeededRandom } from "@vriddhi/core/shared/random";
import { durabilityFault, readReplicationState } from "../../platform/db/durability.ts";
import { checkInvariants, lastPrice } from "../chaos/chaos-round.ts";
import { type ChaosWorld, openChaosWorld } from "../chaos/chaos-world.ts";
import { runnersOf, startRuns } from "../chaos/started-runs.ts";
import { type DatabaseCluster, openDatabaseCluster } from "./database-cluster.ts";
import {
  closePositions,
  type DatabaseFault,
  type DatabaseRoundOutcome,
  databaseFaults,
  playControlRound,
  playDatabaseRound,
} from "./database-round.ts";
import { PROBE_TABLE } from "./row-writer.ts";

const DAY = "2026-11-17";
const NTH_MAX = 15;
/** The control needs one round with a loss; a lucky one is played again. */
const CONTROL_ROUNDS_MAX = 3;

export interface ClusterOptions {
  /** Two rounds of one fault and the control. */
  readonly isQuick: boolean;
  readonly rounds: number;
  readonly accounts: number;
  say(line: string): void;
}

interface Setting {
  readonly isSynchronous: boolean;
  readonly accounts: number;
  readonly say: (line: string) => void;
}

async function withWorld<T>(
  { isSynchronous, accounts, say }: Setting,
  work: (world: ChaosWorld, cluster: DatabaseCluster) => Promise<T>,
): Promise<T> {
  const cluster = await openDatabaseCluster(isSynchronous);
  const database = { url: cluster.url, stop: cluster.stop, postmaster: () => 0 };
  try {
    const fault = durabilityFault(await readReplicationState(cluster.url));
    if ((fault === null) !== isSynchronous) throw new Error(`the start check is wrong about this cluster: ${fault}`);
    const settings = { SANDBOX_CLOCK: `${DAY}T08:20:00+05:30@1`, SANDBOX_ACCOUNTS: String(accounts) };
    const world = await openChaosWorld(settings, database);
    try {
      await world.query(PROBE_TABLE);
      await startRuns(world, DAY, accounts);
      await world.call("POST", "/sandbox/clock", { now: `${DAY}T09:31:00+05:30` });
      say(
        `${accounts} accounts run on three PostgreSQL nodes, ${isSynchronous ? "synchronous" : "asynchronous"} replication`,
      );
      return await work(world, cluster);
    } catch (cause) {
      throw new Error(`the product said:\n${world.said().slice(-4_000)}`, { cause });
    } finally {
      await world.close();
    }
  } finally {
    await cluster.stop();
  }
}

/** Rounds alternate between two strategies, so that a signal finds accounts without a position. */
function planRounds(
  faults: readonly DatabaseFault[],
  rounds: number,
  runners: Readonly<Record<"angelone" | "fyers", readonly string[]>>,
) {
  const random = createSeededRandom(rounds);
  return faults.flatMap((fault, place) =>
    Array.from({ length: rounds }, (_, index) => {
      const number = place * rounds + index;
      const desk = number % 2 === 0 ? ("angelone" as const) : ("fyers" as const);
      return { number, fault, desk, nth: random.int(2, NTH_MAX), accounts: runners[desk] };
    }),
  );
}

async function runnersByDesk(world: ChaosWorld) {
  const runs = await runnersOf(world);
  const of = (name: string) => runs.filter(({ broker }) => broker === name).map(({ account_id }) => account_id);
  return { angelone: of("angelone"), fyers: of("fyers") };
}

async function playDatabaseFaults({ isQuick, rounds, accounts, say }: ClusterOptions) {
  const faults = isQuick ? databaseFaults.slice(0, 1) : databaseFaults;
  return withWorld({ isSynchronous: true, accounts, say }, async (world, cluster) => {
    const outcomes: DatabaseRoundOutcome[] = [];
    const price = await lastPrice(world);
    for (const plan of planRounds(faults, rounds, await runnersByDesk(world))) {
      const outcome = await playDatabaseRound(world, cluster, plan, price);
      outcomes.push(outcome);
      const { entries, entriesNotStored, entriesDoubled, rows, rowsLost, gapMs, coverMs } = outcome;
      say(
        `round ${plan.number}: ${plan.fault} at order ${plan.nth} of ${entries}: ${entriesDoubled} doubled, ${entriesNotStored} not stored, ` +
          `${rowsLost} of ${rows} rows lost, ${gapMs} ms without a commit, covered after ${coverMs} ms`,
      );
      await closePositions(world, price);
    }
    return { outcomes, verdict: await checkInvariants(world, outcomes) };
  });
}

/** The same faults on asynchronous replication. Returns whether anything was lost, as it must be. */
async function playControl({ accounts, say }: ClusterOptions): Promise<boolean> {
  return withWorld({ isSynchronous: false, accounts: Math.min(accounts, 90), say }, async (world, cluster) => {
    const price = await lastPrice(world);
    for (const plan of planRounds(["primary killed"], CONTROL_ROUNDS_MAX, await runnersByDesk(world))) {
      const { entries, entriesNotStored, entriesDoubled, rows, rowsLost } = await playControlRound(
        world,
        cluster,
        { ...plan, nth: 2 },
        price,
      );
      say(
        `control ${plan.number}: ${entries} entries, ${entriesDoubled} doubled, ${entriesNotStored} not stored, ${rowsLost} of ${rows} rows lost`,
      );
      if (entriesNotStored + entriesDoubled > 0 && rowsLost > 0) return true;
    }
    return false;
  });
}

const percentile = (values: readonly number[], part: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * part))] ?? 0;

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

function tableOf(outcomes: readonly DatabaseRoundOutcome[]): readonly string[] {
  const seconds = (values: readonly number[], part: number) => (percentile(values, part) / 1_000).toFixed(1);
  return databaseFaults.flatMap((fault) => {
    const of = outcomes.filter(({ plan }) => (plan as { fault?: DatabaseFault }).fault === fault);
    if (of.length === 0) return [];
    const total = (pick: (outcome: DatabaseRoundOutcome) => number) => sumOf(of.map(pick));
    const [gaps, covers] = [of.map(({ gapMs }) => gapMs), of.map(({ coverMs }) => coverMs)];
    return [
      `${fault}: ${of.length} rounds, ${total(({ entries }) => entries)} entries, ${total(({ rows }) => rows)} rows`,
      `  doubled ${total(({ entriesDoubled }) => entriesDoubled)}, not stored ${total(({ entriesNotStored }) => entriesNotStored)}, ` +
        `rows lost ${total(({ rowsLost }) => rowsLost)}`,
      `  seconds without a commit: p50 ${seconds(gaps, 0.5)}, p99 ${seconds(gaps, 0.99)}; ` +
        `until all positions were covered: p50 ${seconds(covers, 0.5)}, p99 ${seconds(covers, 0.99)}`,
    ];
  });
}

export async function runCluster(options: ClusterOptions): Promise<boolean> {
  const { say } = options;
  const { outcomes, verdict } = await playDatabaseFaults(options);
  const hasControlFailed = await playControl(options);
  for (const line of tableOf(outcomes)) say(line);
  for (const fault of [...verdict.duplicates.map((each) => `doubled: ${each}`), ...verdict.lost]) say(fault);
  say(
    `${verdict.orders} orders in the exchange's books: ${verdict.duplicates.length} doubled, ${verdict.lost.length} lost, ${verdict.open} in doubt`,
  );
  say(
    hasControlFailed
      ? "control: asynchronous replication lost commits, so the suite sees losses"
      : "control: nothing was lost without synchronous replication, so this run proves nothing",
  );
  const faults = sumOf(
    outcomes.map(({ rowsLost, entriesNotStored, entriesDoubled }) => rowsLost + entriesNotStored + entriesDoubled),
  );
  return hasControlFailed && faults + verdict.duplicates.length + verdict.lost.length + verdict.open === 0;
}
