import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";
import { type AccountId, accountId } from "@vriddhi/core/allocation/account-id";
import { tariffOf } from "@vriddhi/core/charges/tariff";
import { TRADING_HOURS } from "@vriddhi/core/risk/trading-hours";
import { paise, rupees } from "@vriddhi/core/shared/money";
import { createSeededRandom } from "@vriddhi/core/shared/random";
import { DAY_MS, later, SECOND_MS } from "@vriddhi/core/time/clock";
import { istDate, istInstant, istMinute } from "@vriddhi/core/time/ist";
import { createExecutor } from "@vriddhi/execution/executor";
import type { Executor } from "@vriddhi/execution/executor-model";
import type { AccountPort } from "@vriddhi/execution/ports/account-port";
import { BUCKETS } from "@vriddhi/execution/ports/ownership";
import type { PricePort } from "@vriddhi/execution/ports/price-port";
import { type CallOutcome, ScriptedBroker } from "@vriddhi/execution/scripted/scripted-broker";
import { VirtualTime } from "@vriddhi/execution/scripted/virtual-time";
import { EXECUTOR_SETTINGS } from "@vriddhi/execution/settings";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createFanOut, type FanOut } from "../features/fan-out/fan-out.service.ts";
import { createFanOutStore } from "../features/fan-out/fan-out.store.pg.ts";
import { createKillSwitch, type KillSwitch } from "../features/order-store/kill-switch.ts";
import { createPgOrderStore } from "../features/order-store/order.store.pg.ts";
import { createTradingAccountStore } from "../features/order-store/trading-account.store.pg.ts";
import { APP_ROLE, type Database, openDatabase } from "../platform/db/database.ts";
import { createLogger } from "../platform/log/logger.ts";
import { makeSignal, outcomesOf } from "../testing/signals-fixture.ts";
import { runSql } from "../testing/sql.ts";
import { createTestDatabase, type TestDatabase } from "../testing/test-database.ts";

const ACCOUNTS = 600;
/** The longest time after a block's commit in which a worker may still send an order of that account. */
const STOPPED_WITHIN_MS = 500;
const STEP_MS = 10;
/** Upper bound that only a hang reaches. */
const STEPS_MAX = 5_000;
const DAY = istDate("2026-11-16");
const PRICE = rupees(800);
const SHARE = {
  isin: "INE062A01020",
  symbol: "SBIN",
  brokerSymbol: "SBIN",
  token: "1",
  tickSize: paise(5),
  lotSize: 1,
};
/** Slow brokers: several waves are in flight during each test. */
const SLOW: CallOutcome = { kind: "hanging", forMs: 300 };

const SEED_ACCOUNTS = `
  INSERT INTO users (id, email, name, dob, role, created_at)
    SELECT md5('user' || n)::uuid, 'p' || n || '@example.com', 'Asha', '1990-05-01', 'user', now() FROM generate_series(1, ${ACCOUNTS}) n;
  INSERT INTO trading_account (id, user_id, broker, client_hash, created_at)
    SELECT 'account-' || n, md5('user' || n)::uuid, 'fyers', decode(md5('client' || n), 'hex'), now() FROM generate_series(1, ${ACCOUNTS}) n;
  INSERT INTO subscription_periods (id, user_id, plan, starts_at, ends_at, band_paise)
    SELECT md5('period' || n)::uuid, md5('user' || n)::uuid, 'MONTHLY', '2026-11-01', '2026-12-01', 10000000 FROM generate_series(1, ${ACCOUNTS}) n;
  INSERT INTO broker_links (id, user_id, broker, account_id, client_id, credentials_id, sealed_app_key, sealed_access, session_from, session_until, connected_at)
    SELECT md5('link' || n)::uuid, md5('user' || n)::uuid, 'fyers', 'account-' || n, 'FY' || n, md5('set' || n)::uuid, 'x', 'x', '2026-11-16', '2026-11-17', '2026-11-16' FROM generate_series(1, ${ACCOUNTS}) n;
  INSERT INTO algo_run (id, user_id, broker, link_id, account_id, trading_day, capital_paise, approval_mode, is_background, day_approved_at, started_at, started_by, seen_at)
    SELECT md5('run' || n)::uuid, md5('user' || n)::uuid, 'fyers', md5('link' || n)::uuid, 'account-' || n, '2026-11-16', 200000, 'auto', true, '2026-11-16 03:30Z', '2026-11-16 03:30Z', 'person', '2026-11-16 03:30Z' FROM generate_series(1, ${ACCOUNTS}) n;`;

const accountsOf = Array.from({ length: ACCOUNTS }, (_, n) => accountId(`account-${n + 1}`));

let scratch: TestDatabase;
let database: Database;
let time: VirtualTime;
let executor: Executor;
let fanOut: FanOut;
let killSwitch: KillSwitch;
let brokers: ReadonlyMap<AccountId, ScriptedBroker>;
let sessionsLost: AccountId[];

const prices: PricePort = {
  quotes: () => [{ source: "desk", bid: PRICE, ask: PRICE, last: PRICE, receivedAt: time.now() }],
  band: () => null,
  watch: () => () => undefined,
};

function accountPort(): AccountPort {
  const adapters = new Map([...brokers].map(([account, broker]) => [account, broker.adapter()]));
  const lost = new Set<AccountId>();
  const session = {
    clientId: "FY1",
    appKey: "app",
    accessToken: "token",
    refreshToken: null,
    feedToken: null,
    issuedAt: time.now(),
    expiresAt: later(time.now(), DAY_MS),
  };
  return {
    async find(id) {
      const adapter = adapters.get(id);
      if (adapter === undefined) return null;
      const deps = { capital: rupees(2_000), ownDailyStop: null, tariff: tariffOf("fyers"), hours: TRADING_HOURS };
      return { id, adapter, ...deps };
    },
    accessOf: async (id) =>
      lost.has(id) ? null : { session, egress: { localAddress: null, proxyUrl: null }, algoId: null },
    async sessionLost(id) {
      lost.add(id);
      sessionsLost.push(id);
    },
  };
}

async function quiet(): Promise<void> {
  let calm = 0;
  while (calm < 3) {
    await nextTurn();
    const { pool } = database;
    const isCalm = pool.waitingCount === 0 && pool.idleCount === pool.totalCount;
    calm = isCalm ? calm + 1 : 0;
    if (!isCalm) await sleep(1);
  }
}

/** Virtual time advances only when no statement is running. */
async function live(what: string, isSo: () => boolean | Promise<boolean>): Promise<void> {
  for (let step = 0; step < STEPS_MAX; step++) {
    await quiet();
    if (await isSo()) return;
    await time.advance(STEP_MS);
  }
  throw new Error(`never happened: ${what}`);
}

async function meanwhile<T>(work: Promise<T>): Promise<T> {
  let isOver = false;
  const end = () => {
    isOver = true;
  };
  work.then(end, end);
  await live("the work is done", () => isOver);
  return work;
}

beforeEach(async () => {
  scratch = await createTestDatabase();
  await runSql(scratch.url, SEED_ACCOUNTS);
  database = openDatabase(scratch.url, { max: 4, role: APP_ROLE, onError: () => {} });
  time = new VirtualTime(istInstant(DAY, istMinute(9, 40)));
  brokers = new Map(accountsOf.map((account) => [account, new ScriptedBroker(time)]));
  for (const broker of brokers.values()) {
    broker.exchange.setPrice(PRICE);
    broker.chance = (call) => (call === "place" ? SLOW : { kind: "taken" });
  }
  sessionsLost = [];
  const log = createLogger("silent");
  const clocks = { humanClock: time, marketClock: time };
  killSwitch = createKillSwitch({ accounts: createTradingAccountStore(database, Buffer.alloc(32, 3)), ...clocks });
  executor = createExecutor({
    store: createPgOrderStore(database),
    accounts: accountPort(),
    prices,
    ...clocks,
    log,
    worker: "w1",
    monotonic: time,
    timers: time,
    random: createSeededRandom(1),
    settings: EXECUTOR_SETTINGS,
  });
  fanOut = createFanOut({
    store: createFanOutStore(database),
    executor,
    prices,
    ...clocks,
    log,
    readForeign: async () => undefined,
    brokersOf: () => ["fyers"],
    instrumentsOf: async () => new Map([["fyers", SHARE]]),
  });
  await meanwhile(executor.start(Array.from({ length: BUCKETS }, (_, bucket) => bucket)));
  await meanwhile(fanOut.look());
  await meanwhile(fanOut.prepare());
});
afterEach(async () => {
  await executor.stop(false);
  await database.close();
  await scratch.drop();
});

const signal = (): Promise<string> =>
  makeSignal(database, time.now(), {
    desk: "fyers",
    isin: SHARE.isin,
    symbol: SHARE.symbol,
    price: PRICE,
    stop: rupees(790),
    target: rupees(820),
  });

interface Sent {
  readonly account: AccountId;
  readonly at: number;
}

const entries = (): readonly Sent[] =>
  [...brokers].flatMap(([account, { placed }]) =>
    placed.filter(({ ticket }) => ticket.side === "buy").map(({ at }) => ({ account, at })),
  );

async function untilOutcomes(id: string): Promise<ReadonlyMap<string, string>> {
  await live("everybody has an outcome", async () => {
    void fanOut.look();
    return (await outcomesOf(database, id)).length >= ACCOUNTS;
  });
  const outcomes = await outcomesOf(database, id);
  expect(outcomes).toHaveLength(ACCOUNTS);
  const byAccount = new Map(outcomes.map(({ account_id, outcome }) => [account_id, outcome]));
  expect(byAccount.size).toBe(ACCOUNTS);
  return byAccount;
}

async function untilWaves(): Promise<void> {
  await live("the first waves have left", () => {
    void fanOut.look();
    return entries().length > ACCOUNTS / 4;
  });
  expect(entries().length).toBeLessThan(ACCOUNTS);
}

const isSettled = async (): Promise<boolean> => {
  const { rows } = await database.pool.query(
    "SELECT FROM intent WHERE status IN ('planned', 'ready', 'sending', 'unknown') LIMIT 1",
  );
  return rows.length === 0;
};

describe("a fan-out to 600 accounts", () => {
  it("sends nothing 500 ms after a trading halt, and gives accounts without an order the reason", async () => {
    const id = await signal();
    await untilWaves();
    await database.transaction((tx) => killSwitch.killAll(tx));
    const blockedAt = time.now();
    const outcomes = await untilOutcomes(id);
    await live("nothing is on its way", isSettled);
    expect(Math.max(...entries().map(({ at }) => at)) - blockedAt).toBeLessThanOrEqual(STOPPED_WITHIN_MS);
    const stopped = [...outcomes.values()].filter((outcome) => outcome === "blocked").length;
    expect(stopped).toBeGreaterThan(0);
    expect(entries().length).toBeLessThanOrEqual(ACCOUNTS - stopped);
    // Orders already sent are cancelled or closed automatically.
    await live("everything is flat", async () => {
      const { rows } = await database.pool.query<{ left: number }>(
        `SELECT sum(CASE side WHEN 'buy' THEN 1 ELSE -1 END * (state->>'filled')::int)::int AS left FROM intent`,
      );
      return rows[0]?.left === 0;
    });
  });

  it("stops only the user who pulls the kill switch, and all others trade", async () => {
    const id = await signal();
    await untilWaves();
    const sent = new Set(entries().map(({ account }) => account));
    const [victim] = accountsOf.filter((account) => !sent.has(account));
    if (victim === undefined) throw new Error("everybody had an order already");
    const { rows } = await database.pool.query<{ user_id: string }>(
      "SELECT user_id FROM trading_account WHERE id = $1",
      [victim],
    );
    await database.transaction((tx) => killSwitch.killUser(tx, rows[0]?.user_id ?? ""));
    const blockedAt = time.now();
    const outcomes = await untilOutcomes(id);
    await live("nothing is on its way", isSettled);
    const late = entries().filter(({ account, at }) => account === victim && at > blockedAt + STOPPED_WITHIN_MS);
    expect(late).toEqual([]);
    expect(["blocked", "intent"]).toContain(outcomes.get(victim));
    for (const account of accountsOf) if (account !== victim) expect(outcomes.get(account)).toBe("intent");
    expect(new Set(entries().map(({ account }) => account)).size).toBeGreaterThanOrEqual(ACCOUNTS - 1);
  });

  it("skips only the account whose broker ends its session", async () => {
    const victims = accountsOf.filter((_, n) => n % 40 === 7);
    for (const account of victims) {
      const broker = brokers.get(account);
      if (broker === undefined) throw new Error("everybody has a broker");
      // As at a real broker, the ended session refuses the order and every other call.
      broker.chance = () => ({ kind: "session_expired" });
      broker.readChance = () => "session_expired";
    }
    const id = await signal();
    const began = time.now();
    const outcomes = await untilOutcomes(id);
    await live("nothing is on its way", isSettled);
    expect(new Set(outcomes.values())).toEqual(new Set(["intent"]));
    expect(sessionsLost.toSorted()).toEqual(victims.toSorted());
    const lost = new Set(victims);
    const { rows } = await database.pool.query<{ account_id: string; status: string }>(
      "SELECT account_id, status FROM intent WHERE signal_id = $1 AND n = 0",
      [id],
    );
    for (const { account_id, status } of rows)
      if (lost.has(accountId(account_id))) expect(["rejected", "expired", "cancelled"]).toContain(status);
      else expect(["accepted", "partly_filled", "filled"]).toContain(status);
    // Each account was sent to its broker once, the others without delay.
    const tries = Map.groupBy(entries(), ({ account }) => account);
    expect([...tries.values()].every((own) => own.length === 1)).toBe(true);
    expect(Math.max(...entries().map(({ at }) => at)) - began).toBeLessThan(20 * SECOND_MS);
  });
});
