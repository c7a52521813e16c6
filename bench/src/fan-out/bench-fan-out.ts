import { makeDataDir, startChild } from "@vriddhi/testing/child-process";
import { runAlone, runLoad, startDatabase } from "../load-process.ts";
import type { Parts } from "../parts.ts";
import { median, type Row } from "../report.ts";

const ACCOUNTS = Number(process.env["BENCH_ACCOUNTS"] ?? 10_000);
const SIGNALS = 100;
const ROUNDS = 3;
/** The first one is compared; the last one tells what a client can do that has sent as many before. */
const BARE_TIMES = 3;
const RATIO_MIN = 0.35;
const CPU_MAX_MS = 0.5;
const FIRST_MAX_MS = 50;
const EXITS_MAX_MS = 1_000;
const FIRST_EXIT_MAX_MS = 100;

/** Whether all accounts leave from one address or each from its own. */
type Shape = "shared" | "own";

/** What a part of the load cost. */
interface Cost {
  readonly tookMs: number;
  readonly workerMs: number;
  readonly databaseMs: number;
  readonly walBytes: number;
  readonly commits: number;
}

interface Fan {
  readonly firstMs: number;
  readonly lastMs: number;
  readonly answeredMs: number;
}

interface Stop extends Cost {
  readonly firstMs: number;
  /** Until it is stored of everybody that the day has ended: whoever holds the account from then on leaves. */
  readonly durableMs: number;
  /** Until everybody's change of the stop is stored, which is what leaves. */
  readonly changedMs: number;
  readonly flatMs: number;
}

interface Load {
  readonly memory: { readonly emptyMb: number; readonly warmedMb: number };
  readonly fan: Cost & Fan;
  readonly covered: Cost;
  readonly rows: Readonly<Record<string, number>>;
  readonly rest: Cost;
  readonly runningMb: number;
  readonly stop: Stop;
  readonly signals: readonly Fan[];
}

/** The order path of one worker, in a process of its own. */
const load = async (database: string, broker: string, wish: readonly string[]): Promise<Load> =>
  Object.assign({}, ...(await runLoad("order-load.ts", [database, broker, ...wish]))) as Load;

const atMost = (benchmark: string, measured: number, limit: number, unit: string): Row => ({
  benchmark: `fan-out: ${benchmark}`,
  measured: `${measured.toFixed(unit === "ms" ? 0 : 2)} ${unit}`,
  target: `≤ ${limit} ${unit}`,
  verdict: measured <= limit ? "PASS" : "FAIL",
});

const told = (benchmark: string, measured: string): Row => ({
  benchmark: `fan-out: ${benchmark}`,
  measured,
  target: "–",
  verdict: "–",
});

async function withBroker<T>(work: (broker: string) => Promise<T>): Promise<T> {
  const broker = await startChild("bench/src/fan-out/null-broker-server.ts", [], {});
  try {
    return await work(broker.url);
  } finally {
    await broker.stop();
  }
}

async function inWorld<T>(work: (database: string, broker: string) => Promise<T>): Promise<T> {
  const data = makeDataDir();
  const database = await startDatabase(data.path);
  try {
    return await withBroker((broker) => work(database.url, broker));
  } finally {
    await database.stop();
    data.remove();
  }
}

const loadOnce = (shape: Shape, mode: "parts" | "fan" | "at-once"): Promise<Load> =>
  inWorld((database, broker) => load(database, broker, [String(ACCOUNTS), "1", shape, mode]));

const bareOnce = (shape: Shape): Promise<readonly number[]> =>
  withBroker(async (broker) => {
    const wish = [broker, String(ACCOUNTS), shape, String(BARE_TIMES)];
    return (await runAlone("bench/src/fan-out/bare-client.ts", wish)) as readonly number[];
  });

interface Round {
  readonly fan: Load["fan"];
  /** Orders a second: ours, those of a bare client, and those of that client when it has sent as many before. */
  readonly speed: number;
  readonly bare: number;
  readonly bareLater: number;
}

/** Like with like: both in processes that have done nothing yet but connect, each with a broker of its own. */
async function compareOnce(shape: Shape): Promise<Round> {
  const [bare = Number.NaN, ...more] = await bareOnce(shape);
  const { fan } = await loadOnce(shape, "fan");
  return { fan, speed: ACCOUNTS / (fan.answeredMs / 1_000), bare, bareLater: more.at(-1) ?? Number.NaN };
}

const perAccount = (value: number): number => value / ACCOUNTS;

const cpuOf = ({ workerMs, databaseMs }: Cost): string =>
  `${perAccount(workerMs).toFixed(2)} + ${perAccount(databaseMs).toFixed(2)} CPU-ms`;

function restRows(name: string, { memory, covered, rows, rest, runningMb, stop, fan }: Load): readonly Row[] {
  const kb = (mb: number) => (perAccount(mb) * 1_024).toFixed(1);
  const written = Object.entries(rows).map(([table, count]) => `${perAccount(count).toFixed(1)} ${table}`);
  const restSeconds = rest.tookMs / 1_000;
  return [
    told(
      `${name}, fills seen and stops placed`,
      `${(covered.tookMs / 1_000).toFixed(1)} s, ${cpuOf(covered)} per account`,
    ),
    atMost(`${name}, daily stop: everybody's exit is certain`, stop.durableMs, EXITS_MAX_MS, "ms"),
    told(`${name}, daily stop: all changes of stops stored`, `${(stop.changedMs / 1_000).toFixed(1)} s`),
    atMost(`${name}, daily stop: first exit`, stop.firstMs, FIRST_EXIT_MAX_MS, "ms"),
    told(
      `${name}, daily stop: everybody flat`,
      `${(stop.flatMs / 1_000).toFixed(1)} s, ${cpuOf(stop)} per account, worker + PostgreSQL`,
    ),
    told(
      `${name}, memory of the worker`,
      `${kb(memory.warmedMb - memory.emptyMb)} kB per account that is connected, ${kb(runningMb - memory.emptyMb)} kB with a position`,
    ),
    told(
      `${name}, writes per account`,
      `${(perAccount(fan.walBytes) / 1_024).toFixed(1)} kB of log for the entry, ${(perAccount(covered.walBytes) / 1_024).toFixed(1)} kB for fill and stop; rows: ${written.join(", ")}`,
    ),
    told(
      `${name}, all positions at rest`,
      `${(rest.commits / restSeconds).toFixed(1)} commits/s and ${(rest.workerMs / restSeconds / 10).toFixed(0)} % of a core for all`,
    ),
  ];
}

/** Durable sending beside a bare client, and what it cost. */
function sendingRows(name: string, rounds: readonly Round[]): readonly Row[] {
  const middle = (of: (round: Round) => number): number => median(rounds.map(of));
  const speed = middle((round) => round.speed);
  const ratio = middle((round) => round.speed / round.bare);
  const [first, last] = [middle(({ fan }) => fan.firstMs), middle(({ fan }) => fan.lastMs) / 1_000];
  const [worker, database] = [middle(({ fan }) => fan.workerMs), middle(({ fan }) => fan.databaseMs)].map(perAccount);
  return [
    {
      benchmark: `fan-out: ${ACCOUNTS} accounts, ${name}, durable / bare undici`,
      measured: `${ratio.toFixed(2)} (${speed.toFixed(0)} of ${middle(({ bare }) => bare).toFixed(0)} orders/s; first send ${first.toFixed(0)} ms, last ${last.toFixed(1)} s)`,
      target: `≥ ${RATIO_MIN}`,
      verdict: ratio >= RATIO_MIN ? "PASS" : "FAIL",
    },
    told(`${name}, bare undici after as many before`, `${middle(({ bareLater }) => bareLater).toFixed(0)} orders/s`),
    atMost(
      `${name}, worker and PostgreSQL per order`,
      middle(({ fan }) => perAccount(fan.workerMs + fan.databaseMs)),
      CPU_MAX_MS,
      "CPU-ms",
    ),
    told(`${name}, of it worker and PostgreSQL`, `${worker?.toFixed(2)} + ${database?.toFixed(2)} CPU-ms`),
  ];
}

async function shapeRows(shape: Shape): Promise<readonly Row[]> {
  const name = shape === "shared" ? "one address" : "an address each";
  const rounds: Round[] = [];
  for (let round = 0; round < ROUNDS; round += 1) rounds.push(await compareOnce(shape));
  return [...sendingRows(name, rounds), ...restRows(name, await loadOnce(shape, "parts"))];
}

/** A broker that fills at once, so that stops are placed while entries still leave. */
async function atOnceRow(): Promise<Row> {
  const { fan, covered } = await loadOnce("own", "at-once");
  const coveredMs = fan.tookMs + covered.tookMs;
  const cpu = perAccount(fan.workerMs + fan.databaseMs + covered.workerMs + covered.databaseMs);
  return told(
    "filled at once, an address each",
    `last send ${(fan.lastMs / 1_000).toFixed(1)} s, all covered ${(coveredMs / 1_000).toFixed(1)} s, ${cpu.toFixed(2)} CPU-ms per account in all`,
  );
}

async function firstSendRow(): Promise<Row> {
  return inWorld(async (database, broker) => {
    const { signals } = await load(database, broker, [String(ACCOUNTS), String(SIGNALS), "own", "signals"]);
    const firsts = signals.map(({ firstMs }) => firstMs).sort((a, b) => a - b);
    const p99 = firsts[Math.ceil(firsts.length * 0.99) - 1] ?? Number.NaN;
    return atMost(
      `first send, p99 of ${SIGNALS} signals (median ${median(firsts).toFixed(0)} ms)`,
      p99,
      FIRST_MAX_MS,
      "ms",
    );
  });
}

/** One signal to ten thousand accounts through the real store and adapter, beside a bare client in the same run. */
export const fanOutParts: Parts = {
  own: () => shapeRows("own"),
  shared: () => shapeRows("shared"),
  "at-once": async () => [await atOnceRow()],
  "first-send": async () => [await firstSendRow()],
};
