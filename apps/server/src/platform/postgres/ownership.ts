import pg from "pg";

/** Arbitrary constant, the same in every server of one data folder. */
const OWNER_LOCK = 7262;
const CONNECT_LIMIT_MS = 2_000;
const WRONG_PASSWORD = "28P01";

export class AlreadyRunning extends Error {
  constructor() {
    super("another server already runs from this data folder");
  }
}

/** Held as long as the server runs: its end, even by kill -9, frees the lock. */
export interface Ownership {
  release(): Promise<void>;
}

/** `null` when PostgreSQL does not answer yet. */
export async function tryToOwn(url: string): Promise<Ownership | null> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_LIMIT_MS, keepAlive: true });
  client.on("error", () => {}); // a lost database shows in the pools, which report it
  const release = () => client.end().catch(() => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ free: boolean }>("select pg_try_advisory_lock($1) as free", [OWNER_LOCK]);
    if (rows[0]?.free === true) return { release };
  } catch (error) {
    await release();
    if ((error as { code?: unknown }).code === WRONG_PASSWORD) {
      throw new Error("the password in the data folder does not match its database", { cause: error });
    }
    return null;
  }
  await release();
  throw new AlreadyRunning();
}
