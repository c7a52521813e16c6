import type { OrderStore } from "@vriddhi/execution/ports/order-store";
import { runFor } from "../../platform/db/async-context.ts";
import type { Database, Tx } from "../../platform/db/database.ts";

/**
 * Server and timeline. A restore to an earlier instant begins another timeline, a dump is loaded into another server: then
 * the brokers may hold orders of ours that this database does not.
 */
const SERVER = "(SELECT system_identifier FROM pg_control_system())::text";
const HERE = `${SERVER} || '/' || left(pg_walfile_name(pg_current_wal_lsn()), 8)`;

const IS_HERE = `SELECT FROM order_block_epoch WHERE lineage = ${HERE}`;

const ENSURE_GATE = "INSERT INTO order_block_epoch (epoch) VALUES (0) ON CONFLICT DO NOTHING";

/** A failover begins another timeline too; with synchronous replication it loses no commit. */
const ACCEPT_HARMLESS = `UPDATE order_block_epoch SET lineage = ${HERE}
  WHERE lineage IS NULL
    OR (current_setting('synchronous_standby_names') <> '' AND split_part(lineage, '/', 1) = ${SERVER})`;

/** A halt that is in force already, and what it does with positions, stays as it is. */
const HALT = `WITH raised AS (
    UPDATE order_block_epoch SET epoch = epoch + 1
    WHERE NOT EXISTS (SELECT FROM order_block WHERE account_id = '' AND cause = 'operator') RETURNING epoch
  )
  INSERT INTO order_block (account_id, cause, epoch, set_at, closes_positions)
  SELECT '', 'operator', epoch, clock_timestamp(), false FROM raised ON CONFLICT DO NOTHING`;

/** An exit that waited at the restored instant may have left after it: its owner looks it up and does not send it again. */
const DOUBT_WAITING_EXITS = `UPDATE intent SET status = 'sending', version = version + 1,
    state = jsonb_set(state, '{status}', '"sending"')
  WHERE NOT is_final AND status = 'ready' AND leg = 'exit'`;

/** Whether the database is restored and no operator has lifted the halt since. */
export async function isRestored({ client }: Pick<Tx, "client">): Promise<boolean> {
  const { rows } = await client.query(`SELECT FROM order_block_epoch WHERE lineage <> ${HERE}`);
  return rows.length > 0;
}

/** The operator compared the brokers' books: workers may trade on this server and timeline. */
export async function acceptLineage({ client }: Pick<Tx, "client">): Promise<void> {
  await client.query(`UPDATE order_block_epoch SET lineage = ${HERE}`);
}

export interface RestoredGuardDeps {
  readonly store: OrderStore;
  readonly database: Pick<Database, "pool" | "transaction">;
  /** Called each time a worker is refused its accounts. */
  onRestored(): void;
}

async function mayTrade({ database, onRestored }: Omit<RestoredGuardDeps, "store">): Promise<boolean> {
  if ((await database.pool.query(IS_HERE)).rowCount !== 0) return true;
  const isAccepted = await database.transaction(async ({ client }) => {
    await client.query(ENSURE_GATE);
    if ((await client.query(ACCEPT_HARMLESS)).rowCount !== 0) return true;
    if ((await client.query(IS_HERE)).rowCount !== 0) return true;
    await client.query(HALT);
    await client.query(DOUBT_WAITING_EXITS);
    return false;
  });
  if (!isAccepted) onRestored();
  return isAccepted;
}

/**
 * Leases and renews no bucket, covered ones included, on a database that went back in time, until an operator lifts the
 * halt. It asks before each renewal and caches nothing: a database can be restored under a running worker. A worker that runs through the
 * restore is refused too: its leases run out while the database is away.
 */
export function guardRestored(deps: RestoredGuardDeps): OrderStore {
  const { store } = deps;
  return {
    ...store,
    async lease(worker, wanted, leaseMs) {
      if (await runFor("orders", () => mayTrade(deps))) return store.lease(worker, wanted, leaseMs);
      // It holds nothing from here on: no other worker need cover its buckets after the lift.
      await store.confirmLost(worker, wanted);
      return [];
    },
  };
}
