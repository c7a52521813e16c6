// Load test of one worker's order path: real store, real adapter, any Kite-like broker. Prints one JSON line per part.
import { type EntrySignal, type FanOutAccount, planFanOut } from "@vriddhi/core/allocation/fan-out";
import { tariffOf } from "@vriddhi/core/charges/tariff";
import type { BrokerInstrument } from "@vriddhi/core/order/order";
import { assumedBand } from "@vriddhi/core/order/price-band";
import { paise, rupees } from "@vriddhi/core/shared/money";
import { later, MINUTE_MS, SECOND_MS } from "@vriddhi/core/time/clock";
import { systemClock } from "../platform/clock/system-clock.ts";
import { LOAD_CAPITAL, LOAD_PRICE, type LoadOptions, type LoadWorld, openLoadWorld } from "./order-load-world.ts";
import { cpuMsOf, parentOf } from "./process-cpu.ts";

/** Database, broker, accounts, signals, `shared` or `own` addresses; measures `parts`, only `fan`, or `signals`. */
const [DATABASE_URL = "", BROKER_URL = "", ACCOUNTS = "1000", SIGNALS = "1", EGRESS = "shared", MODE = "parts"] =
  process.argv.slice(2);
const TICK = paise(10);
/** Below it the day has lost one percent of the capital, and no stop is reached. */
const FALLEN_PRICE = rupees(994);
/** Turnover high enough for a full position of every account. */
const TURNOVER = rupees(10_000_000_000_000);
const WARMED_AT_ONCE = 128;
const REST_MS = 10 * SECOND_MS;
/** Longer than the last order waits on a slow machine. */
const VALID_MS = 10 * MINUTE_MS;

const instrument: BrokerInstrument = {
  isin: "INE062A01020",
  symbol: "SBIN",
  brokerSymbol: "SBIN",
  token: "779521",
  tickSize: TICK,
  lotSize: 1,
};

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await pause(5);
}

interface Reading {
  readonly atMs: number;
  readonly workerMs: number;
  readonly databaseMs: number;
}

async function readCosts({ database }: LoadWorld): Promise<Reading> {
  const { rows } = await database.pool.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
  const { user, system } = process.cpuUsage();
  const databaseMs = cpuMsOf(parentOf(rows[0]?.pid ?? 0));
  return { atMs: performance.now(), workerMs: (user + system) / 1_000, databaseMs };
}

async function costOf<T>(world: LoadWorld, work: (fromMs: number) => Promise<T>) {
  const before = await readCosts(world);
  const measured = await work(before.atMs);
  const after = await readCosts(world);
  return {
    ...measured,
    tookMs: after.atMs - before.atMs,
    workerMs: after.workerMs - before.workerMs,
    databaseMs: after.databaseMs - before.databaseMs,
  };
}

const factsOfAll = {
  isRunning: true,
  isBlocked: false,
  isDailyStopHit: false,
  isSubscribed: true,
  isConnected: true,
  capital: LOAD_CAPITAL,
  approval: "given",
  hasInstrument: true,
  isIntradayAllowed: true,
  heldQuantity: 0,
  isSymbolWorked: false,
  hasUnresolvedOrder: false,
  entriesToday: 0,
  entriesMax: null,
  hasCallBudget: true,
} as const satisfies FanOutAccount["facts"];

const accountsOf = ({ ids }: LoadWorld): readonly FanOutAccount[] =>
  ids.map((id, n) => ({
    id,
    facts: factsOfAll,
    capitalBefore: paise(n * LOAD_CAPITAL),
    band: LOAD_CAPITAL,
    funds: LOAD_CAPITAL,
    marginPerShare: paise(LOAD_PRICE / 5),
    ownDailyStop: null,
    tariff: tariffOf("zerodha"),
  }));

/** One signal to these accounts: from the decision until the last reply is stored. */
async function fanOut({ counts, executor }: LoadWorld, accounts: readonly FanOutAccount[], number: number) {
  counts.sends.length = 0;
  const wanted = counts.outcomes + accounts.length;
  const from = performance.now();
  const now = systemClock.now();
  const signal: EntrySignal = {
    id: `load-${number}`,
    authority: "run",
    isin: instrument.isin,
    side: "buy",
    price: LOAD_PRICE,
    target: null,
    stop: rupees(985),
    validUntil: later(now, VALID_MS),
    medianTurnover: TURNOVER,
    allCapital: paise(accounts.length * LOAD_CAPITAL),
    rotation: paise(0),
  };
  const priceBand = assumedBand(LOAD_PRICE, TICK);
  const outcomes = planFanOut(signal, accounts, { priceBand, executable: LOAD_PRICE, phase: "entries", now });
  await executor.enter({ signal, outcomes, instrumentOf: () => instrument });
  await until(() => counts.outcomes >= wanted);
  const answeredMs = performance.now() - from;
  return { firstMs: (counts.sends[0] ?? Number.NaN) - from, answeredMs };
}

async function cover({ counts }: LoadWorld, accounts: number) {
  await until(() => counts.covered >= accounts);
  return {};
}

/** One price that exceeds every account's daily loss limit: from the tick until every account is flat. */
async function stopTheDay({ counts, tick }: LoadWorld, accounts: number) {
  counts.sends.length = 0;
  const from = performance.now();
  tick(FALLEN_PRICE);
  await until(() => counts.ended >= accounts);
  const durableMs = performance.now() - from;
  await until(() => counts.flat >= accounts);
  return { durableMs, firstMs: (counts.sends[0] ?? Number.NaN) - from };
}

const ask = (what: "hold" | "release") => fetch(`${BROKER_URL}/sink/${what}`, { method: "POST" });

const printPart = (part: Readonly<Record<string, unknown>>) => process.stdout.write(`${JSON.stringify(part)}\n`);

async function measureParts(world: LoadWorld): Promise<void> {
  const count = world.ids.length;
  await ask("hold");
  printPart({ fan: await costOf(world, () => fanOut(world, accountsOf(world), 0)) });
  await ask("release");
  if (MODE === "fan") return;
  printPart({ covered: await costOf(world, () => cover(world, count)) });
  printPart({ rest: await costOf(world, async () => ({ waited: await pause(REST_MS) })) });
  printPart({ stop: await costOf(world, () => stopTheDay(world, count)) });
}

async function measureSignals(world: LoadWorld): Promise<void> {
  const accounts = accountsOf(world);
  const share = Math.ceil(accounts.length / Number(SIGNALS));
  const signals = [];
  for (let number = 0; number < Number(SIGNALS); number += 1) {
    const own = accounts
      .slice(number * share, (number + 1) * share)
      .map((account, n) => ({ ...account, capitalBefore: paise(n * LOAD_CAPITAL) }));
    signals.push(await fanOut(world, own, number));
    await cover(world, number * share + own.length);
  }
  printPart({ signals });
}

const options: LoadOptions = {
  databaseUrl: DATABASE_URL,
  brokerUrl: BROKER_URL,
  accounts: Number(ACCOUNTS),
  egress: EGRESS === "own" ? "own" : "shared",
};
const world = await openLoadWorld(options);
await world.executor.prepare(world.ids);
for (let n = 0; n < world.egresses.length; n += WARMED_AT_ONCE)
  await Promise.all(world.egresses.slice(n, n + WARMED_AT_ONCE).map(world.warm));
await (MODE === "signals" ? measureSignals(world) : measureParts(world));
await world.close();
