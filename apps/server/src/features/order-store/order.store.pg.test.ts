import { describeOrderStore } from "@vriddhi/execution/store-suite/describe-order-store";
import { afterAll, beforeAll } from "vitest";
import { APP_ROLE, type Database, openDatabase } from "../../platform/db/database.ts";
import { runSql } from "../../testing/sql.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { createPgOrderStore } from "./order.store.pg.ts";

let scratch: TestDatabase;
const opened: Database[] = [];

beforeAll(async () => {
  scratch = await createTestDatabase();
});
afterAll(async () => {
  for (const database of opened) await database.close();
  await scratch.drop();
});

const TABLES = "intent, command, ledger, wire_record, bucket_owner, order_block, order_block_epoch";

describeOrderStore("orders in PostgreSQL", async () => {
  await runSql(scratch.url, `TRUNCATE ${TABLES}`);
  return {
    passTime: (ms) => runSql(scratch.url, `UPDATE bucket_owner SET lease_until = lease_until - interval '${ms} ms'`),
    async clients(count) {
      while (opened.length < count)
        opened.push(openDatabase(scratch.url, { max: 1, kept: { orders: 2 }, role: APP_ROLE, onError: () => {} }));
      return opened.slice(0, count).map(createPgOrderStore);
    },
  };
});
