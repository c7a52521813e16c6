import type { Socket } from "node:net";
import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import pg from "pg";
import { currentUse, type PoolUse, runInTransaction } from "./async-context.ts";
import { DatabaseAway } from "./database-outage.ts";
import { strictWatch, type TransactionWatch } from "./transaction-watch.ts";

/** The database role of the running product: no DDL, and on ledger and audit no UPDATE or DELETE. */
export const APP_ROLE = "vriddhi_app";

/** Readers of the blog: published rows and no other table. */
export const BLOG_READER_ROLE = "vriddhi_blog_reader";
/** Writers of the blog: its own tables and no other. */
export const BLOG_WRITER_ROLE = "vriddhi_blog_writer";

/** Readers in the back office: what its pages show, no sealed value, no hash, no writes. */
export const DESK_READER_ROLE = "vriddhi_desk_reader";

/** How long a call waits for a connection, where the address names no `connect_timeout`. */
export const CONNECT_WITHIN_MS = 10_000;
export function connectWithinMs(url: string): number {
  const seconds = Number(new URL(url).searchParams.get("connect_timeout"));
  return seconds > 0 ? seconds * 1_000 : CONNECT_WITHIN_MS;
}

/** Limit of one statement, where the address sets none in its options. */
const STATEMENT_LIMIT = "-c statement_timeout=15000";

/** A client that vanished without a word keeps its row locks no longer than this lets it. */
const DETECT_LOST_CLIENTS =
  "-c tcp_keepalives_idle=5 -c tcp_keepalives_interval=2 -c tcp_keepalives_count=3 -c tcp_user_timeout=15000";
const KEEP_ALIVE_AFTER_MS = 5_000;

/** The server ends a statement at its limit and says so: a connection that is silent for longer has no peer. */
const SILENCE_BEYOND_LIMIT_MS = 5_000;
const UNITS_MS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, min: 60_000 };

/** How long a connection with these options may be silent; 0: without an end. */
export function silenceLimitMs(options: string): number {
  const [, amount = "0", unit = "ms"] = [...options.matchAll(/statement_timeout=(\d+)(ms|s|min)?/g)].at(-1) ?? [];
  const limitMs = Number(amount) * (UNITS_MS[unit] ?? 1);
  return limitMs === 0 ? 0 : limitMs + SILENCE_BEYOND_LIMIT_MS;
}

/** The outcome of a statement in flight is then unknown, as after any lost connection. */
function endSilent(client: pg.PoolClient, url: string): void {
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
  const limitMs = silenceLimitMs(new URL(url).searchParams.get("options") ?? "");
  stream.setTimeout(limitMs, () => stream.destroy());
}

/** Typed queries and the raw connection of one transaction, so that a job is queued in the same transaction. */
export interface Tx {
  readonly db: NodePgDatabase;
  readonly client: pg.PoolClient;
}

export interface Database {
  readonly db: NodePgDatabase;
  /** Takes a connection of the pool for the current use. */
  readonly pool: pg.Pool;
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  pools(): readonly PoolState[];
  close(): Promise<void>;
}

interface PoolState {
  readonly name: PoolUse;
  readonly total: number;
  readonly idle: number;
  /** Calls that wait for a connection. */
  readonly waiting: number;
}

export interface DatabaseOptions {
  readonly max: number;
  readonly kept?: Partial<Record<Exclude<PoolUse, "api">, number>>;
  readonly role?: string;
  readonly watch?: TransactionWatch;
  onError(error: Error): void;
}

const DATE_OID = 1082;
const asText = (value: string): string => value;
/** node-pg parses a DATE as local midnight, which shifts a birthday by a day east of Greenwich. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => (oid === DATE_OID ? asText : pg.types.getTypeParser(oid, format)),
};

/** The steps table grows faster than the planner's statistics: force index plans. */
const STEP_PLANS = " -c enable_seqscan=off";

/** The same for orders, whose batches arrive within milliseconds: index plans only, each made once. */
const ORDER_PLANS = `${STEP_PLANS} -c enable_hashjoin=off -c enable_mergejoin=off -c plan_cache_mode=force_generic_plan`;

/** PostgreSQL would JIT-compile a forced sequential scan because of its price: a quarter of a second each time. */
const NEVER_COMPILED = " -c jit=off";

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
  // Of two options with the same name the later one wins: the address cannot change the role.
  const options = `${STATEMENT_LIMIT} ${DETECT_LOST_CLIENTS} ${own} -c role=${role}${NEVER_COMPILED}${USE_SETTINGS[use]}`;
  address.searchParams.set("options", options);
  return address.href;
};

export function openDatabase(url: string, options: DatabaseOptions): Database {
  const { watch = strictWatch, kept = {} } = options;
  // While the pool closes, connections may break in their goodbye; ignore that.
  let isClosing = false;
  const open = (max: number, use: PoolUse): pg.Pool => {
    const role = use === "desk" ? DESK_READER_ROLE : options.role;
    const connectionString = role === undefined ? url : asRole(url, role, use);
    const pool = new pg.Pool({
      connectionString,
      max,
      connectionTimeoutMillis: connectWithinMs(url),
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
      types,
    });
    pool.on("error", (error) => {
      if (!isClosing) options.onError(error);
    });
    // The pool listens on idle connections only. Without this listener a connection lost between two statements would
    // crash the process; with it the next statement fails.
    pool.on("connect", (client) => {
      client.on("error", () => {});
      endSilent(client, connectionString);
    });
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
    pools: () => [stateOf("api", pool), ...Object.entries(others).map(([use, each]) => stateOf(use as PoolUse, each))],
    async close() {
      isClosing = true;
      await Promise.all([pool, ...Object.values(others)].map((each) => each.end()));
    },
  };
}

const stateOf = (name: PoolUse, { totalCount, idleCount, waitingCount }: pg.Pool): PoolState => ({
  name,
  total: totalCount,
  idle: idleCount,
  waiting: waitingCount,
});

function throwAway(cause: unknown): never {
  throw new DatabaseAway(cause);
}

type Connected = Parameters<pg.Pool["connect"]>[0];

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
    const onConnected: Connected = (error, client, release) =>
      done(error === undefined || error === null ? error : new DatabaseAway(error), client, release);
    return other === undefined ? connect(onConnected) : other.connect(onConnected);
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
