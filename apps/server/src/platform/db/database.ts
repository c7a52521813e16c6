import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import pg from "pg";

/** The database role of the running product: no DDL, and on ledger and audit no UPDATE or DELETE. */
export const APP_ROLE = "vriddhi_app";

/** What a store needs inside one transaction: typed queries and the very connection, for a job in the same breath. */
export interface Tx {
  readonly db: NodePgDatabase;
  readonly client: pg.PoolClient;
}

export interface Database {
  readonly db: NodePgDatabase;
  readonly pool: pg.Pool;
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

const DATE_OID = 1082;
const asText = (value: string): string => value;
/** node-pg makes a DATE a local midnight, which moves a birthday by a day east of Greenwich. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => (oid === DATE_OID ? asText : pg.types.getTypeParser(oid, format)),
};

export const asRole = (url: string, role: string): string => {
  const address = new URL(url);
  address.searchParams.set("options", `-c role=${role} -c statement_timeout=15000`);
  return address.href;
};

export function openDatabase(
  url: string,
  options: { max: number; role?: string; onError(error: Error): void },
): Database {
  const pool = new pg.Pool({
    connectionString: options.role === undefined ? url : asRole(url, options.role),
    max: options.max,
    connectionTimeoutMillis: 5_000,
    types,
  });
  // While it closes, connections may break before they have said goodbye: nobody waits for them any more.
  let isClosing = false;
  pool.on("error", (error) => {
    if (!isClosing) options.onError(error);
  });
  const db = drizzle(pool);
  return {
    db,
    pool,
    transaction: (work) => inTransaction(pool, work),
    close() {
      isClosing = true;
      return pool.end();
    },
  };
}

async function inTransaction<T>(pool: pg.Pool, work: (tx: Tx) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query("BEGIN");
    const value = await work({ db: drizzle(client), client });
    await client.query("COMMIT");
    return value;
  } catch (cause) {
    await client.query("ROLLBACK").catch((error: Error) => {
      broken = error;
    });
    throw cause;
  } finally {
    client.release(broken);
  }
}
