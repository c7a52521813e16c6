import type { FeedState, OrderListener } from "@vriddhi/brokers/port/feed";
import type { AccountAccess } from "@vriddhi/brokers/port/order-gateway";
import { createSendingThread } from "@vriddhi/brokers/transport/sending-thread";
import { realTimers } from "@vriddhi/brokers/transport/timers";
import { withLimits } from "@vriddhi/brokers/transport/with-limits";
import { createZerodhaAdapter } from "@vriddhi/brokers/zerodha/adapter";
import { type AccountId, accountId } from "@vriddhi/core/allocation/account-id";
import { tariffOf } from "@vriddhi/core/charges/tariff";
import type { LedgerFact } from "@vriddhi/core/ledger/ledger-event";
import { brokerOrderId } from "@vriddhi/core/order/order";
import { TRADING_HOURS } from "@vriddhi/core/risk/trading-hours";
import { type Paise, rupees } from "@vriddhi/core/shared/money";
import { createSeededRandom } from "@vriddhi/core/shared/random";
import { epochMs, type MarketClock, MINUTE_MS } from "@vriddhi/core/time/clock";
import { istDate, istInstant, istMinute } from "@vriddhi/core/time/ist";
import { createExecutor } from "@vriddhi/execution/executor";
import type { AccountPort } from "@vriddhi/execution/ports/account-port";
import type { OrderStore, OrderUpdate } from "@vriddhi/execution/ports/order-store";
import { BUCKETS } from "@vriddhi/execution/ports/ownership";
import type { PricePort } from "@vriddhi/execution/ports/price-port";
import { EXECUTOR_SETTINGS } from "@vriddhi/execution/settings";
import { machineTime } from "../compose/trading-worker.ts";
import { createPgOrderStore } from "../features/order-store/order.store.pg.ts";
import { systemClock } from "../platform/clock/system-clock.ts";
import { createPooledRandom } from "../platform/crypto/pooled-random.ts";
import { runFor } from "../platform/db/async-context.ts";
import { APP_ROLE, type Database, openDatabase } from "../platform/db/database.ts";
import { migrateDatabase } from "../platform/db/migrate.ts";
import { createLogger } from "../platform/log/logger.ts";

export const LOAD_CAPITAL = rupees(100_000);
export const LOAD_PRICE = rupees(1_000);
/** Tight, so that a price fall that every source reports reaches it before any stop. */
const OWN_DAILY_STOP = rupees(250);
/** Even on a slow machine no position is closed because its stop comes late. */
const NAKED_AFTER_MS = 10 * MINUTE_MS;
const DAY = istDate("2026-11-16");
const ALL_BUCKETS = Array.from({ length: BUCKETS }, (_, bucket) => bucket);

export interface LoadOptions {
  readonly databaseUrl: string;
  readonly brokerUrl: string;
  readonly accounts: number;
  /** Whether all accounts share one local address or each has its own. */
  readonly egress: "shared" | "own";
}

export interface Counts {
  /** When orders and modifications were handed to the adapter. */
  readonly sends: number[];
  /** Entries with a stored outcome. */
  outcomes: number;
  /** Stops resting at the broker, as stored. */
  covered: number;
  /** Accounts whose day's end is stored: from then on nothing happens to them. */
  ended: number;
  flat: number;
}

function countFact(counts: Counts, fact: LedgerFact, updates: readonly OrderUpdate[]): void {
  if (fact.kind === "position_flat") counts.flat += 1;
  if (fact.kind === "daily_stop_hit") counts.ended += 1;
  if (fact.kind !== "order_moved" || fact.from !== "sending") return;
  const isEntry = updates.some(({ tag, state }) => tag === fact.tag && state.leg === "entry");
  if (isEntry) counts.outcomes += 1;
  else if (fact.to === "accepted") counts.covered += 1;
}

function countStored(store: OrderStore, counts: Counts): OrderStore {
  return {
    ...store,
    async record(lease, updates, events) {
      const done = await store.record(lease, updates, events);
      if (done.ok) for (const { fact } of events) countFact(counts, fact, updates);
      return done;
    },
    async judgeCommand(lease, tag, n, verdict, updates, events) {
      const done = await store.judgeCommand(lease, tag, n, verdict, updates, events);
      if (done.ok) for (const { fact } of events) countFact(counts, fact, updates);
      return done;
    },
    async addCommand(lease, stored, version, events) {
      const done = await store.addCommand(lease, stored, version, events);
      if (done.ok) for (const { fact } of events) countFact(counts, fact, []);
      return done;
    },
  };
}

/** A Kite-like broker behind real sockets; its pushes are generated here. */
function openBroker({ brokerUrl }: LoadOptions, counts: Counts) {
  const urls = { apiUrl: brokerUrl, loginUrl: brokerUrl, tickerUrl: brokerUrl.replace("http", "ws") };
  const random = createSeededRandom(1);
  const sendingThread = createSendingThread();
  const real = createZerodhaAdapter({ ...urls, random, timers: realTimers, clock: systemClock, sendingThread });
  const limited = withLimits(real, { clock: systemClock, timers: realTimers });
  const listeners = new Map<string, OrderListener>();
  const hint = { orderId: brokerOrderId("1"), tag: null, status: null, filledQuantity: null };
  const { orders } = limited;
  function counted<T>({ session }: AccountAccess, answer: Promise<T>): Promise<T> {
    counts.sends.push(performance.now());
    void answer.then(() => listeners.get(session.clientId)?.hint(hint));
    return answer;
  }
  const adapterOf = (id: AccountId) => ({
    ...limited,
    updates: {
      open(_access: unknown, listener: OrderListener) {
        listeners.set(id, listener);
        queueMicrotask(() => listener.state("open" satisfies FeedState));
        return { close: () => void listeners.delete(id) };
      },
    },
    orders: {
      place: (...call: Parameters<typeof orders.place>) => counted(call[0], orders.place(...call)),
      modify: (...call: Parameters<typeof orders.modify>) => counted(call[0], orders.modify(...call)),
      cancel: orders.cancel,
    },
  });
  return { adapterOf, warm: limited.warm, close: limited.close };
}

const addressOf = (n: number, egress: LoadOptions["egress"]): string | null =>
  egress === "own" ? `127.${1 + (n >> 16)}.${(n >> 8) & 255}.${1 + (n & 254)}` : null;

function accessesOf(ids: readonly AccountId[], egress: LoadOptions["egress"]): ReadonlyMap<AccountId, AccountAccess> {
  const session = { appKey: "key", refreshToken: null, feedToken: null, issuedAt: epochMs(0) };
  const expiresAt = epochMs(Number.MAX_SAFE_INTEGER);
  return new Map(
    ids.map((id, n) => [
      id,
      {
        session: { ...session, clientId: id, accessToken: id, expiresAt },
        egress: { localAddress: addressOf(n, egress), proxyUrl: null },
        algoId: null,
      },
    ]),
  );
}

function createPrices() {
  let last: Paise = LOAD_PRICE;
  const listeners = new Set<() => void>();
  const prices: PricePort = {
    quotes: () => [{ source: "load", bid: last, ask: last, last, receivedAt: systemClock.now() }],
    band: () => null,
    watch(_isin, listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
  function tick(price: Paise): void {
    last = price;
    for (const listener of listeners) listener();
  }
  return { prices, tick };
}

const marketClockFrom = (startedAt: number): MarketClock =>
  ({ now: () => epochMs(istInstant(DAY, istMinute(10, 0)) + systemClock.now() - startedAt) }) as MarketClock;

async function openStore(databaseUrl: string): Promise<Database> {
  await migrateDatabase(databaseUrl);
  const log = createLogger("error");
  return openDatabase(databaseUrl, {
    max: 2,
    kept: { orders: 4 },
    role: APP_ROLE,
    onError: (error) => log.error({ err: error }, "database: idle connection lost"),
  });
}

/** The order path of one worker: real store, real limits, real adapter, all accounts prepared and connected. */
export async function openLoadWorld(options: LoadOptions) {
  const database = await openStore(options.databaseUrl);
  const counts: Counts = { sends: [], outcomes: 0, covered: 0, ended: 0, flat: 0 };
  const store = countStored(createPgOrderStore(database), counts);
  const broker = openBroker(options, counts);
  const ids = Array.from({ length: options.accounts }, (_, n) => accountId(`load-${String(n).padStart(6, "0")}`));
  const accesses = accessesOf(ids, options.egress);
  const day = {
    capital: LOAD_CAPITAL,
    ownDailyStop: OWN_DAILY_STOP,
    tariff: tariffOf("zerodha"),
    hours: TRADING_HOURS,
  };
  const accounts: AccountPort = {
    find: async (id) => ({ id, adapter: broker.adapterOf(id), ...day }),
    accessOf: async (id) => accesses.get(id) ?? null,
    sessionLost: async () => undefined,
  };
  const { prices, tick } = createPrices();
  const clocks = { humanClock: systemClock, marketClock: marketClockFrom(systemClock.now()) };
  const log = createLogger("error");
  const executor = runFor("orders", () =>
    createExecutor({
      store,
      accounts,
      prices,
      ...clocks,
      ...machineTime,
      log,
      worker: `load/${process.pid}`,
      random: createPooledRandom(),
      settings: { ...EXECUTOR_SETTINGS, exit: { ...EXECUTOR_SETTINGS.exit, nakedAfterMs: NAKED_AFTER_MS } },
    }),
  );
  await runFor("orders", () => executor.start(ALL_BUCKETS));
  async function close(): Promise<void> {
    await executor.stop(true);
    await broker.close();
    await database.close();
  }
  const egresses = new Map([...accesses.values()].map(({ egress }) => [egress.localAddress, egress]));
  return { database, counts, executor, ids, tick, close, egresses: [...egresses.values()], warm: broker.warm };
}

export type LoadWorld = Awaited<ReturnType<typeof openLoadWorld>>;
