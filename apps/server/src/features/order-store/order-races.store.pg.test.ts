import type { LedgerEvent } from "@vriddhi/core/ledger/ledger-event";
import { moveOrder } from "@vriddhi/core/order/order-transition";
import { paise } from "@vriddhi/core/shared/money";
import { SECOND_MS } from "@vriddhi/core/time/clock";
import { istDate } from "@vriddhi/core/time/ist";
import type { OrderStore, OrderUpdate } from "@vriddhi/execution/ports/order-store";
import type { BucketLease } from "@vriddhi/execution/ports/ownership";
import type { StoredOrder } from "@vriddhi/execution/ports/stored-order";
import {
  accountIn,
  entryOf,
  exitOf,
  fillEvent,
  plannedEvent,
  STORE_DAY,
  STORE_NOW,
} from "@vriddhi/execution/store-suite/store-fixture";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { APP_ROLE, type Database, openDatabase } from "../../platform/db/database.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { createPgOrderStore } from "./order.store.pg.ts";

const BUCKET = 7;
const account = accountIn(BUCKET);

let scratch: TestDatabase;
let database: Database;
/** A second connection, as the owner of the tables. */
let other: pg.Client;
let store: OrderStore;
let lease: BucketLease;

beforeAll(async () => {
  scratch = await createTestDatabase();
  database = openDatabase(scratch.url, { max: 1, kept: { orders: 4 }, role: APP_ROLE, onError: () => {} });
  other = new pg.Client({ connectionString: scratch.url });
  await other.connect();
});
afterAll(async () => {
  await other.end();
  await database.close();
  await scratch.drop();
});
beforeEach(async () => {
  await other.query("TRUNCATE intent, command, ledger, wire_record, bucket_owner, order_block, order_block_epoch");
  store = createPgOrderStore(database);
  const [given] = await store.lease("w1", [BUCKET], 10 * SECOND_MS);
  if (given === undefined) throw new Error("the bucket was not given");
  lease = given;
});

const untilStatementWaits = () =>
  expect
    .poll(async () => {
      const { rows } = await other.query("SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock'");
      return rows.length;
    })
    .toBeGreaterThan(0);

const updateOf = (order: StoredOrder, filled: number): OrderUpdate => ({
  tag: order.tag,
  version: order.version,
  state: { ...order.state, filled },
  pricing: order.pricing,
});

async function added(...names: string[]): Promise<readonly StoredOrder[]> {
  const orders = names.map((name) => entryOf(name, account, `signal-${name}`));
  await store.addEntries(lease, orders, orders.map(plannedEvent));
  return orders;
}

/** Writes a block and does not commit it yet. */
async function beginBlock(): Promise<void> {
  await store.blockEpoch();
  await other.query("INSERT INTO order_block_epoch (epoch) VALUES (0) ON CONFLICT DO NOTHING");
  await other.query("BEGIN");
  await other.query("UPDATE order_block_epoch SET epoch = epoch + 1");
  await other.query("INSERT INTO order_block VALUES ('', 'kill_switch', 1, now(), true)");
}

describe("a block that is set during an entry", () => {
  it("a block refuses an entry whose statement began before the block", async () => {
    await beginBlock();
    const order = entryOf("entry", account, "s1");
    const adding = store.addEntries(lease, [order], [plannedEvent(order)]);
    await untilStatementWaits();
    await other.query("COMMIT");
    expect(await adding).toEqual({ ok: true, value: [] });
    expect((await store.loadAccount(account, STORE_DAY)).ledger).toEqual([]);
  });

  it("a block refuses a claim that began before it, and lets an exit pass meanwhile", async () => {
    const [entry] = (await added("entry")) as [StoredOrder];
    const exit = exitOf("exit", entry, 1);
    await store.addExit(lease, exit, [plannedEvent(exit)]);
    const claimed = (order: StoredOrder): OrderUpdate => {
      const moved = moveOrder(order.state, { kind: "claimed", at: STORE_NOW });
      if (!moved.ok) throw new Error("a ready order can be claimed");
      return { ...updateOf(order, 0), state: moved.value };
    };
    await beginBlock();
    const claiming = store.claim(lease, claimed(entry), [], STORE_NOW);
    await untilStatementWaits();
    expect(await store.claim(lease, claimed(exit), [], STORE_NOW)).toMatchObject({ ok: true });
    await other.query("COMMIT");
    expect(await claiming).toEqual({ ok: false, error: { kind: "blocked", epoch: 1 } });
  });
});

describe("a bucket that changes its owner", () => {
  it("a bucket waits for writes under its old fencing token, so that its new owner reads them", async () => {
    await other.query("BEGIN");
    await other.query("SELECT FROM bucket_owner WHERE bucket = $1 FOR SHARE", [BUCKET]);
    const passedOn = store.declareDead("w1").then(() => store.lease("w2", [BUCKET], 10 * SECOND_MS));
    await untilStatementWaits();
    await other.query("COMMIT");
    expect(await passedOn).toEqual([{ bucket: BUCKET, epoch: lease.epoch + 1, isCovering: false }]);
  });
});

describe("changes of several callers in one statement", () => {
  it("changes in one statement are independent: an outdated one or one of a lost bucket does not affect the others", async () => {
    const orders = await added("one", "two", "three");
    const [one, two, three] = orders as [StoredOrder, StoredOrder, StoredOrder];
    const answers = await Promise.all([
      store.record(lease, [updateOf(one, 1)], []),
      store.record(lease, [updateOf({ ...two, version: 9 }, 1)], [plannedEvent({ ...two, tag: three.tag })]),
      store.record({ ...lease, epoch: 99 }, [updateOf(three, 1)], []),
      store.record(lease, [updateOf(one, 2)], []),
    ]);
    expect(
      answers.map((answer) => (answer.ok ? answer.value.map(({ version }) => version) : answer.error.kind)),
    ).toEqual([[2], "stale", "not_owner", "stale"]);
    const { orders: stored } = await store.loadAccount(account, STORE_DAY);
    expect(stored.map(({ state }) => state.filled).sort()).toEqual([0, 0, 1]);
  });

  it("changes in one statement do not fail with one that the database refuses", async () => {
    const [one, two] = (await added("one", "two")) as [StoredOrder, StoredOrder];
    const unreadable = { ...updateOf(two, 1), state: { ...two.state, brokerReason: "\u0000" } };
    const answers = await Promise.allSettled([
      store.record(lease, [updateOf(one, 1)], []),
      store.record(lease, [unreadable], []),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(["fulfilled", "rejected"]);
    expect(answers[0]).toMatchObject({ value: { ok: true } });
  });

  it("changes in one statement are all or nothing for each caller, however many there are", async () => {
    const names = Array.from({ length: 300 }, (_, n) => `batch${n}x`);
    const orders = await added(...names);
    const answers = await Promise.all(orders.map((order) => store.record(lease, [updateOf(order, 1)], [])));
    expect(answers.every(({ ok }) => ok)).toBe(true);
    const { orders: stored } = await store.loadAccount(account, STORE_DAY);
    expect(new Set(stored.map(({ version, state }) => `${version} ${state.filled}`))).toEqual(new Set(["2 1"]));
  });
});

describe("ledger lines in one statement", () => {
  const noteOf = (fill: string): LedgerEvent => fillEvent(entryOf("note", account, "s1"), fill, 1);

  it("ledger lines in one statement are written once, for each caller all or nothing, beside a caller of a lost bucket", async () => {
    const records = Array.from({ length: 2_500 }, (_, n) => store.record(lease, [], [noteOf(`f${n}`)]));
    const lost = store.record({ ...lease, epoch: 99 }, [], [noteOf("lost-1"), noteOf("lost-2")]);
    const again = store.record(lease, [], [noteOf("f7"), noteOf("f2500")]);
    expect(await lost).toEqual({ ok: false, error: { kind: "not_owner" } });
    expect([...(await Promise.all(records)), await again].every((answer) => answer.ok)).toBe(true);
    const { rows } = await other.query("SELECT count(*)::int AS lines, count(DISTINCT key)::int AS keys FROM ledger");
    expect(rows).toEqual([{ lines: 2_501, keys: 2_501 }]);
  });

  it("ledger lines in one statement do not fail with one that the database refuses", async () => {
    const answers = await Promise.allSettled([
      store.record(lease, [], [noteOf("f1")]),
      store.record(lease, [], [noteOf("\u0000")]),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(["fulfilled", "rejected"]);
  });
});

describe("an account whose orders are all final", () => {
  it("an account whose orders are all final is open as long as its ledger is not flat", async () => {
    const [entry] = (await added("entry")) as [StoredOrder];
    const fill = (side: "buy" | "sell", fillId: string) => ({
      ...plannedEvent(entry),
      fact: {
        kind: "fill" as const,
        tag: entry.tag,
        positionId: entry.positionId,
        isin: entry.instrument.isin,
        leg: entry.leg,
        side,
        fillId,
        quantity: 10,
        price: paise(80_000),
      },
    });
    const filled = { ...updateOf(entry, 10), state: { ...entry.state, status: "filled" as const, filled: 10 } };
    await store.record(lease, [filled], [fill("buy", "1")]);
    expect((await store.listOpen([lease], STORE_DAY)).map(({ accountId }) => accountId)).toEqual([account]);
    const exit = exitOf("exit", entry, 1);
    await store.addExit(lease, exit, [plannedEvent(exit)]);
    const sold = { ...updateOf(exit, 10), state: { ...exit.state, status: "filled" as const, filled: 10 } };
    await store.record(lease, [sold], [{ ...fill("sell", "2"), fact: { ...fill("sell", "2").fact, tag: exit.tag } }]);
    expect(await store.listOpen([lease], STORE_DAY)).toEqual([]);
  });
});

describe("monthly partitions of the orders", () => {
  it("the first order of an unprepared month creates its partitions", async () => {
    const order = { ...entryOf("far", account, "s1"), day: istDate("2031-03-03") };
    expect(await store.addEntries(lease, [order], [plannedEvent(order)])).toEqual({ ok: true, value: [order.tag] });
    const { rows } = await other.query(
      "SELECT relname, reloptions FROM pg_class WHERE relname LIKE '%2031_03' AND relkind = 'r' ORDER BY relname",
    );
    expect(rows).toEqual([
      { relname: "intent_2031_03", reloptions: ["fillfactor=50"] },
      { relname: "ledger_2031_03", reloptions: ["fillfactor=100"] },
      { relname: "wire_record_2031_03", reloptions: ["fillfactor=100"] },
    ]);
  });

  it("several concurrent processes create partitions once", async () => {
    const stores = Array.from({ length: 4 }, () => createPgOrderStore(database));
    for (const month of ["2032-01", "2032-02", "2032-03"]) {
      const order = { ...entryOf(`M${month}`.replace("-", ""), account, month), day: istDate(`${month}-05`) };
      const answers = await Promise.all(stores.map((each) => each.addEntries(lease, [order], [])));
      expect(answers.every(({ ok }) => ok)).toBe(true);
      expect(answers.flatMap((answer) => (answer.ok ? answer.value : []))).toEqual([order.tag]);
    }
  });

  it.each([
    "UPDATE ledger SET kind = 'x'",
    "DELETE FROM ledger",
    "TRUNCATE ledger",
    "UPDATE ledger_2026_11 SET kind = 'x'",
    "DELETE FROM ledger_2026_11",
    "INSERT INTO ledger_2026_11 DEFAULT VALUES",
    "DELETE FROM intent",
    "DELETE FROM intent_2026_11",
    "UPDATE wire_record SET text = ''",
    "DROP TABLE ledger_2026_11",
  ])("the product's database role must not change stored records: %s", async (sql) => {
    await added("entry");
    await expect(database.pool.query(sql)).rejects.toMatchObject({ code: "42501" });
  });

  it("a repeated migration restores what partitions lost", async () => {
    await added("entry");
    const { migrateDatabase } = await import("../../platform/db/migrate.ts");
    await migrateDatabase(scratch.url);
    await expect(database.pool.query("DELETE FROM ledger_2026_11")).rejects.toMatchObject({ code: "42501" });
  });
});
