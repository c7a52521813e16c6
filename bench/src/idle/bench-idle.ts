import { setTimeout as sleep } from "node:timers/promises";
import { makeDataDir } from "@vriddhi/testing/child-process";
import type { Benchmark } from "../benchmark.ts";
import { startDatabase } from "../load-process.ts";
import { jumpTo, type OwnProduct, signInDemoUser, startOwnProduct } from "../own-product.ts";
import { cpuMsOf, fineCpuMsOf } from "../process-cpu.ts";
import { judge, type Row } from "../report.ts";
import { measureHeapGrowth } from "./heap.ts";

/** A Sunday that does not go on. */
const CLOSED = "2026-11-15T12:00:00+05:30@0";
const MORNING = "2026-11-16T08:30:00+05:30";
/** By then the seeded accounts have traded and hold nothing. */
const AT_REST = "10:05";
const CLOSED_RATIO_MAX = 12;
const OPEN_RATIO_MAX = 60;
const TRANSACTIONS_MAX = 5;

interface Length {
  readonly settlingMs: number;
  readonly measuredMs: number;
}

const QUICK: Length = { settlingMs: 10_000, measuredMs: 15_000 };
const FULL: Length = { settlingMs: 60_000, measuredMs: 60_000 };

const transactionsOf = async ({ query }: OwnProduct): Promise<number> => {
  const [row] = await query<{ n: number }>(
    "SELECT sum(xact_commit + xact_rollback)::float8 AS n FROM pg_stat_database",
  );
  return row?.n ?? Number.NaN;
};

/** Both at the same time, so that whatever else the machine does meets both alike. */
async function compare(product: OwnProduct, barePid: number, { settlingMs, measuredMs }: Length) {
  await sleep(settlingMs);
  const transactions = await transactionsOf(product);
  const before = { product: cpuMsOf(product.pid), bare: fineCpuMsOf(barePid), atMs: performance.now() };
  await sleep(measuredMs);
  const took = performance.now() - before.atMs;
  const [ours, bare] = [cpuMsOf(product.pid) - before.product, fineCpuMsOf(barePid) - before.bare];
  const share = (ms: number) => `${((100 * ms) / took).toFixed(2)} %`;
  return {
    ratio: ours / bare,
    perSecond: ((await transactionsOf(product)) - transactions) / (took / 1_000),
    beside: `${share(ours)} of a core against ${share(bare)}`,
  };
}

/** At rest while the market is open: accounts that traded today hold nothing any more. */
async function openRow(product: OwnProduct, barePid: number, length: Length): Promise<Row> {
  const person = await signInDemoUser(product.url);
  await person.call("POST", "/sandbox/clock", { now: MORNING });
  await jumpTo(person, AT_REST);
  await person.call("POST", "/sandbox/clock", { speed: 1 });
  const { ratio, perSecond, beside } = await compare(product, barePid, length);
  const name = "idle: market open, 50 accounts at rest, CPU / bare pair";
  return judge(name, ratio, { atMost: OPEN_RATIO_MAX }, `${beside}; ${perSecond.toFixed(0)} transactions/s`);
}

async function besideBare(barePid: number, isQuick: boolean): Promise<readonly Row[]> {
  const length = isQuick ? QUICK : FULL;
  const product = await startOwnProduct({ SANDBOX_ACCOUNTS: "50", SANDBOX_CLOCK: CLOSED });
  try {
    const { ratio, perSecond, beside } = await compare(product, barePid, length);
    return [
      judge("idle: market closed, transactions/s", perSecond, { atMost: TRANSACTIONS_MAX }),
      judge("idle: market closed, CPU / bare Node and PostgreSQL", ratio, { atMost: CLOSED_RATIO_MAX }, beside),
      ...(isQuick ? [] : [await openRow(product, barePid, length)]),
    ];
  } finally {
    await product.stop();
  }
}

/** A product that has nothing to do, beside a Node and a PostgreSQL that never have. */
export const benchIdle: Benchmark = async (isQuick) => {
  const data = makeDataDir();
  const bare = await startDatabase(data.path);
  try {
    const rows = await besideBare(bare.pid, isQuick);
    return isQuick ? rows : [...rows, await measureHeapGrowth()];
  } finally {
    await bare.stop();
    data.remove();
  }
};
