import { join } from "node:path";
import type { Config } from "../platform/config/config.ts";
import { settleMasterKey } from "../platform/config/master-key.ts";
import { APP_ROLE, type Database, openDatabase } from "../platform/db/database.ts";
import { openDatabaseLogin } from "../platform/db/database-login.ts";
import { durabilityFault, readReplicationState } from "../platform/db/durability.ts";
import { migrateDatabase } from "../platform/db/migrate.ts";
import { createLoggingWatch, strictWatch, type TransactionWatch } from "../platform/db/transaction-watch.ts";
import type { Metrics } from "../platform/http/metrics.ts";
import type { Logger } from "../platform/log/logger.ts";
import { startPostgres } from "../platform/postgres/start-postgres.ts";
import type { Closing } from "./closing.ts";

/** The back office has few users, and each page is one or two queries. */
const DESK_CONNECTIONS = 4;
/** Queries that the back office's own role may not run are rarer still. */
const DESK_PRODUCT_CONNECTIONS = 2;

export interface OpenedDatabase {
  readonly database: Database;
  /** Rejects external calls inside an open transaction; live mode only logs them. */
  readonly watch: TransactionWatch;
  /** May change the schema; used only to migrate, seed and reset. */
  readonly ownerUrl: string;
  /** The login of the running product, which owns nothing. */
  readonly appUrl: string;
}

/** Opens the embedded or the configured PostgreSQL, migrated, as the product's own role. */
export async function openMigratedDatabase(
  config: Config,
  log: Logger,
  closing: Closing,
  count: Metrics["count"],
): Promise<OpenedDatabase> {
  const ownerUrl = config.databaseUrl?.reveal() ?? (await startEmbedded(config, log, closing));
  if (config.mode === "live") await checkDurability(config, ownerUrl, log);
  await migrateDatabase(ownerUrl, config.mode).catch((cause: unknown) => {
    throw config.databaseUrl ? unusable(cause) : cause;
  });
  const watch = config.mode === "live" ? createLoggingWatch(log, () => count("inside_transaction")) : strictWatch;
  const { api, steps, orders } = config.pools;
  const appUrl = await openLogin(config, ownerUrl, log);
  const database = openDatabase(appUrl, {
    max: api,
    kept: { desk: DESK_CONNECTIONS, desk_product: DESK_PRODUCT_CONNECTIONS, steps, orders },
    watch,
    role: APP_ROLE,
    onError: (error) => log.warn({ err: error }, "database: idle connection lost"),
  });
  closing.add("database pool", database.close);
  return { database, watch, ownerUrl, appUrl };
}

/** An order leaves only after its row is committed: a commit that a failover loses could send it twice. */
async function checkDurability({ databaseDurability }: Config, ownerUrl: string, log: Logger): Promise<void> {
  const state = await readReplicationState(ownerUrl).catch((cause: unknown) => {
    throw unusable(cause);
  });
  const fault = durabilityFault(state);
  if (fault === null) return;
  if (databaseDurability === "warn") return log.error({ fault }, "database: commits may be lost in a failover");
  throw new Error(
    `commits may be lost in a failover of the database: ${fault}. Where a service you rent guarantees it unseen, set DATABASE_DURABILITY=warn`,
  );
}

const unusable = (cause: unknown): Error =>
  new Error(`the database at DATABASE_URL cannot be used: ${reasonOf(cause)}`);

async function openLogin(config: Config, ownerUrl: string, log: Logger): Promise<string> {
  const login = await openDatabaseLogin(ownerUrl, Buffer.from(settleMasterKey(config).reveal(), "hex"));
  if (login === null) log.warn("database: using the owner's login, no restricted login could be created");
  return login ?? ownerUrl;
}

async function startEmbedded(config: Config, log: Logger, closing: Closing): Promise<string> {
  const postgres = await startPostgres({
    home: join(config.dataDir, "postgres"),
    log: (message) => log.info({ message }, "embedded database: notice"),
  });
  closing.add("embedded database", postgres.stop);
  return postgres.url;
}

/** Connection errors to several addresses arrive as one error without a message. */
function reasonOf(cause: unknown): string {
  if (cause instanceof AggregateError) return cause.errors.map(reasonOf).join(", ");
  return cause instanceof Error
    ? cause.message || String((cause as NodeJS.ErrnoException).code ?? cause.name)
    : String(cause);
}
