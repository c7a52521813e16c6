import type { Database, Tx } from "../../platform/db/database.ts";

export interface BucketAlarmDeps {
  readonly database: Pick<Database, "pool" | "transaction">;
  /** Queued in the transaction: one worker sends it, once. */
  sendAlert(tx: Tx, news: "ownerless" | "owned"): Promise<void>;
}

const ALERT_AFTER = "interval '10 seconds'";

export const BUCKET_NEWS = `EXISTS (SELECT FROM bucket_owner
  WHERE alerted_at IS NOT NULL OR lease_until < clock_timestamp() - ${ALERT_AFTER})`;

/** Locked by the workers one after the other; the later ones find nothing to report. */
const LOCK = "SELECT bucket, alerted_at FROM bucket_owner ORDER BY bucket FOR UPDATE";

/** A bucket that is taken again has an owner whose lease runs. */
const MARK_LOST = `UPDATE bucket_owner SET alerted_at = clock_timestamp()
  WHERE alerted_at IS NULL AND lease_until < clock_timestamp() - ${ALERT_AFTER}`;

const MARK_OWNED = `UPDATE bucket_owner SET alerted_at = NULL
  WHERE alerted_at IS NOT NULL AND worker IS NOT NULL AND lease_until > clock_timestamp()`;

/** Alerts the operator once when buckets have no owner for ten seconds, and once when all have one again. */
export function createBucketAlarm({ database, sendAlert }: BucketAlarmDeps): () => Promise<void> {
  const settle = () =>
    database.transaction(async (tx) => {
      const { rows } = await tx.client.query<{ alerted_at: Date | null }>(LOCK);
      const before = rows.filter(({ alerted_at }) => alerted_at !== null).length;
      const lost = (await tx.client.query(MARK_LOST)).rowCount ?? 0;
      const owned = (await tx.client.query(MARK_OWNED)).rowCount ?? 0;
      if (before === 0 && lost > 0) await sendAlert(tx, "ownerless");
      if (before > 0 && before + lost === owned) await sendAlert(tx, "owned");
    });
  return async () => {
    if ((await database.pool.query(`SELECT WHERE ${BUCKET_NEWS}`)).rowCount !== 0) await settle();
  };
}
