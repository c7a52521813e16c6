import type { BucketLease, LeaseStore } from "@vriddhi/execution/ports/ownership";
import type { OrderPool, Statement } from "./order-pool.ts";

interface LeaseRow {
  readonly bucket: number;
  readonly epoch: string;
}

const leaseOf = ({ bucket, epoch }: LeaseRow): BucketLease => ({ bucket, epoch: Number(epoch) });

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
      epoch = held.epoch + CASE WHEN held.worker IS NULL THEN 1 ELSE 0 END
    WHERE held.worker IS NULL OR held.worker = EXCLUDED.worker
    RETURNING bucket, epoch`,
};

const RENEW: Statement = {
  name: "order_renew",
  text: `WITH mine AS MATERIALIZED (
      SELECT owner.bucket FROM unnest($2::smallint[], $3::bigint[]) AS held(bucket, epoch)
      JOIN bucket_owner owner ON owner.bucket = held.bucket AND owner.epoch = held.epoch
      WHERE owner.worker = $1 ORDER BY owner.bucket FOR UPDATE OF owner
    )
    UPDATE bucket_owner owner SET lease_until = clock_timestamp() + $4::int * interval '1 millisecond'
    FROM mine WHERE owner.bucket = mine.bucket RETURNING owner.bucket, owner.epoch`,
};

const FREE: Statement = {
  name: "order_free",
  text: `WITH mine AS MATERIALIZED (SELECT bucket FROM bucket_owner WHERE worker = $1 ORDER BY bucket FOR UPDATE)
    UPDATE bucket_owner owner SET worker = NULL FROM mine WHERE owner.bucket = mine.bucket`,
};

export const leaseCalls = (pool: OrderPool): LeaseStore => ({
  async lease(worker, wanted, leaseMs) {
    const rows = await pool.ask<LeaseRow>(LEASE, [worker, [...new Set(wanted)], leaseMs]);
    return rows.map(leaseOf);
  },
  async renew(worker, held, leaseMs) {
    const buckets = held.map(({ bucket }) => bucket);
    const epochs = held.map(({ epoch }) => epoch);
    const rows = await pool.ask<LeaseRow>(RENEW, [worker, buckets, epochs, leaseMs]);
    return rows.map(leaseOf);
  },
  async declareDead(worker) {
    await pool.ask(FREE, [worker]);
  },
  async release(worker) {
    await pool.ask(FREE, [worker]);
  },
});
