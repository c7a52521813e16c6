import pg from "pg";

export async function runSql(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 300_000 });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

export function withDatabase(url: string, name: string): string {
  const address = new URL(url);
  address.pathname = `/${name}`;
  return address.href;
}

/** As the owner of the schema. A test's database may be dropped before its connections close: no error. */
export function openOwnerPool(url: string): pg.Pool {
  const pool = new pg.Pool({ connectionString: url, max: 2 });
  pool.on("error", () => {});
  // The pool listens to idle connections only.
  pool.on("connect", (client) => void client.on("error", () => {}));
  return pool;
}
