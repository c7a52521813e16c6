import type { Audit } from "../../platform/audit/audit.ts";
import type { Database } from "../../platform/db/database.ts";
import { workerSessionOf } from "../../platform/process/worker-session.ts";
import type { OrderUpkeepStore, OwnerRow } from "./order-upkeep.store.pg.ts";

export interface HostDeps {
  readonly database: Pick<Database, "transaction">;
  readonly upkeep: Pick<OrderUpkeepStore, "listOwners">;
  readonly audit: Audit;
}

/** Why nothing was changed, as a sentence for the operator. */
export class HostRefused extends Error {}

/** A worker that renewed its lease meanwhile is alive: then no row may change. */
const FREE = `WITH mine AS MATERIALIZED (
    SELECT bucket, coalesce(worker = ANY ($1), false) AS is_own FROM bucket_owner
    WHERE worker = ANY ($1) OR suspects && $1 ORDER BY bucket FOR UPDATE
  )
  UPDATE bucket_owner owner SET worker = CASE WHEN mine.is_own THEN NULL ELSE owner.worker END,
    suspects = ARRAY(SELECT suspect FROM unnest(owner.suspects) suspect WHERE suspect <> ALL ($1))
  FROM mine WHERE owner.bucket = mine.bucket
  RETURNING mine.is_own AND owner.lease_until > clock_timestamp() AS is_alive`;

const hostOf = (worker: string): string => workerSessionOf(worker)?.host ?? worker;

const alive = (host: string) =>
  new HostRefused(`a worker of ${host} renews its lease, so it is alive. End it first; then its accounts pass on.`);

/** The workers of the host that own buckets, or for which others cover buckets. */
export async function workersOf({ upkeep }: Pick<HostDeps, "upkeep">, host: string): Promise<readonly OwnerRow[]> {
  const owners = await upkeep.listOwners();
  const found = owners.filter(({ worker }) => hostOf(worker) === host);
  if (found.some(({ overdueMs }) => overdueMs <= 0)) throw alive(host);
  if (found.length > 0) return found;
  const known = [...new Set(owners.map(({ worker }) => hostOf(worker)))].join(", ") || "none";
  throw new HostRefused(`no account is owned by, or covered for, a worker of ${host}. Hosts with accounts: ${known}.`);
}

/** The operator confirms that the host can send nothing any more: its accounts are traded in full elsewhere. */
export async function declareHostDead({ database, audit }: HostDeps, host: string, found: readonly OwnerRow[]) {
  const workers = found.map(({ worker }) => worker);
  return database.transaction(async (tx) => {
    const { rows } = await tx.client.query<{ is_alive: boolean }>(FREE, [workers]);
    if (rows.some(({ is_alive }) => is_alive)) throw alive(host);
    const after = { host, workers: workers.length, buckets: rows.length };
    await audit.record({ kind: "desk_host_declared_dead", userId: null, ip: "operator", after }, tx);
    return rows.length;
  });
}
