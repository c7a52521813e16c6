import { randomUUID } from "node:crypto";
import type { Database } from "../../platform/db/database.ts";
import type { ProbeOperation, ProbeResult, SetupStore } from "./setup.ts";

export interface SetupPools {
  readonly reader: Pick<Database, "pool">;
  readonly writer: Database;
}

const COLUMNS = "id, title, slug, published, created_at";

const READS: Readonly<Partial<Record<ProbeOperation, { readonly sql: string; readonly evidence: string }>>> = {
  session: { sql: "SELECT current_user::text AS role", evidence: "Supabase connection successful" },
  select: { sql: `SELECT ${COLUMNS} FROM blog_posts LIMIT 10`, evidence: "Rows were read" },
  filter: { sql: `SELECT ${COLUMNS} FROM blog_posts WHERE published LIMIT 10`, evidence: "Rows were filtered" },
  order: { sql: `SELECT ${COLUMNS} FROM blog_posts ORDER BY created_at DESC LIMIT 10`, evidence: "Rows were ordered" },
  limit: { sql: `SELECT ${COLUMNS} FROM blog_posts ORDER BY created_at DESC LIMIT 1`, evidence: "One row was read" },
  range: {
    sql: `SELECT ${COLUMNS} FROM blog_posts ORDER BY created_at DESC LIMIT 5 OFFSET 5`,
    evidence: "A range was read",
  },
};

const SCRATCH = `INSERT INTO blog_posts (id, title, content, excerpt, excerpt_html, slug, reading_minutes, published, created_at,
  html, headings, has_math, rendered_by, search)
  VALUES ($1, 'Connection test', 'Connection test', '', '', $2, 1, false, now(), '', '[]', false, 0, '') RETURNING id, title, published`;
const CHANGES: Readonly<Partial<Record<ProbeOperation, string>>> = {
  update: "UPDATE blog_posts SET title = 'Connection test, changed' WHERE id = $1 RETURNING id, title, published",
  delete: "DELETE FROM blog_posts WHERE id = $1 RETURNING id, title, published",
};

class TakenBack extends Error {
  readonly rows: readonly Record<string, unknown>[];

  constructor(rows: readonly Record<string, unknown>[]) {
    super("the scratch row is taken back");
    this.rows = rows;
  }
}

const fine = (message: string, rows: readonly Record<string, unknown>[], count: number | null = null): ProbeResult => ({
  success: true,
  message,
  rows,
  count,
});
const failed = (message: string): ProbeResult => ({ success: false, message, rows: [], count: null });

export function createPgSetup({ reader, writer }: SetupPools): SetupStore {
  /** Changes a scratch row, in a transaction that is always rolled back. */
  async function change(operation: ProbeOperation): Promise<ProbeResult> {
    const id = randomUUID();
    try {
      await writer.transaction(async ({ client }) => {
        const added = await client.query(SCRATCH, [id, `connection-test-${id}`]);
        const sql = CHANGES[operation];
        throw new TakenBack(sql === undefined ? added.rows : (await client.query(sql, [id])).rows);
      });
      return failed("the scratch row was kept");
    } catch (cause) {
      if (cause instanceof TakenBack) return fine(`${operation}: one row, rolled back`, cause.rows);
      return failed(cause instanceof Error ? cause.message : String(cause));
    }
  }

  return {
    kind: "postgres",
    async table() {
      const { rows } = await reader.pool.query<{ there: boolean }>(
        "SELECT to_regclass('public.blog_posts') IS NOT NULL AS there",
      );
      const isThere = rows[0]?.there === true;
      return {
        part: "table",
        state: isThere ? "exists" : "missing",
        message: isThere
          ? "Table blog_posts exists."
          : "Table blog_posts is missing: start the product once to migrate.",
      };
    },
    async policies() {
      const { rows } = await reader.pool.query<{ on: boolean; policies: number }>(
        `SELECT coalesce(bool_and(relrowsecurity), false) AS on,
           (SELECT count(*)::int FROM pg_policies WHERE tablename = 'blog_posts') AS policies
         FROM pg_class WHERE oid = to_regclass('public.blog_posts')`,
      );
      const isThere = rows[0]?.on === true && rows[0].policies > 0;
      return {
        part: "policies",
        state: isThere ? "exists" : "missing",
        message: isThere
          ? "Row-level security is on: visitors see published articles only."
          : "Row-level security is off: start the product once to migrate.",
      };
    },
    // The migration created everything; if it is gone, only the database's owner can restore it.
    create: async () => ({ kind: "done" }),
    async probe(operation) {
      const read = READS[operation];
      if (read !== undefined) return fine(read.evidence, (await reader.pool.query(read.sql)).rows);
      if (operation === "count") {
        const { rows } = await reader.pool.query<{ count: number }>("SELECT count(*)::int AS count FROM blog_posts");
        return fine("Rows were counted", [], rows[0]?.count ?? 0);
      }
      if (operation === "procedure")
        return fine("A procedure was called", (await reader.pool.query("SELECT version()")).rows);
      if (operation === "profiles")
        return failed("There is no table profiles here: accounts are kept by the product itself.");
      return change(operation);
    },
  };
}
