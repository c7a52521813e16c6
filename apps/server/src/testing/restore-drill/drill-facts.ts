import type { openOwnerPool } from "../sql.ts";

type OwnerPool = ReturnType<typeof openOwnerPool>;

/** Money and law: these must be equal to the row. */
export const CORE_TABLES = [
  "users",
  "payment_orders",
  "invoices",
  "ledger",
  "intent",
  "trading_account",
  "broker_links",
  "audit_event",
  "audit_seal",
  "audit_sealed_row",
  "blog_images",
] as const;

/** Rows and the sum of their hashes, for each table that is in the write-ahead log: a restore empties an unlogged one. */
export type Facts = ReadonlyMap<string, string>;

export async function readFacts(pool: OwnerPool): Promise<Facts> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')
       AND NOT relispartition AND relpersistence = 'p' ORDER BY 1`,
  );
  const parts = tables.map(
    ({ name }) =>
      `SELECT '${name}' AS name, count(*) || ' rows, ' || coalesce(sum(hashtextextended(t::text, 0)), 0) AS digest FROM "${name}" t`,
  );
  const { rows } = await pool.query<{ name: string; digest: string }>(parts.join(" UNION ALL "));
  return new Map(rows.map(({ name, digest }) => [name, digest]));
}

export interface Moment {
  /** By the database's clock. */
  readonly instant: string;
  readonly atMs: number;
  /** The segment of the write-ahead log that a restore to the instant needs. */
  readonly segment: string;
  /** Tables that did not change around the instant. */
  readonly facts: Facts;
}

const LOOKS_MAX = 400;

/** Tables that are equal before and after the instant had that value at the instant. */
export async function noteMoment(pool: OwnerPool): Promise<Moment> {
  for (let look = 0; look < LOOKS_MAX; look++) {
    const before = await readFacts(pool);
    const { rows } = await pool.query<{ instant: string; ms: string; segment: string }>(
      `SELECT to_char(now AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS.US') || '+00' AS instant,
         (extract(epoch FROM now) * 1000)::bigint AS ms, pg_walfile_name(pg_current_wal_lsn()) AS segment
       FROM clock_timestamp() AS now`,
    );
    const after = await readFacts(pool);
    const facts = new Map([...before].filter(([name, digest]) => after.get(name) === digest));
    const [row] = rows;
    if (row !== undefined && CORE_TABLES.every((name) => facts.has(name)))
      return { instant: row.instant, atMs: Number(row.ms), segment: row.segment, facts };
  }
  throw new Error("the tables of money and law never rested");
}

/** The tables that differ from the noted ones. */
export const differing = (noted: Facts, found: Facts): readonly string[] =>
  [...noted].filter(([name, digest]) => found.get(name) !== digest).map(([name]) => name);

export const rowsOf = (facts: Facts, name: string): string => facts.get(name)?.split(" ")[0] ?? "0";
