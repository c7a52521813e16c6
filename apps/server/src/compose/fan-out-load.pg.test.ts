import { type AccountId, accountId } from "@vriddhi/core/allocation/account-id";
import { tariffOf } from "@vriddhi/core/charges/tariff";
import { TRADING_HOURS } from "@vriddhi/core/risk/trading-hours";
import { paise, rupees } from "@vriddhi/core/shared/money";
import { SECOND_MS } from "@vriddhi/core/time/clock";
import { istDate, istDateOf, istInstant, istMinute } from "@vriddhi/core/time/ist";
import { createExecutor } from "@vriddhi/execution/executor";
import type { Executor } from "@vriddhi/execution/executor-model";
import type { TradingAccount } from "@vriddhi/execution/ports/account-port";
import { BUCKETS } from "@vriddhi/execution/ports/ownership";
import type { PricePort } from "@vriddhi/execution/ports/price-port";
import { EXECUTOR_SETTINGS } from "@vriddhi/execution/settings";
import { createVirtualClock } from "@vriddhi/testing/virtual-clock";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createFanOut, type FanOut, type FanOutDeps } from "../features/fan-out/fan-out.service.ts";
import { createFanOutStore } from "../features/fan-out/fan-out.store.pg.ts";
import { createPgOrderStore } from "../features/order-store/order.store.pg.ts";
import { realTimers } from "../platform/clock/timers.ts";
import { APP_ROLE, type Database, openDatabase } from "../platform/db/database.ts";
import { createLogger } from "../platform/log/logger.ts";
import { makeSignal, outcomesOf } from "../testing/signals-fixture.ts";
import { runSql } from "../testing/sql.ts";
import { createTestDatabase, type TestDatabase } from "../testing/test-database.ts";

const ACCOUNTS = 2_000;
/** This account cannot be loaded, because its link was removed during the run. */
const DEAD = accountId("account-7");
/** Far below one statement per account, and above what waves, buckets and shared reads need. */
const STATEMENTS_MAX = 200;
const day = istDate("2026-11-16");
const clock = createVirtualClock(istInstant(day, istMinute(9, 40)));
const price = rupees(800);
const share = {
  isin: "INE062A01020",
  symbol: "SBIN",
  brokerSymbol: "NSE:SBIN-EQ",
  token: "1",
  tickSize: paise(5),
  lotSize: 1,
};

/** Users who approve by hand, so that everything is stored and nothing is sent. */
const SEED_ACCOUNTS = `
  INSERT INTO users (id, email, name, dob, role, created_at)
    SELECT md5('user' || n)::uuid, 'p' || n || '@example.com', 'Asha', '1990-05-01', 'user', now() FROM generate_series(1, ${ACCOUNTS}) n;
  INSERT INTO subscription_periods (id, user_id, plan, starts_at, ends_at, band_paise)
    SELECT md5('period' || n)::uuid, md5('user' || n)::uuid, 'MONTHLY', '2026-11-01', '2026-12-01', 10000000 FROM generate_series(1, ${ACCOUNTS}) n;
  INSERT INTO broker_links (id, user_id, broker, account_id, client_id, credentials_id, sealed_app_key, sealed_access, session_from, session_until, connected_at)
    SELECT md5('link' || n)::uuid, md5('user' || n)::uuid, 'fyers', 'account-' || n, 'FY' || n, md5('set' || n)::uuid, 'x', 'x', '2026-11-16', '2026-11-17', '2026-11-16' FROM generate_series(1, ${ACCOUNTS}) n;
  INSERT INTO algo_run (id, user_id, broker, link_id, account_id, trading_day, capital_paise, approval_mode, is_background, started_at, started_by, seen_at)
    SELECT md5('run' || n)::uuid, md5('user' || n)::uuid, 'fyers', md5('link' || n)::uuid, 'account-' || n, '2026-11-16', 5000000 + n, 'manual', true, '2026-11-16 03:30Z', 'person', '2026-11-16 03:30Z' FROM generate_series(1, ${ACCOUNTS}) n;`;

const prices: PricePort = {
  quotes: () => [{ source: "desk", bid: price, ask: price, last: price, receivedAt: clock.now() }],
  band: () => null,
  watch: () => () => undefined,
};

/** Nothing is ever sent, so no broker is needed. */
const account = (id: AccountId): TradingAccount => ({
  id,
  adapter: {} as TradingAccount["adapter"],
  capital: rupees(50_000),
  ownDailyStop: null,
  tariff: tariffOf("fyers"),
  hours: TRADING_HOURS,
});

let scratch: TestDatabase;
let database: Database;
/** Fan-out has its own connections, because accounts write in the background while a test counts. */
let fanOutDatabase: Database;
let executor: Executor;
let fanOut: FanOut;
let lives = 0;
let statements = 0;
let fanOutStatements = 0;
const fanOutOf = (port: FanOutDeps["executor"]): FanOut =>
  createFanOut({
    store: createFanOutStore(fanOutDatabase),
    executor: port,
    prices,
    humanClock: clock,
    marketClock: clock,
    readForeign: async () => undefined,
    brokersOf: () => ["fyers"],
    instrumentsOf: async () => new Map([["fyers", share]]),
    log: createLogger("silent"),
  });

async function live(): Promise<void> {
  lives += 1;
  executor = createExecutor({
    store: createPgOrderStore(database),
    accounts: {
      find: async (id) => (id === DEAD ? null : account(id)),
      accessOf: async () => null,
      sessionLost: async () => undefined,
    },
    prices,
    humanClock: clock,
    marketClock: clock,
    monotonic: { nowMs: clock.now },
    timers: realTimers,
    random: { bytes: (count) => crypto.getRandomValues(new Uint8Array(count)) },
    log: createLogger("silent"),
    worker: `w${lives}`,
    settings: EXECUTOR_SETTINGS,
  });
  await executor.start(Array.from({ length: BUCKETS }, (_, bucket) => bucket));
  fanOut = fanOutOf(executor);
}

beforeAll(async () => {
  scratch = await createTestDatabase();
  await runSql(scratch.url, SEED_ACCOUNTS);
  database = openDatabase(scratch.url, { max: 4, role: APP_ROLE, onError: () => {} });
  // Every statement and every transaction acquires one connection.
  database.pool.on("acquire", () => {
    statements += 1;
  });
  fanOutDatabase = openDatabase(scratch.url, { max: 2, role: APP_ROLE, onError: () => {} });
  fanOutDatabase.pool.on("acquire", () => {
    statements += 1;
    fanOutStatements += 1;
  });
  await live();
});
afterAll(async () => {
  await executor.stop(false);
  await fanOutDatabase.close();
  await database.close();
  await scratch.drop();
});

it("a fan-out plans two thousand accounts once each with few statements, and skips one that cannot be loaded", async () => {
  await fanOut.look();
  statements = 0;
  await fanOut.prepare();
  const prepared = statements;
  expect(prepared).toBeLessThan(ACCOUNTS / 20);
  statements = 0;
  const id = await makeSignal(database, clock.now(), {
    desk: "fyers",
    isin: share.isin,
    symbol: share.symbol,
    price,
    stop: rupees(790),
    target: rupees(820),
  });
  await fanOut.idle();
  expect(statements).toBeLessThan(STATEMENTS_MAX);
  const outcomes = await outcomesOf(database, id);
  expect(outcomes).toHaveLength(ACCOUNTS);
  expect(new Set(outcomes.map(({ account_id }) => account_id)).size).toBe(ACCOUNTS);
  // The tradable quantity is spread in whole shares: some accounts get one, the others a reason.
  expect(new Set(outcomes.map(({ outcome }) => outcome))).toEqual(new Set(["intent", "turnover_too_low", "blocked"]));
  clock.advance(60 * SECOND_MS);
  await fanOut.idle();
  await fanOut.idle();
  expect(outcomes.filter(({ outcome }) => outcome === "blocked").map(({ account_id }) => account_id)).toEqual([DEAD]);
  // Settled: from now on one poll is one read.
  fanOutStatements = 0;
  await fanOut.look();
  expect(fanOutStatements).toBe(1);
  expect(istDateOf(clock.now())).toBe(day);
});

it("a fan-out finishes the plan of a worker that crashed between two waves, and plans no account twice", async () => {
  const first = executor;
  const stored = createPgOrderStore(database);
  let taken = 0;
  // Crashes after the first accounts are stored.
  fanOut = fanOutOf({
    buckets: () => first.buckets(),
    prepare: (accounts) => first.prepare(accounts),
    eligibility: (account, isin) => first.eligibility(account, isin),
    async enter(plan) {
      if (taken > 0) throw new Error("the worker died");
      taken = plan.outcomes.length;
      return first.enter(plan);
    },
  });
  await expect.poll(() => first.buckets().length, { timeout: 60_000 }).toBe(BUCKETS);
  await fanOut.look();
  const terms = { isin: "INE002A01018", symbol: "RELIANCE", price, stop: rupees(790), target: rupees(820) };
  const id = await makeSignal(database, clock.now(), { desk: "fyers", seq: 2, ...terms });
  await fanOut.idle();
  const before = await outcomesOf(database, id);
  expect(before).toHaveLength(taken);
  expect(taken).toBeLessThan(ACCOUNTS);
  await first.stop(false);
  await stored.declareDead(`w${lives}`);
  await live();
  // Accounts that are not loaded in time are planned by a later poll.
  const countAfterLook = async (): Promise<number> => {
    clock.advance(SECOND_MS);
    await fanOut.idle();
    return (await outcomesOf(database, id)).length;
  };
  await expect.poll(countAfterLook, { timeout: 120_000 }).toBe(ACCOUNTS);
  const after = await outcomesOf(database, id);
  expect(new Set(after.map(({ account_id }) => account_id)).size).toBe(ACCOUNTS);
  for (const outcome of before) expect(after).toContainEqual(outcome);
});
