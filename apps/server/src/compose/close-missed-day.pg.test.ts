import { randomUUID } from "node:crypto";
import { accountId } from "@vriddhi/core/allocation/account-id";
import { newOrder, type OrderState } from "@vriddhi/core/order/order-state";
import { rupees } from "@vriddhi/core/shared/money";
import { type EpochMs, epochMs, later, MINUTE_MS } from "@vriddhi/core/time/clock";
import { istDate, istInstant, istMinute } from "@vriddhi/core/time/ist";
import { bucketOf } from "@vriddhi/execution/ports/ownership";
import { createVirtualClock } from "@vriddhi/testing/virtual-clock";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createCloseMissedDay } from "../features/signal-report/close-missed-day.ts";
import { createSignalReportStore } from "../features/signal-report/signal-report.store.pg.ts";
import { APP_ROLE, type Database, openDatabase } from "../platform/db/database.ts";
import { createLogger } from "../platform/log/logger.ts";
import { startTestProduct, type TestProduct } from "../testing/product.ts";
import { makeSignal, outcomesOf, startRun } from "../testing/signals-fixture.ts";

/** The Friday before the Monday on which test products start. */
const FRIDAY = istDate("2026-11-13");
const MADE_AT = istInstant(FRIDAY, istMinute(11, 0));
const SHARE = { isin: "INE062A01020", symbol: "SBIN", price: rupees(800), stop: rupees(790), target: rupees(820) };

let product: TestProduct;
let stop = "";
let database: Database;
beforeAll(async () => {
  product = await startTestProduct();
  database = openDatabase(product.databaseUrl, { max: 2, role: APP_ROLE, onError: () => {} });
});
afterAll(async () => {
  await database.close();
  await product.close();
});

async function runner(startedAt: EpochMs): Promise<string> {
  const owner = await product.makeUser();
  const account = randomUUID();
  await product.query("INSERT INTO trading_account VALUES ($1, $2, 'fyers', $3, now())", [account, owner.id, account]);
  const run = { account: accountId(account), userId: owner.id, linkId: randomUUID(), broker: "fyers" };
  await startRun(database, run, MADE_AT, { startedAt });
  return account;
}

/** A working stop of the missed Friday. */
async function leaveStop(account: string): Promise<string> {
  const tag = randomUUID().replaceAll("-", "").slice(0, 15).toUpperCase();
  const instrument = { ...SHARE, brokerSymbol: "NSE:SBIN-EQ", token: "3045", tickSize: 5, lotSize: 1 };
  const state = { ...newOrder({ leg: "exit", quantity: 10, status: "sending" }), status: "accepted" };
  await product.query(
    `INSERT INTO intent (tag, trading_day, account_id, bucket, position_id, signal_id, n, leg, side, instrument, pricing,
       cause, status, is_final, has_fills, state, version, planned_at)
     VALUES ($1, $2, $3, $4, $1, $1, 1, 'exit', 'sell', $5, $6, 'protect', 'accepted', false, false, $7, 1, now())`,
    [tag, FRIDAY, account, bucketOf(accountId(account)), instrument, { kind: "limit", limit: 80_000 }, state],
  );
  return tag;
}

const stateOf = async (tag: string) =>
  (await product.query<{ state: OrderState }>("SELECT state FROM intent WHERE tag = $1", [tag]))[0]?.state;

const summaryOf = async (id: string) =>
  (await product.query<{ summary: unknown }>("SELECT summary FROM signal_summary WHERE signal_id = $1", [id]))[0]
    ?.summary;

it("a worker's start records the runs that no worker planned on a missed day as skipped", async () => {
  await product.stop();
  const ran = await runner(epochMs(MADE_AT - MINUTE_MS));
  const cameLater = await runner(later(MADE_AT, MINUTE_MS));
  const id = await makeSignal(database, MADE_AT, { desk: "fyers", ...SHARE });
  await product.query("SELECT make_order_partitions($1)", [FRIDAY]);
  expect(await outcomesOf(database, id)).toEqual([]);
  stop = await leaveStop(cameLater);
  const again = await startTestProduct({ beside: product });
  try {
    await expect.poll(() => summaryOf(id), { timeout: 60_000 }).toBeDefined();
    await expect.poll(async () => (await stateOf(stop))?.status, { timeout: 60_000 }).toBe("expired");
  } finally {
    await again.stop();
  }
  expect(await outcomesOf(database, id)).toEqual([{ account_id: ran, outcome: "valid_until_passed" }]);
  expect(cameLater).not.toBe(ran);
  expect(await summaryOf(id)).toMatchObject({
    accounts: 1,
    orders: 0,
    skipped: 1,
    withoutOutcome: 0,
    reasons: [{ reason: "valid_until_passed", accounts: 1 }],
  });
});

it("the close of a missed day ends its orders without final order books", async () => {
  expect(await stateOf(stop)).toMatchObject({ status: "expired", reason: "day_ended", filled: 0 });
});

it("the close of a missed day leaves signals that are still valid to the workers, and keeps existing reasons", async () => {
  const id = await makeSignal(database, MADE_AT, { desk: "fyers", seq: 2, ...SHARE });
  const [known] = await product.query<{ account_id: string }>(
    `INSERT INTO ledger (trading_day, account_id, at, kind, key, fact)
     SELECT $1, account_id, now(), 'skipped', 'skipped:' || $2,
       jsonb_build_object('kind', 'skipped', 'signalId', $2::text, 'reason', 'blocked')
     FROM algo_run WHERE started_at < $3 RETURNING account_id`,
    [FRIDAY, id, new Date(MADE_AT)],
  );
  const missing = await runner(epochMs(MADE_AT - MINUTE_MS));
  const clock = createVirtualClock(later(MADE_AT, MINUTE_MS));
  const closeMissedDay = createCloseMissedDay({
    store: createSignalReportStore(database),
    clock,
    log: createLogger("silent"),
  });
  expect(await closeMissedDay(FRIDAY)).toBe(false);
  expect(await outcomesOf(database, id)).toEqual([{ account_id: known?.account_id, outcome: "blocked" }]);
  clock.advance(MINUTE_MS);
  expect(await closeMissedDay(FRIDAY)).toBe(true);
  const outcomes = [
    { account_id: known?.account_id, outcome: "blocked" },
    { account_id: missing, outcome: "valid_until_passed" },
  ];
  expect(await outcomesOf(database, id)).toEqual(
    outcomes.toSorted((a, b) => ((a.account_id ?? "") < (b.account_id ?? "") ? -1 : 1)),
  );
  expect(await summaryOf(id)).toMatchObject({ accounts: 2, skipped: 2 });
});
