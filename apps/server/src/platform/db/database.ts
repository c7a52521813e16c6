import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import pg from "pg";
import { currentUse, type PoolUse, runInTransaction } from "./async-context.ts";
import { DatabaseAway } from "./database-outage.ts";
import { strictWatch, type TransactionWatch } from "./transaction-watch.ts";

/** The database role of the running product: no DDL, and on ledger and audit no UPDATE or DELETE. */
export const APP_ROLE = "vriddhi_app";

/** Everybody who reads the blog: published rows, and no other table. */
export const BLOG_READER_ROLE = "vriddhi_blog_reader";
/** Who writes the blog: its own tables, and no other. */
export const BLOG_WRITER_ROLE = "vriddhi_blog_writer";

/** Who reads at the desk: what its pages show, no sealed value, no hash, and nothing to write. */
export const DESK_READER_ROLE = "vriddhi_desk_reader";

/** How long somebody waits for a connection before the call fails, where the address names no `connect_timeout`. */
export const CONNECT_WITHIN_MS = 10_000;
export function connectWithinMs(url: string): number {
  const seconds = Number(new URL(url).searchParams.get("connect_timeout"));
  return seconds > 0 ? seconds * 1_000 : CONNECT_WITHIN_MS;
}

/** How long one statement may take, where the address names no limit of its own among its options. */
const STATEMENT_LIMIT = "-c statement_timeout=15000";

/** What a store needs inside one transaction: typed queries and the very connection, for a job in the same transaction. */
export interface Tx {
  readonly db: NodePgDatabase;
  readonly client: pg.PoolClient;
}

export interface Database {
  readonly db: NodePgDatabase;
  /** Takes a connection of the pool that belongs to the running work's use. */
  readonly pool: pg.Pool;
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  /** Connections of the pool for everything that has none of its own. */
  readonly max: number;
  /** Further pools, by what they are kept for. */
  readonly kept?: Partial<Record<Exclude<PoolUse, "api">, number>>;
  readonly role?: string;
  readonly watch?: TransactionWatch;
  onError(error: Error): void;
}

const DATE_OID = 1082;
const asText = (value: string): string => value;
/** node-pg makes a DATE a local midnight, which moves a birthday by a day east of Greenwich. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => (oid === DATE_OID ? asText : pg.types.getTypeParser(oid, format)),
};

/**
 * The table of steps grows from nothing to tens of thousands of rows within a second, faster than the statistics that
 * plans are made of: a plan for a small table must not read the large one from end to end.
 */
const STEP_PLANS = " -c enable_seqscan=off";

/** The same for orders, whose waves come within milliseconds: every plan goes through an index, and is made once. */
const ORDER_PLANS = `${STEP_PLANS} -c enable_hashjoin=off -c enable_mergejoin=off -c plan_cache_mode=force_generic_plan`;

/**
 * A plan without sequential scans is priced so high where one cannot be avoided that a PostgreSQL with LLVM would compile
 * it to machine code, for a quarter of a second and each time anew. Our statements are too short to win that back.
 */
const NEVER_COMPILED = " -c jit=off";

/** Whatever a reading call of the desk asks for, it changes nothing. */
const READS_ONLY = " -c default_transaction_read_only=on";

const USE_SETTINGS: Readonly<Record<PoolUse, string>> = {
  api: "",
  desk: READS_ONLY,
  desk_product: READS_ONLY,
  steps: STEP_PLANS,
  orders: ORDER_PLANS,
};

export const asRole = (url: string, role: string, use: PoolUse = "api"): string => {
  const address = new URL(url);
  const own = address.searchParams.get("options") ?? "";
  // Of two that name the same, the later one counts: the role is never the address's.
  const options = `${STATEMENT_LIMIT} ${own} -c role=${role}${NEVER_COMPILED}${USE_SETTINGS[use]}`;
  address.searchParams.set("options", options);
  return address.href;
};

export function openDatabase(url: string, options: DatabaseOptions): Database {
  const { watch = strictWatch, kept = {} } = options;
  // While it closes, connections may break before they have said goodbye: nobody waits for them any more.
  let isClosing = false;
  const open = (max: number, use: PoolUse): pg.Pool => {
    const role = use === "desk" ? DESK_READER_ROLE : options.role;
    const pool = new pg.Pool({
      connectionString: role === undefined ? url : asRole(url, role, use),
      max,
      connectionTimeoutMillis: connectWithinMs(url),
      types,
    });
    pool.on("error", (error) => {
      if (!isClosing) options.onError(error);
    });
    // The pool listens while a connection is idle only. Lost between two statements of whoever holds it, it would end the
    // process; so its holder learns of it by the next statement, which fails.
    pool.on("connect", (client) => void client.on("error", () => {}));
    return pool;
  };
  const pool = open(options.max, "api");
  const others = {
    ...(kept.desk === undefined ? {} : { desk: open(kept.desk, "desk") }),
    ...(kept.desk_product === undefined ? {} : { desk_product: open(kept.desk_product, "desk_product") }),
    ...(kept.steps === undefined ? {} : { steps: open(kept.steps, "steps") }),
    ...(kept.orders === undefined ? {} : { orders: open(kept.orders, "orders") }),
  } satisfies Partial<Record<PoolUse, pg.Pool>>;
  guardAndRoute(pool, others, watch);
  return {
    db: drizzle(pool),
    pool,
    transaction: (work) => inTransaction(pool, work),
    async close() {
      isClosing = true;
      await Promise.all([pool, ...Object.values(others)].map((each) => each.end()));
    },
  };
}

function throwAway(cause: unknown): never {
  throw new DatabaseAway(cause);
}

type Connected = Parameters<pg.Pool["connect"]>[0];

/**
 * Every query and every transaction begins with `connect`: here a caller who holds a transaction open is stopped, and
 * everybody else gets a connection of the pool that is kept for what they do.
 */
function guardAndRoute(
  pool: pg.Pool,
  others: Partial<Record<PoolUse, pg.Pool>>,
  { check }: Pick<TransactionWatch, "check">,
): void {
  const connect = pool.connect.bind(pool) as (done?: Connected) => unknown;
  const routed = (done?: Connected): unknown => {
    try {
      check("a second database connection was asked for");
    } catch (cause) {
      if (done === undefined) return Promise.reject(cause);
      return done(cause as Error, undefined, () => {});
    }
    const other = others[currentUse()];
    if (done === undefined) return Promise.resolve(other?.connect() ?? connect()).catch(throwAway);
    const told: Connected = (error, client, release) =>
      done(error === undefined || error === null ? error : new DatabaseAway(error), client, release);
    return other === undefined ? connect(told) : other.connect(told);
  };
  pool.connect = routed as typeof pool.connect;
}

async function inTransaction<T>(pool: pg.Pool, work: (tx: Tx) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query("BEGIN");
    const value = await runInTransaction(() => work({ db: drizzle(client), client }));
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
