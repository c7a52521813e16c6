import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { runFor } from "./async-context.ts";
import { APP_ROLE, asRole, DESK_READER_ROLE, openDatabase } from "./database.ts";

let scratch: TestDatabase;
let owner: pg.Client;
let reader: pg.Client;

beforeAll(async () => {
  scratch = await createTestDatabase();
  owner = new pg.Client({ connectionString: scratch.url });
  reader = new pg.Client({ connectionString: asRole(scratch.url, DESK_READER_ROLE) });
  await Promise.all([owner.connect(), reader.connect()]);
});
afterAll(async () => {
  await Promise.all([owner.end(), reader.end()]);
  await scratch.drop();
});

it("the back office's database role can write no table, column or sequence", async () => {
  const { rows } = await owner.query(
    `SELECT c.oid::regclass::text AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE n.nspname NOT IN ('pg_catalog', 'information_schema') AND n.nspname NOT LIKE 'pg_toast%' AND (
       (c.relkind IN ('r', 'p', 'v') AND (has_table_privilege($1, c.oid, 'INSERT, UPDATE, DELETE, TRUNCATE')
         OR has_any_column_privilege($1, c.oid, 'INSERT, UPDATE')))
       OR (c.relkind = 'S' AND has_sequence_privilege($1, c.oid, 'USAGE, UPDATE')))`,
    [DESK_READER_ROLE],
  );
  expect(rows).toEqual([]);
});

it("the back office's database role can read no sealed value, hash or credential", async () => {
  const { rows } = await owner.query<{ name: string }>(
    `SELECT c.oid::regclass::text || '.' || a.attname AS name FROM pg_class c
     JOIN pg_namespace n ON n.oid = c.relnamespace AND n.nspname = 'public'
     JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
     WHERE c.relkind IN ('r', 'p') AND a.attname ~ '(sealed|secret|password|token|hash|credential|handle|proxy)' AND a.attname <> 'sealed_at'
       AND has_column_privilege($1, c.oid, a.attnum, 'SELECT')`,
    [DESK_READER_ROLE],
  );
  expect(rows.map(({ name }) => name)).toEqual([]);
});

it.each(["sessions", "admin_session", "data_key", "totp_factors", "broker_links", "blog_posts"])(
  "the back office's database role cannot read the table %s",
  async (table) => {
    await expect(reader.query(`SELECT * FROM ${table}`)).rejects.toThrow(/permission denied/);
  },
);

it("the back office's database role cannot become the product's role or the owner", async () => {
  const { rows } = await owner.query<{ role: string }>(
    `SELECT r.rolname AS role FROM pg_roles r WHERE r.rolname <> $1 AND r.rolname NOT LIKE 'pg\\_%' AND pg_has_role($1, r.oid, 'MEMBER')`,
    [DESK_READER_ROLE],
  );
  expect(rows).toEqual([]);
});

it("a back-office read uses its own database role, on connections that refuse writes", async () => {
  const kept = { desk: 1, desk_product: 1 };
  const product = openDatabase(scratch.url, { max: 1, kept, role: APP_ROLE, onError: () => undefined });
  const writes = () => product.pool.query("DELETE FROM support_canned");
  const asks = async () => (await product.pool.query<{ who: string }>("SELECT current_user AS who")).rows[0]?.who;
  try {
    expect(await runFor("desk", asks)).toBe(DESK_READER_ROLE);
    expect([await runFor("desk_product", asks), await asks()]).toEqual([APP_ROLE, APP_ROLE]);
    for (const use of ["desk", "desk_product"] as const) {
      await expect(runFor(use, writes)).rejects.toThrow(/read-only transaction/);
      await expect(
        runFor(use, () => product.transaction(({ client }) => client.query("DELETE FROM support_canned"))),
      ).rejects.toThrow(/read-only transaction/);
      await expect(runFor(use, () => product.pool.query("SELECT FROM support_canned"))).resolves.toBeDefined();
    }
    await expect(writes()).resolves.toBeDefined();
  } finally {
    await product.close();
  }
});
