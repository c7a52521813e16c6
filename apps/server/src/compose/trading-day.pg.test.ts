import { randomUUID } from "node:crypto";
import { accountId } from "@vriddhi/core/allocation/account-id";
import { rupees } from "@vriddhi/core/shared/money";
import { type EpochMs, epochMs, MINUTE_MS } from "@vriddhi/core/time/clock";
import { addDays, istDateOf } from "@vriddhi/core/time/ist";
import { afterAll, beforeAll, expect, it } from "vitest";
import { APP_ROLE, type Database, openDatabase } from "../platform/db/database.ts";
import { startTestProduct, type TestProduct, type TestUser } from "../testing/product.ts";
import { makeSignal, outcomesOf, startRun } from "../testing/signals-fixture.ts";

let product: TestProduct;
let database: Database;
let now: EpochMs;
beforeAll(async () => {
  product = await startTestProduct();
  database = openDatabase(product.databaseUrl, { max: 2, role: APP_ROLE, onError: () => {} });
  now = epochMs(Date.parse((await product.send("GET", "/sandbox/clock")).json().now));
});
afterAll(async () => {
  await database.close();
  await product.close();
});

/** A user with a run at a broker without a session. */
async function runnerOf(owner: TestUser, broker = "fyers"): Promise<string> {
  const account = randomUUID();
  await product.query("INSERT INTO trading_account VALUES ($1, $2, $4, $3, now())", [
    account,
    owner.id,
    account,
    broker,
  ]);
  const runner = { account: accountId(account), userId: owner.id, linkId: randomUUID(), broker };
  await startRun(database, runner, now, { startedAt: epochMs(0), capital: rupees(50_000) });
  return account;
}

it("runs from a signal to the user's reason for a skipped entry and the operator's summary", async () => {
  const owner = await product.makeUser();
  const account = await runnerOf(owner);
  const as = await product.signIn(owner);
  const price = rupees(800);
  const share = { isin: "INE062A01020", symbol: "SBIN", price, stop: rupees(790), target: rupees(820) };
  const id = await makeSignal(database, now, { desk: "fyers", ...share, validForMs: 60 * MINUTE_MS });
  // Human time decides who ran, and how long the signal is valid.
  await product.query("UPDATE signal SET made_at = now(), valid_until = now() + interval '1 hour' WHERE id = $1", [id]);
  await expect.poll(() => outcomesOf(database, id), { timeout: 60_000 }).toHaveLength(1);
  const day = (await product.send("GET", "/algorithm/day", { as })).json();
  expect(day).toMatchObject({
    trading_day: istDateOf(now),
    broker: "fyers",
    run: { capital_paise: rupees(50_000), approval_mode: "auto" },
    signals: [{ id, symbol: "SBIN", outcome: "skipped", skip: { reason: expect.any(String) } }],
    positions: [],
    orders: [],
    result: { realised_paise: 0, net_paise: 0 },
    daily_stop: { limit_paise: rupees(500), loss_paise: 0, is_hit: false },
  });
  expect(day.signals[0].skip).toEqual({
    reason: "not_connected",
    sentence: "Your broker account was not connected when the signal came.",
  });
  const bearer = await product.staffToken("admin");
  const report = (await product.send("GET", `/api/signals/${id}/report`, { bearer })).json();
  expect(report).toMatchObject({
    signal: { id, desk: "fyers", symbol: "SBIN" },
    summary: { accounts: 1, orders: 0, skipped: 1, without_outcome: 0, spread_ms: null },
    outcomes: [{ account_id: account, broker: "fyers", outcome: "skipped", reason: "not_connected", sent_at: null }],
  });
  expect(report.summary.reasons).toEqual([{ reason: "not_connected", accounts: 1 }]);
});

it("the trading day is empty for a user without a run, and shows only their own past days", async () => {
  const [asha, kabir] = [await product.makeUser(), await product.makeUser()];
  const account = randomUUID();
  const past = addDays(istDateOf(now), -3);
  await product.query("INSERT INTO trading_account VALUES ($1, $2, 'zerodha', $3, now())", [account, asha.id, account]);
  await product.query("SELECT make_order_partitions($1)", [past]);
  await product.query(
    `INSERT INTO ledger (trading_day, account_id, at, kind, key, fact) VALUES ($1, $2, now(), 'day_closed', 'day_closed',
       '{"kind": "day_closed", "gross": 15000, "charges": 2500, "net": 12500}')`,
    [past, account],
  );
  const daysOf = async (user: TestUser, query = "") => {
    const as = await product.signIn(user);
    return (await product.send("GET", `/algorithm/history${query}`, { as })).json().days;
  };
  const result = { gross_paise: 15_000, charges_paise: 2_500, net_paise: 12_500, trades: 0 };
  expect(await daysOf(asha)).toEqual([{ trading_day: past, broker: "zerodha", ...result }]);
  expect(await daysOf(asha, `?from=${addDays(past, 1)}`)).toEqual([]);
  expect(await daysOf(kabir)).toEqual([]);
  const day = (await product.send("GET", "/algorithm/day", { as: await product.signIn(kabir) })).json();
  expect(day).toMatchObject({
    broker: null,
    brokers: [],
    accounts: [],
    run: null,
    signals: [],
    orders: [],
    positions: [],
  });
});

it("the trading day lists every account that ran, so that a flat account never hides an open one", async () => {
  const owner = await product.makeUser();
  await runnerOf(owner, "zerodha");
  const closing = await runnerOf(owner, "angelone");
  await product.query("UPDATE algo_run SET stopped_at = now() WHERE account_id = $1", [closing]);
  const fill = {
    kind: "fill",
    tag: "TWOACCOUNTS0001",
    positionId: "TWOACCOUNTS0001",
    // A share without a price in any feed.
    isin: "INE000X01018",
    leg: "entry",
    side: "buy",
    fillId: "1",
    quantity: 10,
    price: rupees(800),
  };
  await product.query(
    "INSERT INTO ledger (trading_day, account_id, at, kind, key, fact) VALUES ($1, $2, now(), 'fill', 'fill:two', $3)",
    [istDateOf(now), closing, JSON.stringify(fill)],
  );
  const as = await product.signIn(owner);
  const dayAt = async (query = "") => (await product.send("GET", `/algorithm/day${query}`, { as })).json();
  const accounts = [
    { broker: "zerodha", is_running: true, is_open: false, positions: 0, has_traded: false, now_paise: 0 },
    { broker: "angelone", is_running: false, is_open: true, positions: 1, has_traded: true, now_paise: null },
  ];
  // The other fields describe the open trade, also when another account comes first.
  expect(await dayAt()).toMatchObject({ broker: "angelone", is_open: true, accounts });
  expect(await dayAt("?broker=zerodha")).toMatchObject({ broker: "zerodha", is_open: false, accounts });
  expect(await dayAt("?broker=angelone")).toMatchObject({ broker: "angelone", is_open: true, accounts });
  expect(await dayAt("?broker=paper")).toMatchObject({ broker: null, run: null, accounts });
});
