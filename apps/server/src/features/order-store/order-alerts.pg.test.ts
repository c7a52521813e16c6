import { randomUUID } from "node:crypto";
import { accountId } from "@vriddhi/core/allocation/account-id";
import type { LedgerFact } from "@vriddhi/core/ledger/ledger-event";
import { formatLongDay } from "@vriddhi/core/schedule/day-format";
import { paise } from "@vriddhi/core/shared/money";
import { SECOND_MS } from "@vriddhi/core/time/clock";
import { istDate } from "@vriddhi/core/time/ist";
import type { OrderStore } from "@vriddhi/execution/ports/order-store";
import { bucketOf } from "@vriddhi/execution/ports/ownership";
import { entryOf, plannedEvent, STORE_NOW } from "@vriddhi/execution/store-suite/store-fixture";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { APP_ROLE, type Database, openDatabase } from "../../platform/db/database.ts";
import { createLogger } from "../../platform/log/logger.ts";
import { runSql } from "../../testing/sql.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { inAccount } from "./alert.texts.ts";
import { createPgOrderStore } from "./order.store.pg.ts";
import { createOrderAlerts, type OrderAlertsDeps, type OrderNotice } from "./order-alerts.ts";
import { createOrderUpkeepStore } from "./order-upkeep.store.pg.ts";

const account = accountId(randomUUID());
const userId = randomUUID();
const entry = entryOf("entry", account, "s1");
const { positionId } = entry;

let scratch: TestDatabase;
let database: Database;
let store: OrderStore;
let logged: string[] = [];
beforeAll(async () => {
  scratch = await createTestDatabase();
  database = openDatabase(scratch.url, { max: 2, kept: { orders: 2 }, role: APP_ROLE, onError: () => {} });
  store = createPgOrderStore(database);
  await runSql(
    scratch.url,
    `INSERT INTO users (id, email, name, dob, role, created_at) VALUES ('${userId}', 'a@example.com', 'Asha', '1990-05-01', 'user', now());
     INSERT INTO trading_account VALUES ('${account}', '${userId}', 'fyers', '', now())`,
  );
});
afterAll(async () => {
  await database.close();
  await scratch.drop();
});
beforeEach(() => {
  logged = [];
  return runSql(scratch.url, "TRUNCATE ledger, order_alert, bucket_owner");
});

const alertTo = (notify: OrderAlertsDeps["notify"]) =>
  createOrderAlerts({
    count: () => {},
    database,
    log: createLogger("info", (line) => void logged.push(line)),
    notify,
    notifyPages: async () => undefined,
  });

async function write(times = 1): Promise<void> {
  const [lease] = await store.lease("w1", [bucketOf(account)], SECOND_MS);
  if (lease === undefined) throw new Error("the bucket was not given");
  const events = [
    plannedEvent(entry),
    { ...plannedEvent(entry), fact: { kind: "position_stuck" as const, positionId, reason: "circuit" as const } },
    { ...plannedEvent(entry), fact: { kind: "position_flat" as const, positionId } },
  ];
  for (let time = 0; time < times; time++) await store.record(lease, [], events);
}

it("sends each alert that the ledger calls for once, however often it was written and however many processes send", async () => {
  await write(3);
  const notices: string[] = [];
  const alert = alertTo(async (_tx, { kind, userId: who }) => void notices.push(`${kind} ${who === userId}`));
  await Promise.all([alert(), alert(), alert()]);
  expect(notices.sort()).toEqual(["position_closed true", "trading_alert true"]);
  expect(logged.filter((line) => line.includes("orders: manual check needed"))).toHaveLength(1);
  await alert();
  expect(notices).toHaveLength(2);
});

it("keeps an alert that failed to send for the next run", async () => {
  await write();
  const failing = alertTo(async () => {
    throw new Error("the queue is away");
  });
  await expect(failing()).rejects.toThrow("the queue is away");
  const notices: string[] = [];
  await alertTo(async (_tx, { kind }) => void notices.push(kind))();
  expect(notices).toHaveLength(2);
});

it("reports a fill, a closed position and the day with their figures, for the mail and the dashboard", async () => {
  await runSql(scratch.url, "TRUNCATE intent");
  const [lease] = await store.lease("w1", [bucketOf(account)], SECOND_MS);
  if (lease === undefined) throw new Error("the bucket was not given");
  await store.addEntries(lease, [entry], [plannedEvent(entry)]);
  const exitTag = entryOf("exit", account, "s1").tag;
  const { isin } = entry.instrument;
  const trade = (side: "buy" | "sell", price: number): LedgerFact => ({
    kind: "fill",
    tag: side === "buy" ? entry.tag : exitTag,
    positionId,
    isin,
    side,
    leg: side === "buy" ? "entry" : "exit",
    fillId: side,
    quantity: 10,
    price: paise(price),
  });
  const facts: readonly LedgerFact[] = [
    trade("buy", 80_000),
    { kind: "order_moved", tag: entry.tag, n: 3, from: "accepted", to: "filled", reason: null },
    { kind: "order_moved", tag: exitTag, n: 3, from: "accepted", to: "filled", reason: null },
    trade("sell", 81_000),
    { kind: "position_flat", positionId },
    { kind: "day_closed", gross: paise(10_000), charges: paise(900), net: paise(9_100) },
  ];
  const events = facts.map((fact) => ({ ...plannedEvent(entry), fact }));
  const state = { ...entry.state, status: "filled" as const, filled: 10, averagePrice: paise(80_000) };
  await store.record(lease, [{ tag: entry.tag, version: 1, state, pricing: entry.pricing }], events);
  const notices: OrderNotice[] = [];
  await alertTo(async (_tx, notice) => void notices.push(notice))();
  const sentences = notices.map(({ kind, data }) => [
    kind,
    "sentence" in data ? data.sentence : data.sentences.join(" "),
  ]);
  expect(notices.map(({ data }) => ("day" in data ? data.day : null)).at(-1)).toBe(formatLongDay(entry.day));
  expect(sentences).toEqual([
    ["order_filled", "Fyers: Bought 10 SBIN at ₹800.00 on average."],
    [
      "position_closed",
      expect.stringMatching(
        /^Fyers: SBIN was closed with a profit of ₹100\.00 before and a profit of ₹9\d\.\d\d after/,
      ),
    ],
    [
      "daily_summary",
      "Fyers: The day ended with a profit of ₹91.00 after charges. Before charges it was a profit of ₹100.00; charges were ₹9.00.",
    ],
  ]);
});

it("reports a missing stop with its cause and remedy, like the timeline", async () => {
  const [lease] = await store.lease("w1", [bucketOf(account)], SECOND_MS);
  if (lease === undefined) throw new Error("the bucket was not given");
  const fact: LedgerFact = { kind: "position_naked", positionId, quantity: 10, since: STORE_NOW, cause: "refused" };
  await store.record(lease, [], [{ ...plannedEvent(entry), fact }]);
  const notices: OrderNotice[] = [];
  await alertTo(async (_tx, notice) => void notices.push(notice))();
  expect(notices.map(({ data }) => ("sentence" in data ? data.sentence : null))).toEqual([
    "Fyers: The trade is without its stop: your broker refused it. We place it again at once, or close the trade.",
  ]);
});

it("alerts of a paper account name paper trading", () => {
  expect(inAccount("paper", "A position was closed.")).toBe("On paper: A position was closed.");
  expect(inAccount("angelone", "A position was closed.")).toBe("Angel One: A position was closed.");
  expect(inAccount(null, "A position was closed.")).toBe("A position was closed.");
});

it("updates statistics, and drops only months of traces that end before the day", async () => {
  const upkeep = createOrderUpkeepStore(database);
  const old = istDate("2020-03-15");
  await upkeep.makePartitions(old);
  await store.addWireRecords([
    { tag: entry.tag, day: old, at: STORE_NOW, direction: "request", call: "place", text: "POST /orders" },
  ]);
  await upkeep.analyze();
  expect(await upkeep.dropWireRecords(istDate("2020-03-31"))).toBe(0);
  expect(await upkeep.dropWireRecords(istDate("2020-04-01"))).toBe(1);
  const { rows } = await database.pool.query("SELECT 1 FROM wire_record WHERE trading_day = $1", [old]);
  expect(rows).toEqual([]);
  await database.pool.query("SELECT 1 FROM ledger WHERE trading_day = $1", [old]);
  // The store never drops the last month.
  expect(await upkeep.dropWireRecords(istDate("2099-01-01"))).toBe(0);
});

it("lists days of the last week without a stored result", async () => {
  const upkeep = createOrderUpkeepStore(database);
  const [lease] = await store.lease("w1", [bucketOf(account)], SECOND_MS);
  if (lease === undefined) throw new Error("the bucket was not given");
  await store.addEntries(lease, [entry], [plannedEvent(entry)]);
  const missed = (day: string, from: string) => upkeep.listMissed(istDate(day), istDate(from));
  expect(await missed("2026-11-16", "2026-11-09")).toEqual([]);
  expect(await missed("2026-11-17", "2026-11-10")).toEqual([{ account, day: "2026-11-16" }]);
  expect(await missed("2026-11-25", "2026-11-18")).toEqual([]);
  const nothing = paise(0);
  const closed: LedgerFact = { kind: "day_closed", gross: nothing, charges: nothing, net: nothing };
  await store.record(lease, [], [{ ...plannedEvent(entry), fact: closed }]);
  expect(await missed("2026-11-17", "2026-11-10")).toEqual([]);
});
