import type { IstDate } from "@vriddhi/core/time/ist";
import type { BucketLease } from "@vriddhi/execution/ports/ownership";

/**
 * The buckets of all callers of a statement, held to its end: a bucket is passed on before it or after it. Locked in the
 * order of their numbers, so that two statements do not wait for each other.
 */
export const owners = (parameter: string): string => `owner AS MATERIALIZED (
      SELECT o.bucket, o.epoch FROM bucket_owner o WHERE o.bucket = ANY (${parameter}::smallint[])
      ORDER BY o.bucket FOR SHARE
    )`;

/** Whether a row's own bucket is its caller's. */
export const isOwned = (row: string): string =>
  `EXISTS (SELECT FROM owner o WHERE o.bucket = ${row}.bucket AND o.epoch = ${row}.epoch)`;

/** The owners as they were found, for the callers to compare theirs with. */
export const OWNERS_FOUND = `ARRAY(SELECT json_build_object('bucket', o.bucket, 'epoch', o.epoch) FROM owner o) AS owners`;

export interface FoundOwner {
  readonly bucket: number;
  readonly epoch: number;
}

export const holds = (owned: readonly FoundOwner[], { bucket, epoch }: BucketLease): boolean =>
  owned.some((owner) => owner.bucket === bucket && owner.epoch === epoch);

export const bucketsOf = (asked: readonly { readonly lease: BucketLease }[]): readonly number[] => [
  ...new Set(asked.map(({ lease }) => lease.bucket)),
];

/** What every caller of a statement brings. */
export interface OrderAsk {
  readonly lease: BucketLease;
  readonly day: IstDate;
}
