import { makeDataDir, startChild } from "@vriddhi/testing/child-process";
import type { Benchmark } from "../benchmark.ts";
import { bareSecond, runAlone, runLoad, startDatabase } from "../load-process.ts";
import { judge, median, type Row } from "../report.ts";

const FULL = { accounts: 10_000, rounds: 3, signals: 100 } as const;
const QUICK = { accounts: 2_000, rounds: 1, signals: 0 } as const;
type Size = typeof FULL | typeof QUICK;

const RATIO_MIN = 0.35;
const CPU_RATIO_MAX = 6;
/** Of the time that a bare client needs to send as many orders. */
const CERTAIN_MAX = 1;
const FIRST_EXIT_MAX = 0.1;
/** Of a core where a bare second takes a second. */
const REST_MAX = 0.15;
/** Of the time that a bare client needs for a signal's hundred orders. */
const FIRST_SEND_MAX = 4;

type Shape = "shared" | "own";
const names: Readonly<Record<Shape, string>> = { own: "an address each", shared: "one address" };

interface Cost {
  readonly tookMs: number;
  readonly workerMs: number;
  readonly databaseMs: number;
}

interface Fan {
  readonly firstMs: number;
  readonly answeredMs: number;
}

interface Stop {
  readonly firstMs: number;
  /** Until it is stored for all accounts that the day has ended: after that no process that dies keeps one in the market. */
  readonly durableMs: number;
}

interface Load {
  readonly fan: Cost & Fan;
  readonly signals: readonly Fan[];
  /** Of `parts` alone. */
  readonly rest?: Cost;
  readonly stop?: Stop;
}

interface Bare {
  readonly tookMs: number;
  readonly cpuMs: number;
}

async function withBroker<T>(work: (broker: string) => Promise<T>): Promise<T> {
  const broker = await startChild("bench/src/fan-out/null-broker-server.ts", [], {});
  try {
    return await work(broker.url);
  } finally {
    await broker.stop();
  }
}

async function load(accounts: number, signals: number, shape: Shape, mode: "parts" | "fan" | "signals"): Promise<Load> {
  const data = makeDataDir();
  const database = await startDatabase(data.path);
  try {
    return await withBroker(async (broker) => {
      const args = [database.url, broker, String(accounts), String(signals), shape, mode];
      return Object.assign({}, ...(await runLoad("order-load.ts", args))) as Load;
    });
  } finally {
    await database.stop();
    data.remove();
  }
}

/** An idle client that is only connected, like the worker, with its own broker. */
const bareRounds = (orders: number, shape: Shape, rounds: number): Promise<readonly Bare[]> =>
  withBroker(async (broker) => {
    const args = [broker, String(orders), shape, String(rounds)];
    return (await runAlone("bench/src/fan-out/bare-client.ts", args)) as readonly Bare[];
  });

interface Round {
  readonly ours: Load;
  readonly bare: Bare;
}

/** The last round continues after the entries: fills, stops, rest and a daily stop. */
async function playRounds(shape: Shape, { accounts, rounds, signals }: Size): Promise<readonly Round[]> {
  const played: Round[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    const [bare] = await bareRounds(accounts, shape, 1);
    if (bare === undefined) throw new Error("the bare client measured nothing");
    played.push({ bare, ours: await load(accounts, 1, shape, round === rounds && signals > 0 ? "parts" : "fan") });
  }
  return played;
}

function sendingRows(name: string, rounds: readonly Round[], accounts: number): readonly Row[] {
  const middle = (of: (round: Round) => number): number => median(rounds.map(of));
  const cpuOf = ({ ours: { fan } }: Round) => fan.workerMs + fan.databaseMs;
  const perSecond = (tookMs: number) => ((1_000 * accounts) / tookMs).toFixed(0);
  const each = (ms: number) => (ms / accounts).toFixed(2);
  return [
    judge(
      `fan-out: ${accounts} accounts, ${name}, durable orders/s / bare undici`,
      middle(({ ours, bare }) => bare.tookMs / ours.fan.answeredMs),
      { atLeast: RATIO_MIN },
      `${perSecond(middle(({ ours }) => ours.fan.answeredMs))} of ${perSecond(middle(({ bare }) => bare.tookMs))}`,
    ),
    judge(
      `fan-out: ${name}, CPU an order, worker and PostgreSQL / bare undici`,
      middle((round) => cpuOf(round) / round.bare.cpuMs),
      { atMost: CPU_RATIO_MAX },
      `${each(middle(cpuOf))} against ${each(middle(({ bare }) => bare.cpuMs))} ms`,
    ),
  ];
}

/** One price ends the day of every account, against the time that a bare client needs to send as many orders. */
function stopRows(name: string, { firstMs, durableMs }: Stop, bareMs: number): readonly Row[] {
  const row = (what: string, ms: number, atMost: number): Row =>
    judge(
      `fan-out: ${name}, daily stop: ${what} / bare sending`,
      ms / bareMs,
      { atMost },
      `${ms.toFixed(0)} of ${bareMs.toFixed(0)} ms`,
    );
  return [row("all exits certain", durableMs, CERTAIN_MAX), row("first exit", firstMs, FIRST_EXIT_MAX)];
}

async function restRow(name: string, { tookMs, workerMs, databaseMs }: Cost): Promise<Row> {
  const core = (workerMs + databaseMs) / tookMs;
  const bare = await bareSecond();
  const beside = `${(100 * core).toFixed(0)} % of a core; bare ${bare.toFixed(2)} s`;
  return judge(
    `fan-out: ${name}, all positions at rest, cores / bare second`,
    core / bare,
    { atMost: REST_MAX },
    beside,
  );
}

async function firstSendRow({ accounts, signals }: Size): Promise<Row> {
  const bare = await bareRounds(accounts / signals, "own", signals);
  const { signals: sent } = await load(accounts, signals, "own", "signals");
  const firsts = sent.map(({ firstMs }) => firstMs).sort((a, b) => a - b);
  const p99 = firsts[Math.ceil(firsts.length * 0.99) - 1] ?? Number.NaN;
  const bareMs = median(bare.map(({ tookMs }) => tookMs));
  const beside = `${p99.toFixed(0)} (median ${median(firsts).toFixed(0)}) of ${bareMs.toFixed(0)} ms`;
  return judge(
    "fan-out: first send, p99 of 100 signals / bare sending",
    p99 / bareMs,
    { atMost: FIRST_SEND_MAX },
    beside,
  );
}

/** One signal through the real store, limits and adapter, beside a bare client with the same requests. */
export const benchFanOut: Benchmark = async (isQuick) => {
  const size = isQuick ? QUICK : FULL;
  const rows: Row[] = [];
  for (const shape of ["own", "shared"] as const) {
    const rounds = await playRounds(shape, size);
    const name = names[shape];
    rows.push(...sendingRows(name, rounds, size.accounts));
    const { stop, rest } = rounds.at(-1)?.ours ?? {};
    if (stop === undefined || rest === undefined) continue;
    rows.push(...stopRows(name, stop, median(rounds.map(({ bare }) => bare.tookMs))), await restRow(name, rest));
  }
  return isQuick ? rows : [...rows, await firstSendRow(size)];
};
