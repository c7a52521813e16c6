import { randomUUID } from "node:crypto";
import { accountId } from "@vriddhi/core/allocation/account-id";
import { paise } from "@vriddhi/core/shared/money";
import type { OrderStore } from "@vriddhi/execution/ports/order-store";
import { type BucketLease, bucketOf } from "@vriddhi/execution/ports/ownership";
import type { StoredOrder } from "@vriddhi/execution/ports/stored-order";
import { entryOf, exitOf, plannedEvent, STORE_DAY, STORE_NOW } from "@vriddhi/execution/store-suite/store-fixture";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createPgOrderStore } from "../features/order-store/order.store.pg.ts";
import { APP_ROLE, type Database, openDatabase } from "../platform/db/database.ts";
import { startTestProduct, type TestProduct } from "../testing/product.ts";

let product: TestProduct;
let database: Database;
let store: OrderStore;
beforeAll(async () => {
  product = await startTestProduct();
  database = openDatabase(product.databaseUrl, { max: 1, kept: { orders: 2 }, role: APP_ROLE, onError: () => {} });
  store = createPgOrderStore(database);
});
afterAll(async () => {
  await database.close();
  await product.close();
});

async function leaseOf(bucket: number): Promise<BucketLease> {
  const [held] = await product.query<{ epoch: string }>("SELECT epoch FROM bucket_owner WHERE bucket = $1", [bucket]);
  return { bucket, epoch: Number(held?.epoch) };
}

async function tradeOf(userId: string): Promise<{ entry: StoredOrder; exit: StoredOrder }> {
  const account = accountId(randomUUID());
  await product.query("INSERT INTO trading_account VALUES ($1, $2, 'zerodha', $3, now())", [account, userId, account]);
  const lease = await leaseOf(bucketOf(account));
  const entry = entryOf(`E${account.slice(0, 8)}`, account, "signal-1");
  const exit = exitOf(`X${account.slice(0, 8)}`, entry, 1);
  await store.addEntries(lease, [entry], [plannedEvent(entry)]);
  const fill = {
    ...plannedEvent(entry),
    fact: {
      kind: "fill" as const,
      tag: entry.tag,
      positionId: entry.positionId,
      isin: entry.instrument.isin,
      leg: entry.leg,
      side: entry.side,
      fillId: "trade-1",
      quantity: 10,
      price: paise(79_995),
    },
  };
  const state = { ...entry.state, status: "filled" as const, filled: 10, averagePrice: paise(79_995) };
  await store.record(lease, [{ tag: entry.tag, version: 1, state, pricing: entry.pricing }], [fill]);
  await store.addExit(lease, exit, [plannedEvent(exit)]);
  const command = {
    kind: "modify" as const,
    n: 1,
    sentAt: STORE_NOW,
    answer: "taken" as const,
    quantity: 10,
    pricing: { kind: "limit" as const, limit: paise(79_500) },
  };
  await store.addCommand(lease, { tag: exit.tag, command, verdict: "open" }, 1, []);
  const wire = { tag: entry.tag, day: STORE_DAY, at: STORE_NOW, call: "place" as const };
  await store.addWireRecords([
    { ...wire, direction: "request", text: "POST /orders/regular" },
    { ...wire, direction: "answer", text: "200 order_id=1" },
  ]);
  return { entry, exit };
}

it("the order trace shows an order's whole history to its owner", async () => {
  const owner = await product.makeUser();
  const { entry, exit } = await tradeOf(owner.id);
  const as = await product.signIn(owner);
  const reply = await product.send("GET", `/orders/${entry.tag}/trace`, { as });
  expect(reply.statusCode).toBe(200);
  expect(reply.json()).toMatchObject({
    order: { tag: entry.tag, broker: "zerodha", status: "filled", filled: 10, symbol: "SBIN", leg: "entry", number: 0 },
    signal: { id: "signal-1", authority: "run", stop_paise: 79_000, target_paise: 82_000 },
    commands: [],
    wire: [
      { direction: "request", call: "place", text: "POST /orders/regular" },
      { direction: "answer", call: "place", text: "200 order_id=1" },
    ],
    ledger: [{ kind: "order_planned" }, { kind: "fill", fact: { fill_id: "trade-1", price: 79_995 } }],
    fills: [{ id: "trade-1", quantity: 10, price_paise: 79_995 }],
  });
  const traced = (await product.send("GET", `/orders/${exit.tag}/trace`, { as })).json();
  expect(traced).toMatchObject({
    order: { leg: "exit", number: 1, position_id: entry.tag },
    signal: { id: "signal-1", authority: null, valid_until: null },
    commands: [{ number: 1, kind: "modify", answer: "taken", verdict: "open", pricing: { limit_paise: 79_500 } }],
    wire: [],
    fills: [],
  });
});

it("the order trace answers 404 for a foreign or unknown order, and 400 for an invalid tag", async () => {
  const { entry } = await tradeOf((await product.makeUser()).id);
  const as = await product.signIn(await product.makeUser());
  expect((await product.send("GET", `/orders/${entry.tag}/trace`, { as })).statusCode).toBe(404);
  expect((await product.send("GET", "/orders/AAAAAAAAAAAAAAA/trace", { as })).statusCode).toBe(404);
  expect((await product.send("GET", "/orders/nonsense/trace", { as })).statusCode).toBe(400);
});
