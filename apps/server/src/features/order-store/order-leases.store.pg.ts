import type { BucketLease, LeaseStore } from "@vriddhi/execution/ports/ownership";
import type { OrderPool, Statement } from "./order-pool.ts";

interface LeaseRow {
  readonly bucket: number;
  readonly epoch: string;
  readonly is_covering: boolean;
}

const leaseOf = ({ bucket, epoch, is_covering }: LeaseRow): BucketLease => ({
  bucket,
  epoch: Number(epoch),
  isCovering: is_covering,
});

/**
 * Raises the fencing token (epoch) of each bucket that changes its owner. Locked in order: no deadlocks. A handover
 * waits for writes under the old token, so the new owner reads them all.
 */
const LEASE: Statement = {
  name: "order_lease",
  text: `INSERT INTO bucket_owner AS held (bucket, worker, epoch, lease_until)
    SELECT wanted, $1, 1, clock_timestamp() + $3::int * interval '1 millisecond'
    FROM unnest($2::smallint[]) AS wanted ORDER BY wanted
    ON CONFLICT (bucket) DO UPDATE SET worker = EXCLUDED.worker, lease_until = EXCLUDED.lease_until,
      epoch = held.epoch + CASE WHEN held.worker IS NULL THEN 1 ELSE 0 END,
      suspects = array_remove(held.suspects, EXCLUDED.worker)
    WHERE held.worker IS NULL OR held.worker = EXCLUDED.worker
    RETURNING bucket, epoch, suspects <> '{}' AS is_covering`,
};

/** The worker can send nothing any more: frees its buckets, and ends covering mode where it was the last reason. */
const FREE: Statement = {
  name: "order_free",
  text: `WITH mine AS MATERIALIZED (
      SELECT bucket FROM bucket_owner WHERE worker = $1 OR $1 = ANY (suspects) ORDER BY bucket FOR UPDATE
    )
    UPDATE bucket_owner owner SET worker = NULLIF(owner.worker, $1), suspects = array_remove(owner.suspects, $1)
    FROM mine WHERE owner.bucket = mine.bucket`,
};

/** The condition is checked on the locked rows: a renewal that came in between keeps its buckets. */
const RELEASE_OVERDUE: Statement = {
  name: "order_release_overdue",
  text: `WITH late AS MATERIALIZED (
      SELECT bucket FROM bucket_owner
      WHERE worker = $1 AND lease_until < clock_timestamp() - $2::int * interval '1 millisecond'
      ORDER BY bucket FOR UPDATE
    )
    UPDATE bucket_owner owner
    SET worker = NULL, epoch = owner.epoch + 1, suspects = array_append(array_remove(owner.suspects, $1), $1),
      suspect_until = GREATEST(owner.suspect_until, owner.lease_until)
    FROM late WHERE owner.bucket = late.bucket RETURNING owner.bucket, owner.epoch, true AS is_covering`,
};

const CONFIRM_LOST: Statement = {
  name: "order_confirm_lost",
  text: `WITH mine AS MATERIALIZED (
      SELECT bucket FROM bucket_owner WHERE bucket = ANY ($2::smallint[]) AND $1 = ANY (suspects)
      ORDER BY bucket FOR UPDATE
    )
    UPDATE bucket_owner owner SET suspects = array_remove(owner.suspects, $1)
    FROM mine WHERE owner.bucket = mine.bucket`,
};

export const leaseCalls = (pool: OrderPool): LeaseStore => ({
  async lease(worker, wanted, leaseMs) {
    const rows = await pool.ask<LeaseRow>(LEASE, [worker, [...new Set(wanted)], leaseMs]);
    return rows.map(leaseOf);
  },
  async declareDead(worker) {
    await pool.ask(FREE, [worker]);
  },
  async releaseOverdue(worker, overdueMs) {
    return (await pool.ask<LeaseRow>(RELEASE_OVERDUE, [worker, overdueMs])).length;
  },
  async confirmLost(worker, buckets) {
    await pool.ask(CONFIRM_LOST, [worker, buckets]);
  },
  async release(worker) {
    await pool.ask(FREE, [worker]);
  },
});
