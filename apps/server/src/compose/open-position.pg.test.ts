import { accountId } from "@vriddhi/core/allocation/account-id";
import { istDate } from "@vriddhi/core/time/ist";
import { bucketOf } from "@vriddhi/execution/ports/ownership";
import { entryOf, exitOf, plannedEvent } from "@vriddhi/execution/store-suite/store-fixture";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createPgOrderStore } from "../features/order-store/order.store.pg.ts";
import { systemClock } from "../platform/clock/system-clock.ts";
import { APP_ROLE, type Database, openDatabase } from "../platform/db/database.ts";
import { type BrokerAccountsFixture, createBrokerAccountsFixture } from "../testing/broker-accounts-fixture.ts";
import { startTestProduct, type TestProduct } from "../testing/product.ts";

let product: TestProduct;
let database: Database;
let desk: BrokerAccountsFixture;
beforeAll(async () => {
  product = await startTestProduct();
  desk = createBrokerAccountsFixture(product, systemClock.now);
  database = openDatabase(product.databaseUrl, { max: 1, kept: { orders: 1 }, role: APP_ROLE, onError: () => {} });
});
afterAll(async () => {
  await database.close();
  await product.close();
});

const accountsOf = (userId: string) =>
  product.query<{ id: string; user_id: string; client_hash: Buffer }>(
    "SELECT * FROM trading_account WHERE user_id = $1 ORDER BY created_at",
    [userId],
  );

it("a user with an open order can neither disconnect nor delete the account, and the ledger survives a deletion", async () => {
  const user = await product.makeUser();
  const as = await product.signIn(user);
  const client = await desk.newAccount("angelone");
  expect((await desk.connect("angelone", as, client)).statusCode).toBe(200);
  const [account] = await accountsOf(user.id);
  if (account === undefined) throw new Error("a proved link has no account");
  expect(JSON.stringify(account)).not.toContain(client.client_id);

  const store = createPgOrderStore(database);
  const own = accountId(account.id);
  const [held] = await product.query<{ epoch: string }>("SELECT epoch FROM bucket_owner WHERE bucket = $1", [
    bucketOf(own),
  ]);
  const lease = { bucket: bucketOf(own), epoch: Number(held?.epoch) };
  const entry = { ...entryOf("entry", own, "s1"), day: istDate("2026-11-16") };
  const exit = exitOf("exit", entry, 1);
  await store.addExit(lease, exit, [plannedEvent(exit)]);

  const disconnect = () => product.send("DELETE", "/angelone/disconnect", { as });
  const deletion = () =>
    product.send("POST", "/auth/delete-account", { as, body: { password: user.password, confirm: "DELETE" } });
  for (const refused of [await disconnect(), await deletion()])
    expect([refused.statusCode, refused.json().code]).toEqual([409, "position_open"]);

  const cancelled = { ...exit.state, status: "cancelled" as const };
  await store.record(lease, [{ tag: exit.tag, version: 1, state: cancelled, pricing: exit.pricing }], []);
  expect((await deletion()).statusCode).toBe(200);
  expect(await product.query("SELECT 1 FROM broker_links WHERE user_id = $1", [user.id])).toEqual([]);
  expect(await accountsOf(user.id)).toHaveLength(1);
  expect(await product.query("SELECT 1 FROM ledger WHERE account_id = $1", [account.id])).toHaveLength(1);
});

it("linking the same broker client reuses its account, and another client gets a new account", async () => {
  const user = await product.makeUser();
  const as = await product.signIn(user);
  const first = await desk.newAccount("angelone");
  await desk.connect("angelone", as, first);
  await desk.connect("angelone", as, first);
  expect(await accountsOf(user.id)).toHaveLength(1);
  await desk.connect("angelone", as, await desk.newAccount("angelone"));
  expect(await accountsOf(user.id)).toHaveLength(2);
  const linked = await product.query<{ account_id: string }>("SELECT account_id FROM broker_links WHERE user_id = $1", [
    user.id,
  ]);
  expect(linked.map(({ account_id }) => account_id)).toEqual([(await accountsOf(user.id))[1]?.id]);
});
