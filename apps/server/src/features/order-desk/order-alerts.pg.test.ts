import { randomUUID } from "node:crypto";
import { accountId } from "@vriddhi/core/allocation/account-id";
import { SECOND_MS } from "@vriddhi/core/time/clock";
import type { OrderStore } from "@vriddhi/execution/ports/order-store";
import { bucketOf } from "@vriddhi/execution/ports/ownership";
import { entryOf, plannedEvent } from "@vriddhi/execution/store-suite/store-fixture";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { APP_ROLE, type Database, openDatabase } from "../../platform/db/database.ts";
import { createLogger } from "../../platform/log/logger.ts";
import { runSql } from "../../testing/sql.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { createPgOrderStore } from "./order.store.pg.ts";
import { createOrderAlerts, type OrderAlertsDeps } from "./order-alerts.ts";

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

const tellTo = (notify: OrderAlertsDeps["notify"]) =>
  createOrderAlerts({ database, log: createLogger("info", (line) => void logged.push(line)), notify });

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

it("tells of what the ledger calls for, once, however often it was written and whoever asks at the same time", async () => {
  await write(3);
  const told: string[] = [];
  const tell = tellTo(async (_tx, { kind, userId: who }) => void told.push(`${kind} ${who === userId}`));
  await Promise.all([tell(), tell(), tell()]);
  expect(told.sort()).toEqual(["position_closed true", "trading_alert true"]);
  expect(logged.filter((line) => line.includes("an order needs somebody to look at it"))).toHaveLength(1);
  await tell();
  expect(told).toHaveLength(2);
});

it("keeps what could not be told for the next time", async () => {
  await write();
  const failing = tellTo(async () => {
    throw new Error("the queue is away");
  });
  await expect(failing()).rejects.toThrow("the queue is away");
  const told: string[] = [];
  await tellTo(async (_tx, { kind }) => void told.push(kind))();
  expect(told).toHaveLength(2);
});
