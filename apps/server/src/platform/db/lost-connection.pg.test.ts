import { afterAll, beforeAll, expect, it } from "vitest";
import { runSql } from "../../testing/sql.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { APP_ROLE, type Database, openDatabase, type Tx } from "./database.ts";

let scratch: TestDatabase;
let database: Database;
beforeAll(async () => {
  scratch = await createTestDatabase();
  database = openDatabase(scratch.url, { max: 1, kept: { steps: 1 }, role: APP_ROLE, onError: () => {} });
});
afterAll(async () => {
  await database.close();
  await scratch.drop();
});

/** As in a PostgreSQL restart: the connection is lost while no statement is running. */
async function cutOffWhileQuiet({ client }: Tx): Promise<void> {
  const { rows } = await client.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
  const ended = new Promise((resolve) => client.once("end", resolve));
  await runSql(scratch.url, `SELECT pg_terminate_backend(${rows[0]?.pid})`);
  await ended;
}

it("a connection lost between two statements of a transaction fails that transaction, never the process", async () => {
  const crashes: unknown[] = [];
  const noted = (cause: unknown) => void crashes.push(cause);
  process.on("uncaughtException", noted);
  try {
    const work = database.transaction(async (tx) => {
      await tx.client.query("INSERT INTO audit_event (at, kind, ip) VALUES (now(), 'login', '127.0.0.1')");
      await cutOffWhileQuiet(tx);
      await tx.client.query("SELECT 1");
    });
    await expect(work).rejects.toThrow();
    expect((await database.pool.query("SELECT 1 FROM audit_event")).rowCount).toBe(0);
    expect(crashes).toEqual([]);
  } finally {
    process.off("uncaughtException", noted);
  }
});
