import { afterAll, beforeAll, expect, it } from "vitest";
import { openRelay } from "../../testing/cluster/relay.ts";
import { runSql } from "../../testing/sql.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { APP_ROLE, type Database, openDatabase, silenceLimitMs, type Tx } from "./database.ts";
import { mayBeStored } from "./database-outage.ts";

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

it("ends a statement whose database fell silent as one with an unknown outcome, and then reaches the database again", async () => {
  const address = new URL(scratch.url);
  const link = await openRelay(Number(address.port));
  address.port = String(link.port);
  address.searchParams.set("options", "-c statement_timeout=200ms");
  const cutOff = openDatabase(address.href, { max: 1, role: APP_ROLE, onError: () => {} });
  try {
    await cutOff.pool.query("SELECT 1");
    link.cut();
    const fault = await cutOff.pool.query("SELECT 1").catch((cause: unknown) => cause);
    expect(mayBeStored(fault)).toBe(true);
    link.mend();
    expect((await cutOff.pool.query("SELECT 1")).rowCount).toBe(1);
  } finally {
    await cutOff.close();
    await link.close();
  }
});

it.each([
  ["-c statement_timeout=15000", 20_000],
  ["-c statement_timeout=15000 -c statement_timeout=2min -c role=app", 125_000],
  ["-c statement_timeout=300s", 305_000],
  ["-c statement_timeout=0", 0],
  ["", 0],
])("a connection with the options '%s' may be silent for %i ms", (options, limitMs) => {
  expect(silenceLimitMs(options)).toBe(limitMs);
});
