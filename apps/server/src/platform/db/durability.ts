import pg from "pg";
import { connectWithinMs } from "./database.ts";

/** What the primary says about commits: whether a standby has each before the client gets its answer. */
export interface ReplicationState {
  readonly synchronousCommit: string;
  readonly synchronousStandbyNames: string;
  /** `null` for each standby whose state this login may not read. */
  readonly standbys: readonly (string | null)[];
}

const READ = `SELECT current_setting('synchronous_commit') AS "synchronousCommit",
  current_setting('synchronous_standby_names') AS "synchronousStandbyNames",
  ARRAY(SELECT sync_state FROM pg_stat_replication) AS standbys`;

/** These confirm a commit before a standby has it. */
const CONFIRMED_EARLY = ["off", "local"];
const SYNCHRONOUS = ["sync", "quorum"];

/** Why a commit could be lost in a failover, with what to do about it; `null` when a standby has each one. */
export function durabilityFault({
  synchronousCommit,
  synchronousStandbyNames,
  standbys,
}: ReplicationState): string | null {
  if (CONFIRMED_EARLY.includes(synchronousCommit)) return `synchronous_commit is ${synchronousCommit}; set it to on`;
  if (synchronousStandbyNames === "")
    return "synchronous_standby_names is empty; configure a synchronous standby (Patroni: synchronous_mode and synchronous_mode_strict)";
  if (standbys.some((state) => state !== null && SYNCHRONOUS.includes(state))) return null;
  if (standbys.includes(null))
    return "this login may not read pg_stat_replication; GRANT pg_monitor to the user of DATABASE_URL";
  return "pg_stat_replication shows no synchronous standby; start one, or correct synchronous_standby_names";
}

/** Read before the first write of a start, which would wait for a missing standby without a word. */
export async function readReplicationState(ownerUrl: string): Promise<ReplicationState> {
  const client = new pg.Client({ connectionString: ownerUrl, connectionTimeoutMillis: connectWithinMs(ownerUrl) });
  try {
    await client.connect();
    const { rows } = await client.query<ReplicationState>(READ);
    const [state] = rows;
    if (state === undefined) throw new Error("the database reports nothing about replication");
    return state;
  } finally {
    await client.end().catch(() => undefined);
  }
}
