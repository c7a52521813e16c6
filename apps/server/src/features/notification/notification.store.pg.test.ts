import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Database, openDatabase } from "../../platform/db/database.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { createNotificationStore } from "./notification.store.pg.ts";

let scratch: TestDatabase;
let database: Database;
beforeAll(async () => {
  scratch = await createTestDatabase();
  database = openDatabase(scratch.url, { max: 4, onError: () => undefined });
});
afterAll(async () => {
  await database.close();
  await scratch.drop();
});

describe("the updates of the Telegram bot", () => {
  it("the bot's updates are processed once each, in order, also with two concurrent readers", async () => {
    const store = createNotificationStore(database);
    const pass = (id: number) => database.transaction((tx) => store.passUpdate(tx, id));
    expect(await store.nextUpdate()).toBe(0);
    expect(await pass(500)).toBe(true);
    expect(await pass(500)).toBe(false);
    expect(await pass(499)).toBe(false);
    const both = await Promise.all([pass(501), pass(501)]);
    expect(both.toSorted()).toEqual([false, true]);
    expect(await store.nextUpdate()).toBe(502);
  });
});
