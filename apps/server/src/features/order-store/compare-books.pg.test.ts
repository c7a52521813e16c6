import { randomUUID } from "node:crypto";
import { accountId } from "@vriddhi/core/allocation/account-id";
import type { TradingAccount } from "@vriddhi/execution/ports/account-port";
import { bucketOf } from "@vriddhi/execution/ports/ownership";
import type { StoredOrder } from "@vriddhi/execution/ports/stored-order";
import { ScriptedBroker } from "@vriddhi/execution/scripted/scripted-broker";
import { VirtualTime } from "@vriddhi/execution/scripted/virtual-time";
import { entryOf, STORE_DAY, STORE_NOW } from "@vriddhi/execution/store-suite/store-fixture";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { APP_ROLE, type Database, openDatabase } from "../../platform/db/database.ts";
import { createLogger } from "../../platform/log/logger.ts";
import { runSql } from "../../testing/sql.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { compareBooks } from "./compare-books.ts";
import { createPgOrderStore } from "./order.store.pg.ts";

const [asha, kabir] = [accountId("asha"), accountId("kabir")];

let scratch: TestDatabase;
let database: Database;
let time: VirtualTime;
let brokers: Map<string, ScriptedBroker>;
let loggedOut: Set<string>;
let lines: string[];

beforeAll(async () => {
  scratch = await createTestDatabase();
  database = openDatabase(scratch.url, { max: 4, kept: { orders: 2 }, role: APP_ROLE, onError: () => {} });
  await runSql(
    scratch.url,
    `INSERT INTO trading_account VALUES ('${asha}', '${randomUUID()}', 'fyers', 'a', now()),
       ('${kabir}', '${randomUUID()}', 'zerodha', 'b', now()), ('paper', '${randomUUID()}', 'paper', 'c', now())`,
  );
});
afterAll(async () => {
  await database.close();
  await scratch.drop();
});
beforeEach(async () => {
  await runSql(scratch.url, "TRUNCATE intent, ledger, order_alert, bucket_owner, order_block");
  time = new VirtualTime(STORE_NOW);
  brokers = new Map([asha, kabir].map((id) => [id, new ScriptedBroker(time)]));
  loggedOut = new Set();
  lines = [];
});

function brokerOf(id: string): ScriptedBroker {
  const broker = brokers.get(id);
  if (broker === undefined) throw new Error(`no broker of ${id}`);
  return broker;
}

/** The order reached the exchange; whether the database knows it is another matter. */
function arrive(order: StoredOrder, tag: string = order.tag): void {
  const { instrument, side, pricing, state } = order;
  const ticket = { instrument, side, pricing, quantity: state.quantity, product: "intraday", validity: "day" } as const;
  brokerOf(order.accountId).exchange.arrive({ ...ticket, tag: tag as StoredOrder["tag"] });
}

async function store(order: StoredOrder, status: string): Promise<void> {
  const orders = createPgOrderStore(database);
  const [lease] = await orders.lease("w1", [bucketOf(order.accountId)], 10_000);
  if (lease === undefined) throw new Error("the bucket was not given");
  await orders.addEntries(lease, [order], []);
  await runSql(scratch.url, `UPDATE intent SET status = '${status}' WHERE tag = '${order.tag}'`);
}

const access = {} as never;

async function compare(): Promise<void> {
  let isDone = false;
  const accounts = {
    find: async (id: string) => ({ id, adapter: brokerOf(id).adapter() }) as TradingAccount,
    accessOf: async (id: string) => (loggedOut.has(id) ? null : access),
  };
  const log = createLogger("debug", (line) => void lines.push(line));
  const comparison = compareBooks({ database, accounts, log }, STORE_DAY, STORE_NOW).finally(() => {
    isDone = true;
  });
  while (!isDone) await time.advance(100);
  await comparison;
}

const reported = (message: string) =>
  lines.map((line) => JSON.parse(line) as { msg: string }).filter(({ msg }) => msg === message);
const LOST = "orders: broker holds orders that the database lost";
const COMPARED = "orders: broker books compared with the restored database";
const blocks = () => createPgOrderStore(database).listBlocks();

const sentNothing = () =>
  expect([...brokers.values()].flatMap(({ placed, commands }) => [...placed, ...commands])).toEqual([]);

describe("brokers' books after a restore", () => {
  it("block the account whose broker holds an order that the database lost, and name the order", async () => {
    const lost = entryOf("lost", asha, "s1");
    const sent = entryOf("sent", kabir, "s1");
    await store(sent, "accepted");
    arrive(lost);
    arrive(sent);
    await compare();
    const order = `${lost.tag}: buy 10 SBIN, 0 filled, open`;
    expect(reported(LOST)).toMatchObject([{ accountId: asha, orders: [order] }]);
    expect(reported(COMPARED)).toMatchObject([{ read: 2, unread: 0, differing: 1 }]);
    expect(await blocks()).toMatchObject([{ accountId: asha, cause: "operator", closesPositions: false }]);
    sentNothing();
  });

  it("differ where the database holds the order as not yet sent", async () => {
    const waiting = entryOf("waiting", asha, "s1");
    await store(waiting, "ready");
    arrive(waiting);
    await compare();
    expect(reported(COMPARED)).toMatchObject([{ read: 2, unread: 0, differing: 1 }]);
  });

  it("do not differ by the user's own orders", async () => {
    arrive(entryOf("own", asha, "s1"), "by hand");
    await compare();
    expect(reported(COMPARED)).toMatchObject([{ read: 2, unread: 0, differing: 0 }]);
    expect(await blocks()).toEqual([]);
  });

  it("count as unread without a session and where they cannot be read whole, and block nothing", async () => {
    loggedOut.add(asha);
    arrive(entryOf("lost", asha, "s1"));
    brokerOf(kabir).nextRead("garbled");
    arrive(entryOf("hidden", kabir, "s1"));
    await compare();
    expect(reported(COMPARED)).toMatchObject([{ read: 0, unread: 2, differing: 0 }]);
    expect(await blocks()).toEqual([]);
    sentNothing();
  });
});
