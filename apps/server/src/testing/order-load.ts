// The order path of one worker under load: real store, real adapter, any broker in Kite's words. Prints one line of JSON.
import { randomBytes } from "node:crypto";
import type { AccountAccess } from "@vriddhi/brokers/port/order-gateway";
import { realTimers } from "@vriddhi/brokers/transport/timers";
import { withLimits } from "@vriddhi/brokers/transport/with-limits";
import { createZerodhaAdapter } from "@vriddhi/brokers/zerodha/adapter";
import { type AccountId, accountId } from "@vriddhi/core/allocation/account-id";
import { type EntrySignal, type FanOutAccount, planFanOut } from "@vriddhi/core/allocation/fan-out";
import { tariffOf } from "@vriddhi/core/charges/tariff";
import type { BrokerInstrument } from "@vriddhi/core/order/order";
import { assumedBand } from "@vriddhi/core/order/price-band";
import { TRADING_HOURS } from "@vriddhi/core/risk/trading-hours";
import { type Paise, paise, rupees } from "@vriddhi/core/shared/money";
import { createSeededRandom } from "@vriddhi/core/shared/random";
import { epochMs, type HumanClock, later, type MarketClock, SECOND_MS } from "@vriddhi/core/time/clock";
import { istDate, istInstant, istMinute } from "@vriddhi/core/time/ist";
import { createExecutor } from "@vriddhi/execution/executor";
import type { AccountPort } from "@vriddhi/execution/ports/account-port";
import { BUCKETS } from "@vriddhi/execution/ports/ownership";
import type { PricePort } from "@vriddhi/execution/ports/price-port";
import { EXECUTOR_SETTINGS } from "@vriddhi/execution/settings";
import { machineTime } from "../compose/trading-worker.ts";
import { createPgOrderStore } from "../features/order-desk/order.store.pg.ts";
import { systemClock } from "../platform/clock/system-clock.ts";
import { runFor } from "../platform/db/async-context.ts";
import { APP_ROLE, openDatabase } from "../platform/db/database.ts";
import { migrateDatabase } from "../platform/db/migrate.ts";
import { createLogger } from "../platform/log/logger.ts";

/** Database, broker, how many accounts and signals, whether addresses are `shared` or each account's `own`, and `close`. */
const [DATABASE_URL = "", BROKER_URL = "", ACCOUNTS = "1000", SIGNALS = "1", EGRESS = "shared", END = ""] =
  process.argv.slice(2);
const COUNT = Number(ACCOUNTS);
const DAY = istDate("2026-11-16");
const PRICE = rupees(1_000);
const TICK = paise(10);
const CAPITAL = rupees(100_000);
const MARGIN = paise(PRICE / 5);

const humanClock: HumanClock = systemClock;
const startedAt = humanClock.now();
const marketClock = {
  now: () => epochMs(istInstant(DAY, istMinute(10, 0)) + humanClock.now() - startedAt),
} as MarketClock;

const log = createLogger("error");
await migrateDatabase(DATABASE_URL);
const database = openDatabase(DATABASE_URL, {
  max: 2,
  kept: { orders: 4 },
  role: APP_ROLE,
  onError: (error) => log.error({ err: error }, "an idle database connection broke"),
});
const store = createPgOrderStore(database);

const sends: number[] = [];
const random = createSeededRandom(1);
const urls = { apiUrl: BROKER_URL, loginUrl: BROKER_URL, tickerUrl: BROKER_URL.replace("http", "ws") };
const real = createZerodhaAdapter({ ...urls, random, timers: realTimers, clock: humanClock });
const limited = withLimits(real, { clock: systemClock, timers: realTimers });
const adapter = {
  ...limited,
  /** Nobody pushes: the broker at the other end knows no sockets. */
  updates: { open: () => ({ close: () => undefined }) },
  orders: {
    ...limited.orders,
    place(...call: Parameters<typeof limited.orders.place>) {
      sends.push(performance.now());
      return limited.orders.place(...call);
    },
    modify(...call: Parameters<typeof limited.orders.modify>) {
      sends.push(performance.now());
      return limited.orders.modify(...call);
    },
  },
};

const ids: readonly AccountId[] = Array.from({ length: COUNT }, (_, n) =>
  accountId(`load-${String(n).padStart(6, "0")}`),
);
const numberOf = new Map(ids.map((id, n) => [id, n]));
/** Each account leaves from an address of its own, or all from the machine's. */
const addressOf = (n: number): string | null =>
  EGRESS === "own" ? `127.${1 + (n >> 16)}.${(n >> 8) & 255}.${1 + (n & 254)}` : null;
const accessOf = (id: AccountId): AccountAccess => ({
  session: {
    ...{ clientId: id, appKey: "key", accessToken: id, refreshToken: null, feedToken: null },
    ...{ issuedAt: epochMs(0), expiresAt: epochMs(Number.MAX_SAFE_INTEGER) },
  },
  egress: { localAddress: addressOf(numberOf.get(id) ?? 0), proxyUrl: null },
  algoId: null,
});
const tariff = tariffOf("zerodha");
const accounts: AccountPort = {
  find: async (id) => ({ id, adapter, capital: CAPITAL, ownDailyStop: null, tariff, hours: TRADING_HOURS }),
  accessOf: async (id) => accessOf(id),
  sessionLost: async () => undefined,
};

const last: Paise = PRICE;
const listeners = new Set<() => void>();
const prices: PricePort = {
  quotes: () => [{ source: "load", bid: last, ask: last, last, heardAt: humanClock.now() }],
  band: () => null,
  watch(_isin, listener) {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
};
const executor = runFor("orders", () =>
  createExecutor({
    ...{ store, accounts, prices, humanClock, marketClock, ...machineTime, log, worker: `load/${process.pid}` },
    random: { bytes: (count) => randomBytes(count) },
    settings: EXECUTOR_SETTINGS,
  }),
);
await runFor("orders", () => executor.start(Array.from({ length: BUCKETS }, (_, bucket) => bucket)));
await executor.prepare(ids);

const instrument: BrokerInstrument = {
  ...{ isin: "INE062A01020", symbol: "SBIN", brokerSymbol: "SBIN", token: "779521", tickSize: TICK, lotSize: 1 },
};
const fanOutAccounts: readonly FanOutAccount[] = ids.map((id, n) => ({
  id,
  facts: {
    ...{ isRunning: true, isBlocked: false, isDailyStopHit: false, isSubscribed: true, isConnected: true },
    ...{ capital: CAPITAL, approval: "given", hasInstrument: true, isIntradayAllowed: true, heldQuantity: 0 },
    ...{ isSymbolWorked: false, hasUnresolvedOrder: false, entriesToday: 0, entriesMax: null, hasCallBudget: true },
  },
  capitalBefore: paise(n * CAPITAL),
  ...{ band: CAPITAL, funds: CAPITAL, marginPerShare: MARGIN, ownDailyStop: null, tariff },
}));

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await pause(50);
}
async function countOf(where: string, values: readonly unknown[] = []): Promise<number> {
  const { rows } = await database.pool.query<{ n: number }>(`SELECT count(*)::int AS n FROM intent WHERE ${where}`, [
    ...values,
  ]);
  return rows[0]?.n ?? 0;
}

const cpuMs = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
};

/** One signal to its share of the accounts: from the decision to the last answer that is stored. */
async function fanOut(number: number) {
  const share = Math.ceil(COUNT / Number(SIGNALS));
  const own = fanOutAccounts.slice(number * share, (number + 1) * share);
  const id = `load-${number}`;
  sends.length = 0;
  const cpuBefore = cpuMs();
  const from = performance.now();
  const now = humanClock.now();
  const signal: EntrySignal = {
    ...{ id, authority: "run", isin: instrument.isin, side: "buy", price: PRICE, target: null },
    ...{ stop: rupees(990), validUntil: later(now, 20 * SECOND_MS), medianTurnover: rupees(10_000_000_000) },
    ...{ allCapital: paise(COUNT * CAPITAL), rotation: paise(0) },
  };
  const limits = { priceBand: assumedBand(PRICE, TICK), executable: PRICE, phase: "entries", now } as const;
  const outcomes = planFanOut(signal, own, limits);
  await executor.enter({ signal, outcomes, instrumentOf: () => instrument });
  const storedMs = performance.now() - from;
  const [firstMs, lastMs] = [Math.min(...sends) - from, Math.max(...sends) - from];
  await until(async () => (await countOf("signal_id = $1 AND status = 'sending'", [id])) === 0);
  const answeredMs = performance.now() - from;
  const ownCpuMs = cpuMs() - cpuBefore;
  await until(async () => (await countOf("signal_id = $1 AND leg = 'entry' AND NOT is_final", [id])) === 0);
  const filled = await countOf("signal_id = $1 AND leg = 'entry' AND has_fills", [id]);
  return { filled, firstMs, lastMs, storedMs, answeredMs, doneMs: performance.now() - from, ownCpuMs };
}

/** Everything is open and covered; then everybody is to close at once. */
async function closeAll() {
  await until(async () => (await countOf("leg = 'exit' AND status = 'accepted'")) >= COUNT);
  const commands = async (): Promise<number> => {
    const { rows } = await database.pool.query<{ n: number }>("SELECT count(*)::int AS n FROM command");
    return rows[0]?.n ?? 0;
  };
  const before = await commands();
  sends.length = 0;
  const from = performance.now();
  const block = { accountId: null, cause: "kill_switch", setAt: humanClock.now(), closesPositions: true } as const;
  await runFor("orders", () => store.block(block, []));
  await executor.refreshBlocks();
  await until(async () => (await commands()) - before >= COUNT);
  const durableMs = performance.now() - from;
  await until(async () => (await countOf("leg = 'exit' AND NOT is_final")) === 0);
  return { durableMs, firstMs: Math.min(...sends) - from, lastMs: Math.max(...sends) - from };
}

const signals = [];
for (let number = 0; number < Number(SIGNALS); number += 1) signals.push(await fanOut(number));
const exits = END === "close" ? await closeAll() : null;
process.stdout.write(`${JSON.stringify({ signals, exits, rssMb: Math.round(process.memoryUsage.rss() / 2 ** 20) })}\n`);
await executor.stop(true);
await limited.close();
await database.close();
