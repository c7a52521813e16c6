import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { createLogger } from "../log/logger.ts";
import { isInTransaction, runFor } from "./async-context.ts";
import { APP_ROLE, type Database, openDatabase } from "./database.ts";
import { createLoggingWatch, strictWatch, watchCalls } from "./transaction-watch.ts";

let scratch: TestDatabase;
let database: Database;
beforeAll(async () => {
  scratch = await createTestDatabase();
  database = openDatabase(scratch.url, { max: 2, kept: { steps: 1 }, role: APP_ROLE, onError: () => {} });
});
afterAll(async () => {
  await database.close();
  await scratch.drop();
});

const REFUSED = "inside an open transaction";

describe("an open transaction", () => {
  it("refuses a read through the pool, and is rolled back", async () => {
    const reading = database.transaction(async ({ client }) => {
      await client.query("INSERT INTO audit_event (at, kind, ip) VALUES (now(), 'login', '127.0.0.1')");
      await database.pool.query("SELECT 1");
    });
    await expect(reading).rejects.toThrow(REFUSED);
    expect((await database.pool.query("SELECT 1 FROM audit_event")).rowCount).toBe(0);
  });

  it("refuses a typed query and a second transaction", async () => {
    await expect(database.transaction(() => database.db.execute("SELECT 1"))).rejects.toMatchObject({
      cause: { message: expect.stringContaining(REFUSED) },
    });
    await expect(database.transaction(() => database.transaction(async () => 1))).rejects.toThrow(REFUSED);
  });

  it("refuses an external call, by name", async () => {
    const gateway = { isOpen: () => true, ask: async () => "answer" };
    const watched = watchCalls(gateway, ["ask"], strictWatch, "the gateway was asked");
    await expect(database.transaction(async () => watched.ask())).rejects.toThrow(`the gateway was asked ${REFUSED}`);
    expect(await database.transaction(async () => watched.isOpen())).toBe(true);
    expect(await watched.ask()).toBe("answer");
  });

  it("may use its own connection", async () => {
    const { rows } = await database.transaction(({ client }) => client.query("SELECT 1 AS one"));
    expect(rows).toEqual([{ one: 1 }]);
  });

  it("does not restrict detached work", async () => {
    const read = await database.transaction(async () => {
      const letGo = runFor("api", () => database.pool.query("SELECT 1 AS one"));
      return (await letGo).rows;
    });
    expect(read).toEqual([{ one: 1 }]);
  });
});

describe("an ended transaction", () => {
  it("no longer restricts work that it left running", async () => {
    let goOn = (): void => {};
    const left = await database.transaction(async () => {
      const waiting = new Promise<void>((resolve) => {
        goOn = resolve;
      });
      return { later: waiting.then(() => isInTransaction()) };
    });
    goOn();
    expect(await left.later).toBe(false);
  });
});

describe("the transaction watch in live mode", () => {
  it("lets a forbidden call continue, logs each kind once and counts every call", async () => {
    const lines: string[] = [];
    let count = 0;
    const watch = createLoggingWatch(
      createLogger("info", (line) => void lines.push(line)),
      () => count++,
    );
    const live = openDatabase(scratch.url, { max: 2, watch, role: APP_ROLE, onError: () => {} });
    for (let time = 0; time < 3; time++) await live.transaction(() => live.pool.query("SELECT 1"));
    expect([count, lines.length]).toEqual([3, 1]);
    expect(lines[0]).toContain("database: external call inside an open transaction");
    await live.close();
  });
});

describe("connection pools", () => {
  it("are separate: the due steps work while the site's connections are exhausted", async () => {
    const [first, second] = [await database.pool.connect(), await database.pool.connect()];
    const { rows } = await runFor("steps", () => database.pool.query("SELECT 1 AS one"));
    expect(rows).toEqual([{ one: 1 }]);
    expect(await runFor("steps", () => database.transaction(async () => "done"))).toBe("done");
    first.release();
    second.release();
  });
});
