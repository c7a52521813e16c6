import type { AccountAccess } from "@vriddhi/brokers/port/order-gateway";
import type { AccountId } from "@vriddhi/core/allocation/account-id";
import { SCHEDULED_LATE_MS } from "@vriddhi/core/back-office/order-row";
import { tariffOf } from "@vriddhi/core/charges/tariff";
import { TRADING_HOURS } from "@vriddhi/core/risk/trading-hours";
import { paise, rupees } from "@vriddhi/core/shared/money";
import { err, ok } from "@vriddhi/core/shared/result";
import { later, SECOND_MS } from "@vriddhi/core/time/clock";
import { istDate, istInstant, istMinute } from "@vriddhi/core/time/ist";
import { createExecutor } from "@vriddhi/execution/executor";
import type { Executor } from "@vriddhi/execution/executor-model";
import type { TradingAccount } from "@vriddhi/execution/ports/account-port";
import { BUCKETS } from "@vriddhi/execution/ports/ownership";
import type { PricePort } from "@vriddhi/execution/ports/price-port";
import { EXECUTOR_SETTINGS } from "@vriddhi/execution/settings";
import { eventually } from "@vriddhi/testing/eventually";
import { createVirtualClock } from "@vriddhi/testing/virtual-clock";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createActiveAccountStore } from "../features/admin-order/active-account.store.pg.ts";
import { createAdminOrderStore } from "../features/admin-order/admin-order.store.pg.ts";
import { createOperatorFanOut, type OperatorFanOut } from "../features/admin-order/operator-fan-out.ts";
import { createPlacementService } from "../features/admin-order/placement.service.ts";
import { createPgOrderStore } from "../features/order-store/order.store.pg.ts";
import { createScheduledOrderService } from "../features/scheduled-order/scheduled-order.service.ts";
import { createScheduledOrderStore } from "../features/scheduled-order/scheduled-order.store.pg.ts";
import { createAudit } from "../platform/audit/audit.ts";
import { realTimers } from "../platform/clock/timers.ts";
import { APP_ROLE, type Database, openDatabase } from "../platform/db/database.ts";
import { createLogger } from "../platform/log/logger.ts";
import { runSql } from "../testing/sql.ts";
import { createTestDatabase, type TestDatabase } from "../testing/test-database.ts";

const ACCOUNTS = 100;
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

const SEED_ACCOUNTS = `
  SELECT make_order_partitions('2026-11-16');
  INSERT INTO users (id, email, name, dob, role, created_at)
    SELECT md5('user' || n)::uuid, 'p' || n || '@example.com', 'Asha', '1990-05-01', 'user', now() FROM generate_series(1, ${ACCOUNTS}) n;
  INSERT INTO subscription_periods (id, user_id, plan, starts_at, ends_at, band_paise)
    SELECT md5('period' || n)::uuid, md5('user' || n)::uuid, 'MONTHLY', '2026-11-01', '2026-12-01', 10000000 FROM generate_series(1, ${ACCOUNTS}) n;
  INSERT INTO broker_links (id, user_id, broker, account_id, client_id, credentials_id, sealed_app_key, sealed_access, session_from, session_until, connected_at)
    SELECT md5('link' || n)::uuid, md5('user' || n)::uuid, 'fyers', 'account-' || n, 'FY' || n, md5('set' || n)::uuid, 'x', 'x', '2026-11-16', '2026-11-17', '2026-11-16' FROM generate_series(1, ${ACCOUNTS}) n;
  INSERT INTO capital_choice (id, user_id, scope, capital_paise, is_active, updated_at)
    SELECT md5('choice' || n)::uuid, md5('user' || n)::uuid, 'account', 5000000 + n, true, now() FROM generate_series(1, ${ACCOUNTS}) n;
  INSERT INTO instruments (broker, isin, symbol, broker_symbol, token, tick_paise, lot_size, seen_on, is_renamed)
    VALUES ('fyers', '${share.isin}', 'SBIN', 'NSE:SBIN-EQ', '1', 5, 1, '2026-11-16', false),
      ('fyers', 'INE009A01021', 'INFY', 'NSE:INFY-EQ', '2', 5, 1, '2026-11-16', false);`;

const prices: PricePort = {
  quotes: () => [{ source: "desk", bid: price, ask: price, last: price, receivedAt: clock.now() }],
  band: () => null,
  watch: () => () => undefined,
};

/** The broker of this account refuses every order at once. */
const account = (id: AccountId): TradingAccount => ({
  id,
  adapter: {
    orders: { place: async () => err({ kind: "rejected", reason: "no" }) },
  } as unknown as TradingAccount["adapter"],
  capital: rupees(50_000),
  ownDailyStop: null,
  tariff: tariffOf("fyers"),
  hours: TRADING_HOURS,
});

let scratch: TestDatabase;
let database: Database;
let executor: Executor;
let fanOut: OperatorFanOut;
let lives = 0;

/** A new process that holds every bucket; it crashes after `diesAfter` chunks. */
async function live(diesAfter = Number.POSITIVE_INFINITY): Promise<void> {
  lives += 1;
  executor = createExecutor({
    store: createPgOrderStore(database),
    accounts: {
      find: async (id) => account(id),
      accessOf: async () => ({}) as AccountAccess,
      sessionLost: async () => undefined,
    },
    prices,
    humanClock: clock,
    marketClock: clock,
    monotonic: { nowMs: () => performance.now() },
    timers: realTimers,
    random: { bytes: (count) => crypto.getRandomValues(new Uint8Array(count)) },
    log: createLogger("silent"),
    worker: `w${lives}`,
    settings: EXECUTOR_SETTINGS,
  });
  await executor.start(Array.from({ length: BUCKETS }, (_, bucket) => bucket));
  let chunks = 0;
  fanOut = createOperatorFanOut({
    store: createAdminOrderStore(database),
    executor: {
      buckets: () => executor.buckets(),
      eligibility: (account, isin) => executor.eligibility(account, isin),
      prepare: (accounts) => executor.prepare(accounts),
      enter(plan) {
        chunks += 1;
        if (chunks > diesAfter) throw new Error("the process was killed");
        return executor.enter(plan);
      },
    },
    prices,
    humanClock: clock,
    marketClock: clock,
    log: createLogger("silent"),
    instrumentsOf: async () => new Map([["fyers", share]]),
  });
}

beforeAll(async () => {
  scratch = await createTestDatabase();
  await runSql(scratch.url, SEED_ACCOUNTS);
  database = openDatabase(scratch.url, { max: 4, role: APP_ROLE, onError: () => {} });
});
afterAll(async () => {
  await executor.stop(true);
  await database.close();
  await scratch.drop();
});

const placementsOf = () =>
  createPlacementService({
    store: createAdminOrderStore(database),
    active: createActiveAccountStore(database),
    prices,
    humanClock: clock,
    marketClock: clock,
    timers: realTimers,
  });

const outcomes = async () => {
  const { rows } = await database.pool.query<{ order_id: string; orders: number; reasons: number }>(
    `SELECT s.order_id, count(DISTINCT i.tag)::int AS orders, count(DISTINCT l.key)::int AS reasons
     FROM operator_share s
     LEFT JOIN intent i ON i.account_id = s.account_id AND i.trading_day = '2026-11-16' AND i.signal_id = s.order_id AND i.leg = 'entry'
     LEFT JOIN ledger l ON l.account_id = s.account_id AND l.trading_day = '2026-11-16' AND l.key = 'skipped:' || s.order_id
     GROUP BY s.order_id, s.account_id`,
  );
  return rows;
};

it("a bulk order gives each account of each row one outcome when workers are killed between and within rows", async () => {
  await live(1);
  const placements = placementsOf();
  const wanted = { side: "buy" as const, totalQuantity: 5 * ACCOUNTS, limit: null, dueAt: null };
  const prepared = await placements.prepare([
    { ...wanted, n: 1, symbol: "SBIN" },
    { ...wanted, n: 2, symbol: "INFY", side: "sell" },
  ]);
  if (!prepared.ok) throw new Error("no user is active");
  const id = await database.transaction((tx) =>
    placements.store(tx, prepared.value, { userId: "c0000000-0000-4000-8000-000000000001", source: "desk" }),
  );
  // Three processes: the first crashes after one chunk, the second after two, the third finishes and polls once more.
  await fanOut.look();
  const early = await outcomes();
  expect(early.some(({ orders, reasons }) => orders + reasons === 0)).toBe(true);
  for (const diesAfter of [2, Number.POSITIVE_INFINITY]) {
    await executor.stop(true);
    await live(diesAfter);
    await fanOut.look();
  }
  const all = await eventually("every account has an outcome of both rows", async () => {
    // An account without an answer gets the reason that its time has passed.
    clock.advance(5 * SECOND_MS);
    await fanOut.look();
    const found = await outcomes();
    return found.every(({ orders, reasons }) => orders + reasons > 0) ? found : null;
  });
  expect(all).toHaveLength(2 * ACCOUNTS);
  expect(all.filter(({ orders, reasons }) => orders + reasons !== 1)).toHaveLength(0);
  const states = await placements.awaitStates(id, () => true);
  expect(states).toHaveLength(2 * ACCOUNTS);
  const quantities = (states ?? []).map(({ quantity }) => quantity);
  expect(quantities.reduce((sum, quantity) => sum + quantity, 0)).toBe(2 * wanted.totalQuantity);
});

const OPERATOR = "c0000000-0000-4000-8000-000000000001";

function aScheduler() {
  const placements = placementsOf();
  return createScheduledOrderService({
    store: createScheduledOrderStore(database),
    audit: createAudit(database, clock),
    humanClock: clock,
    marketClock: clock,
    log: createLogger("silent"),
    async prepare({ symbol, side, totalQuantity, limit }) {
      const prepared = await placements.prepare([{ n: 1, symbol, side, totalQuantity, limit, dueAt: null }]);
      if (!prepared.ok) return err("no user is active");
      return ok((tx) => placements.store(tx, prepared.value, { userId: OPERATOR, source: "schedule" }));
    },
  });
}

const schedule = (totalQuantity: number) => {
  const row = { isin: share.isin, symbol: "SBIN", side: "buy" as const, totalQuantity, limit: null };
  const due = [{ ...row, dueAt: later(clock.now(), SECOND_MS) }];
  return database.transaction((tx) => aScheduler().add(tx, due, OPERATOR));
};

const scheduledPlacements = async (): Promise<number> =>
  (await database.pool.query("SELECT 1 FROM operator_placement WHERE source = 'schedule'")).rowCount ?? 0;

it("several workers that find a scheduled order due at the same moment place it once", async () => {
  await live();
  await schedule(ACCOUNTS);
  await Promise.all([aScheduler().runDue(), aScheduler().runDue()]);
  expect(await scheduledPlacements()).toBe(0);
  clock.advance(SECOND_MS);
  await Promise.all(Array.from({ length: 5 }, () => aScheduler().runDue()));
  await aScheduler().runDue();
  expect(await scheduledPlacements()).toBe(1);
});

it("a scheduled order cancelled in its due second is either cancelled or placed, never both", async () => {
  const store = createScheduledOrderStore(database);
  // The delay in statements decides whether the cancellation or the placement is first.
  for (let statements = 0; statements < 12; statements++) {
    await schedule(1);
    clock.advance(SECOND_MS);
    const [order] = await store.listPending();
    const before = await scheduledPlacements();
    const placing = Promise.all([aScheduler().runDue(), aScheduler().runDue()]);
    for (let asked = 0; asked < statements; asked++) await database.pool.query("SELECT 1");
    const cancelled = await aScheduler().cancel(order?.id ?? "", { userId: OPERATOR, ip: "127.0.0.1" });
    await placing;
    const placed = (await scheduledPlacements()) - before;
    expect(placed).toBe(cancelled.ok ? 0 : 1);
    expect((await store.find(order?.id ?? ""))?.state).toBe(cancelled.ok ? "cancelled" : "placed");
  }
});

it("a missed, cancelled or cleared scheduled order is never placed", async () => {
  const store = createScheduledOrderStore(database);
  const byUserId = "c0000000-0000-4000-8000-000000000001";
  const prepared: string[] = [];
  const worker = createScheduledOrderService({
    store,
    audit: createAudit(database, clock),
    humanClock: clock,
    marketClock: clock,
    log: createLogger("silent"),
    async prepare({ symbol }) {
      prepared.push(symbol);
      return err("no price");
    },
  });
  const row = {
    isin: share.isin,
    side: "buy" as const,
    totalQuantity: 1,
    limit: null,
    dueAt: later(clock.now(), SECOND_MS),
  };
  const rows = ["MISSED", "CANCELLED", "CLEARED"].map((symbol) => ({ ...row, symbol }));
  await database.transaction((tx) => worker.add(tx, rows.slice(1), byUserId));
  const [first] = await store.listPending();
  const by = { userId: byUserId, ip: "127.0.0.1" };
  expect((await worker.cancel(first?.id ?? "", by)).ok).toBe(true);
  expect(await worker.cancel(first?.id ?? "", by)).toEqual(err("too_late_to_cancel"));
  expect(await worker.clear(by)).toBe(1);
  await database.transaction((tx) => worker.add(tx, rows.slice(0, 1), byUserId));
  clock.advance(SECOND_MS);
  await worker.runDue();
  expect(prepared).toEqual(["MISSED"]);
  expect((await worker.listShown()).filter(({ symbol }) => symbol === "MISSED")).toMatchObject([{ state: "pending" }]);
  clock.advance(SCHEDULED_LATE_MS);
  await worker.runDue();
  expect(prepared).toEqual(["MISSED"]);
  expect((await worker.listShown()).filter(({ symbol }) => symbol === "MISSED")).toMatchObject([{ state: "missed" }]);
});
