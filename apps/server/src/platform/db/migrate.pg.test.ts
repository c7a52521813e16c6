import { randomBytes } from "node:crypto";
import { eventually } from "@vriddhi/testing/eventually";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { runSql, withDatabase } from "../../testing/sql.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { APP_ROLE, type Database, openDatabase } from "./database.ts";
import { openDatabaseLogin } from "./database-login.ts";
import { migrateDatabase } from "./migrate.ts";

/** PostgreSQL's code is the same in every version, unlike its message. */
const INSUFFICIENT_PRIVILEGE = "42501";

describe("an empty database", () => {
  it("is migrated once by several concurrent processes", async () => {
    const { serverUrl } = inject("postgres");
    const name = `vriddhi_empty_${randomBytes(6).toString("hex")}`;
    await runSql(serverUrl, `CREATE DATABASE ${name}`);
    const url = withDatabase(serverUrl, name);
    try {
      await Promise.all(Array.from({ length: 4 }, () => migrateDatabase(url)));
      await migrateDatabase(url);
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      const applied = await client.query("SELECT hash FROM drizzle.__drizzle_migrations");
      await client.end();
      expect(applied.rowCount).toBeGreaterThan(0);
      expect(new Set(applied.rows.map(({ hash }) => hash)).size).toBe(applied.rowCount);
    } finally {
      await runSql(serverUrl, `DROP DATABASE ${name} WITH (FORCE)`);
    }
  });
});

describe("a database with a running product", () => {
  it("is migrated although the product locks the same tables in another order", async () => {
    const { url, drop } = await createTestDatabase();
    const product = new pg.Client({ connectionString: url });
    await product.connect();
    // The first to wait detects the deadlock and fails: that must be the migration.
    await product.query("SET deadlock_timeout = '30s'");
    await product.query("BEGIN; REVOKE ALL ON wire_record FROM vriddhi_app");
    const done = migrateDatabase(url);
    await eventually("the migration waits for the product", async () => {
      // A transaction caches the activity of others at its first read.
      await product.query("SELECT pg_stat_clear_snapshot()");
      const { rows } = await product.query(
        "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
      );
      return rows[0] ?? null;
    });
    await product.query("REVOKE ALL ON audit_event, intent FROM vriddhi_app; COMMIT");
    await done;
    const { rows } = await product.query("SELECT has_table_privilege('vriddhi_app', 'wire_record', 'INSERT') AS may");
    expect(rows).toEqual([{ may: true }]);
    await product.end();
    await drop();
  });
});

describe("the product's own database login", () => {
  const key = randomBytes(32);

  it("owns no tables, and cannot switch to a role that does", async () => {
    const scratch = await createTestDatabase();
    const url = await openDatabaseLogin(scratch.url, key);
    expect(await openDatabaseLogin(scratch.url, key)).toBe(url);
    const database = openDatabase(url ?? "", { max: 1, role: APP_ROLE, onError: () => {} });
    try {
      await database.pool.query("RESET ROLE");
      await database.pool.query("SET ROLE NONE");
      for (const sql of ["DROP TABLE sessions", "UPDATE audit_event SET kind = 'x'", "SELECT * FROM pg_authid"])
        await expect(database.pool.query(sql)).rejects.toMatchObject({ code: INSUFFICIENT_PRIVILEGE });
      await database.pool.query("SELECT count(*) FROM users");
    } finally {
      await database.close();
      await scratch.drop();
    }
  });

  it("differs for another master key", async () => {
    const scratch = await createTestDatabase();
    const [one, other] = [
      await openDatabaseLogin(scratch.url, key),
      await openDatabaseLogin(scratch.url, randomBytes(32)),
    ];
    expect(one).not.toBe(other);
    await scratch.drop();
  });
});

describe("the mode of a database", () => {
  it("is fixed: the sandbox refuses a live database, and live mode a sandbox's", async () => {
    for (const [first, second] of [
      ["live", "sandbox"],
      ["sandbox", "live"],
    ] as const) {
      const scratch = await createTestDatabase();
      await migrateDatabase(scratch.url, first);
      await migrateDatabase(scratch.url, first);
      await expect(migrateDatabase(scratch.url, second)).rejects.toThrow("this database was first used");
      await scratch.drop();
    }
  });
});

describe("the product's own database role", () => {
  let scratch: TestDatabase;
  let database: Database;
  beforeAll(async () => {
    scratch = await createTestDatabase();
    database = openDatabase(scratch.url, { max: 2, role: APP_ROLE, onError: () => {} });
    await database.pool.query("INSERT INTO audit_event (at, kind, ip) VALUES (now(), 'login', '127.0.0.1')");
  });
  afterAll(async () => {
    await database.close();
    await scratch.drop();
  });

  it("is the pool's role, and JIT compilation is off", async () => {
    const { rows } = await database.pool.query(
      "SELECT current_user, current_setting('statement_timeout') AS timeout, current_setting('jit') AS jit",
    );
    expect(rows).toEqual([{ current_user: APP_ROLE, timeout: "5min", jit: "off" }]);
  });

  it("is limited to 15 s a statement, unless the address sets another limit", async () => {
    const address = new URL(scratch.url);
    address.search = "";
    const strict = openDatabase(address.href, { max: 1, role: APP_ROLE, onError: () => {} });
    try {
      expect((await strict.pool.query("SHOW statement_timeout")).rows).toEqual([{ statement_timeout: "15s" }]);
    } finally {
      await strict.close();
    }
  });

  it("cannot be changed by the address", async () => {
    const address = new URL(scratch.url);
    address.searchParams.set("options", "-c role=none");
    const opened = openDatabase(address.href, { max: 1, role: APP_ROLE, onError: () => {} });
    try {
      expect((await opened.pool.query("SELECT current_user")).rows).toEqual([{ current_user: APP_ROLE }]);
    } finally {
      await opened.close();
    }
  });

  it.each([
    ["change the diary", "UPDATE audit_event SET kind = 'x'"],
    ["take something out of the diary", "DELETE FROM audit_event"],
    ["empty the diary", "TRUNCATE audit_event"],
    ["empty any table", "TRUNCATE sessions"],
    ["change what an invoice says", "UPDATE invoices SET amount_paise = 1"],
    ["take an invoice out", "DELETE FROM invoices"],
    ["change what goes back", "UPDATE refunds SET amount_paise = 1"],
    ["take a refund out", "DELETE FROM refunds"],
    ["change what was ordered", "UPDATE payment_orders SET amount_paise = 1"],
    ["take an order out", "DELETE FROM payment_orders"],
    ["forget who had a trial", "DELETE FROM trial_keys"],
    ["forget that a database was used live", "DELETE FROM first_use"],
    ["create a table", "CREATE TABLE loot (id int)"],
    ["create a table beside the jobs", "CREATE TABLE pgboss.loot (id int)"],
    ["create a schema", "CREATE SCHEMA loot"],
    ["drop a table", "DROP TABLE sessions"],
    ["change a table", "ALTER TABLE users DROP COLUMN email"],
    ["disable what guards a table", "ALTER TABLE audit_event DISABLE TRIGGER ALL"],
    ["create a role", "CREATE ROLE thief"],
    [
      "give itself rights",
      `DO $$ BEGIN GRANT UPDATE ON audit_event TO ${APP_ROLE}; UPDATE audit_event SET kind = 'x'; END $$`,
    ],
    ["read the server's files", "SELECT pg_read_file('/etc/passwd')"],
    ["run a program", "COPY users TO PROGRAM 'cat'"],
    ["see the password hashes of the server", "SELECT * FROM pg_authid"],
  ])("may not %s", async (_what, sql) => {
    const attempt = database.pool.query(sql);
    await expect(attempt).rejects.toMatchObject({ code: INSUFFICIENT_PRIVILEGE });
  });

  it("may append to the audit log and read it", async () => {
    const { rows } = await database.pool.query("SELECT kind FROM audit_event");
    expect(rows).toEqual([{ kind: "login" }]);
  });

  it("returns days and instants unchanged", async () => {
    const { rows } = await database.pool.query(
      "SELECT date '1990-05-01' AS day, timestamptz '2026-11-16T08:40+05:30' AS at",
    );
    expect(rows).toEqual([{ day: "1990-05-01", at: new Date("2026-11-16T03:10:00Z") }]);
  });
});

describe("a transaction", () => {
  it("rolls back when its work fails, and the connection stays usable", async () => {
    const scratch = await createTestDatabase();
    const database = openDatabase(scratch.url, { max: 1, role: APP_ROLE, onError: () => {} });
    const write = "INSERT INTO audit_event (at, kind, ip) VALUES (now(), 'login', '127.0.0.1')";
    const failing = database.transaction(async ({ client }) => {
      await client.query(write);
      throw new Error("changed my mind");
    });
    await expect(failing).rejects.toThrow("changed my mind");
    const broken = database.transaction(({ client }) => client.query("SELECT nonsense"));
    await expect(broken).rejects.toThrow("nonsense");
    expect((await database.pool.query("SELECT 1 FROM audit_event")).rowCount).toBe(0);
    await database.transaction(({ client }) => client.query(write));
    expect((await database.pool.query("SELECT 1 FROM audit_event")).rowCount).toBe(1);
    await database.close();
    await scratch.drop();
  });
});
