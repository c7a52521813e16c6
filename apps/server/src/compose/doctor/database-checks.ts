import { readFileSync } from "node:fs";
import { createCalendar, publishedYears } from "@vriddhi/core/time/trading-calendar";
import type pg from "pg";
import { z } from "zod";
import type { Config } from "../../platform/config/config.ts";
import { settleMasterKey } from "../../platform/config/master-key.ts";
import { unwrapKey, WrongMasterKey } from "../../platform/crypto/data-keys.ts";
import { advice, type Check, type Finding, must, ok, skipped } from "./finding.ts";

type Client = Pick<pg.Client, "query">;
type Read = Pick<Config, "mode" | "pools">;

const CLOCK_MAX_MS = 500;
const OLDEST_POSTGRES = 15;
const LAG_MAX_BYTES = 16 * 1024 * 1024;
/** Beside its three pools: the back office, leases, NOTIFY and the job queue. */
const FURTHER_CONNECTIONS = 8;
const PROCESSES_MIN = 3;
/** An owner renews every few seconds; after so long it does not run any more. */
const OWNER_SILENT = "interval '60 seconds'";

const journal = z.object({ entries: z.array(z.object({ when: z.number(), tag: z.string() })) });
const JOURNAL = new URL("../../../migrations/meta/_journal.json", import.meta.url);

const rowOf = async <Row extends pg.QueryResultRow>(client: Client, text: string): Promise<Row> => {
  const { rows } = await client.query<Row>(text);
  const [row] = rows;
  if (row === undefined) throw new Error("the database returned no row");
  return row;
};

export const checkClock =
  (client: Client, now: () => number = Date.now): Check =>
  async () => {
    const before = now();
    const { at } = await rowOf<{ at: number }>(
      client,
      "SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS at",
    );
    const after = now();
    const apart = Math.round(Math.max(before - at, at - after, 0));
    const found = `this machine and the database differ by ${apart} ms`;
    if (apart <= CLOCK_MAX_MS) return [ok("clock", found)];
    return [
      must(
        "clock",
        found,
        "synchronise both clocks (chrony, systemd-timesyncd); leases and entry times depend on them",
      ),
    ];
  };

const SETTINGS = `SELECT current_setting('server_version') AS version, current_setting('server_version_num')::int / 10000 AS major,
  current_setting('fsync') AS fsync, current_setting('full_page_writes') AS "fullPageWrites",
  current_setting('synchronous_commit') AS "synchronousCommit",
  current_setting('synchronous_standby_names') AS "synchronousStandbys",
  current_setting('max_connections')::int AS connections,
  (SELECT rolcreaterole OR rolsuper FROM pg_roles WHERE rolname = current_user) AS "mayMakeRoles",
  pg_is_in_recovery() AS "isStandby"`;

interface Settings {
  readonly version: string;
  readonly major: number;
  readonly fsync: string;
  readonly fullPageWrites: string;
  readonly synchronousCommit: string;
  readonly synchronousStandbys: string;
  readonly connections: number;
  readonly mayMakeRoles: boolean;
  readonly isStandby: boolean;
}

function durabilityFinding(read: Settings, mode: Config["mode"]): Finding {
  const { fsync, fullPageWrites, synchronousCommit } = read;
  const found = `fsync=${fsync}, full_page_writes=${fullPageWrites}, synchronous_commit=${synchronousCommit}`;
  if (fsync === "on" && fullPageWrites === "on" && synchronousCommit !== "off") return ok("durability", found);
  const remedy = "set all three to on: an order that was stored before it was sent must survive a crash";
  return (mode === "live" ? must : advice)("durability", found, remedy);
}

export function settingFindings(read: Settings, { mode, pools }: Read): readonly Finding[] {
  const perProcess = pools.api + pools.steps + pools.orders + FURTHER_CONNECTIONS;
  const processes = Math.floor(read.connections / perProcess);
  return [
    read.major >= OLDEST_POSTGRES
      ? ok("database", `PostgreSQL ${read.version}`)
      : must("database", `PostgreSQL ${read.version}`, `use PostgreSQL ${OLDEST_POSTGRES} or newer`),
    ...(read.isStandby
      ? [must("database", "DATABASE_URL names a standby", "name the primary, or the proxy in front of it")]
      : []),
    durabilityFinding(read, mode),
    ...(mode === "live" && read.synchronousStandbys === ""
      ? [
          advice(
            "replication",
            "no standby confirms commits",
            "a failover may lose committed orders; see docs/operations/database.md",
          ),
        ]
      : []),
    processes >= PROCESSES_MIN
      ? ok("connections", `max_connections=${read.connections} is enough for ${processes} processes`)
      : must(
          "connections",
          `max_connections=${read.connections} is enough for ${processes} processes of ${perProcess} connections`,
          "raise max_connections, or lower POOL_API_MAX, POOL_STEPS_MAX and POOL_ORDERS_MAX",
        ),
    read.mayMakeRoles
      ? ok("roles", "the login may create the restricted roles")
      : must(
          "roles",
          "the login of DATABASE_URL may not create roles",
          "ALTER ROLE … CREATEROLE: the product runs with a restricted login",
        ),
  ];
}

export const checkSettings =
  (client: Client, config: Read): Check =>
  async () =>
    settingFindings(await rowOf<Settings>(client, SETTINGS), config);

export const checkReplication =
  (client: Client): Check =>
  async () => {
    const { rows } = await client.query<{ name: string; state: string; sync: string; lag: number }>(
      `SELECT application_name AS name, coalesce(state, 'hidden') AS state, coalesce(sync_state, '') AS sync,
         coalesce(pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn), 0)::float8 AS lag
       FROM pg_stat_replication WHERE NOT pg_is_in_recovery()`,
    );
    return rows.map(({ name, state, sync, lag }) => {
      const found = `standby ${name}: ${state} ${sync}, ${Math.round(lag / 1024)} kB behind`;
      if (state !== "hidden" && (state !== "streaming" || lag > LAG_MAX_BYTES))
        return must("replication", found, "see docs/operations/database.md");
      return ok("replication", found);
    });
  };

export const checkMigrations =
  (client: Client): Check =>
  async () => {
    const { entries } = journal.parse(JSON.parse(readFileSync(JOURNAL, "utf8")));
    const { isThere } = await rowOf<{ isThere: boolean }>(
      client,
      `SELECT to_regclass('drizzle.__drizzle_migrations') IS NOT NULL AS "isThere"`,
    );
    if (!isThere) return [advice("migrations", "the database is empty", "the first start of any process migrates it")];
    const { last } = await rowOf<{ last: number }>(
      client,
      "SELECT coalesce(max(created_at), 0)::float8 AS last FROM drizzle.__drizzle_migrations",
    );
    const newest = entries.at(-1);
    const missing = entries.filter(({ when }) => when > last);
    if (newest !== undefined && last > newest.when)
      return [
        advice("migrations", "the database is newer than this installation", "finish the upgrade of this machine"),
      ];
    if (missing.length === 0) return [ok("migrations", `up to date (${newest?.tag})`)];
    const names = missing.map(({ tag }) => tag).join(", ");
    return [advice("migrations", `not applied yet: ${names}`, "the next start of any process applies them")];
  };

async function isThere(client: Client, table: string): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>("SELECT to_regclass($1) IS NOT NULL AS found", [table]);
  return rows[0]?.found === true;
}

export const checkMasterKey =
  (client: Client, config: Config): Check =>
  async () => {
    if (!(await isThere(client, "data_key"))) return [skipped("master key", "no data key is stored yet")];
    const { rows } = await client.query<{ id: number; wrapped: string }>(
      "SELECT id, wrapped FROM data_key ORDER BY id",
    );
    try {
      for (const row of rows) unwrapKey(settleMasterKey(config), row);
      return [ok("master key", `opens all ${rows.length} data keys`)];
    } catch (cause) {
      if (!(cause instanceof WrongMasterKey)) throw cause;
      return [
        must(
          "master key",
          "MASTER_KEY does not open the data keys",
          "set the key this database was encrypted with, from the backup",
        ),
      ];
    }
  };

/** Buckets whose owner does not run any more: their accounts have no stop handling. */
export const checkOwners =
  (client: Client): Check =>
  async () => {
    if (!(await isThere(client, "bucket_owner"))) return [skipped("owners", "no worker has run yet")];
    const { rows } = await client.query<{ host: string; buckets: number; isSilent: boolean }>(
      `SELECT split_part(worker, '/', 1) AS host, count(*)::int AS buckets,
         bool_or(lease_until < clock_timestamp() - ${OWNER_SILENT}) AS "isSilent"
       FROM bucket_owner WHERE worker IS NOT NULL GROUP BY host ORDER BY host`,
    );
    if (rows.length === 0)
      return [advice("owners", "no worker owns an account", "start a worker before the market opens")];
    return rows.map(({ host, buckets, isSilent }) =>
      isSilent
        ? must(
            "owners",
            `${host} owns ${buckets} buckets and does not renew them`,
            "start the worker on that host again; if the host is lost, see docs/operations/runbooks",
          )
        : ok("owners", `${host} owns ${buckets} buckets`),
    );
  };

/** A database of another mode is refused at start. */
export const checkFirstUse =
  (client: Client, { mode }: Pick<Config, "mode">): Check =>
  async () => {
    if (!(await isThere(client, "first_use"))) return [];
    const { rows } = await client.query<{ mode: string }>("SELECT mode FROM first_use");
    const wrong = rows.find((row) => row.mode !== mode);
    if (wrong === undefined) return [];
    return [must("database", `it was first used with MODE=${wrong.mode}`, `MODE=${mode} needs a database of its own`)];
  };

/** Without listed years live mode knows no trading day. */
export const checkCalendar =
  (client: Client, { mode }: Pick<Config, "mode">, now: () => number = Date.now): Check =>
  async () => {
    if (mode !== "live" || !(await isThere(client, "market_years"))) return [];
    const year = new Date(now()).getUTCFullYear();
    const { rows } = await client.query<{ year: number }>("SELECT year FROM market_years WHERE year = $1", [year]);
    if (rows.length > 0 || createCalendar(publishedYears).knows(year))
      return [ok("calendar", `the trading days of ${year} are listed`)];
    return [
      must("calendar", `the trading days of ${year} are not listed`, `npm run calendar -- --year ${year} --file FILE`),
    ];
  };

interface Feed {
  readonly desk: string;
  readonly until: Date | null;
}

/** Logging in here would end the feed's own session at the broker, so the stored session is what is judged. */
export const checkFeeds =
  (client: Client, { mode, desks }: Pick<Config, "mode" | "desks">, now: () => number = Date.now): Check =>
  async () => {
    if (mode !== "live") return [skipped("feed", "the sandbox has feeds of its own")];
    const set = Object.entries(desks).flatMap(([desk, account]) => (account === null ? [] : [desk]));
    if (set.length === 0)
      return [
        must(
          "feed",
          "no account of a market feed is set",
          "set the DESK_ANGELONE_… or DESK_FYERS_… settings: without ticks no strategy runs",
        ),
      ];
    const { rows } = (await isThere(client, "desk_feeds"))
      ? await client.query<Feed>("SELECT desk, session_until AS until FROM desk_feeds")
      : { rows: [] };
    return set.map((desk) => {
      const until = rows.find((row) => row.desk === desk)?.until ?? null;
      if (until !== null && until.getTime() > now())
        return ok("feed", `${desk} is logged in until ${until.toISOString()}`);
      return advice(
        "feed",
        `${desk} is not logged in now`,
        "the morning logs it in; a refusal is in the engine's log as `market feed: strategy account cannot log in`",
      );
    });
  };
