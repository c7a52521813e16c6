import type { AccountId } from "@vriddhi/core/allocation/account-id";

export const BUCKETS = 64;

/** Stable across processes and releases. */
export function bucketOf(account: AccountId): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < account.length; index++) {
    hash ^= account.charCodeAt(index);
    hash = Math.imul(hash, 0x01000193) >>> 0;
  }
  return hash % BUCKETS;
}

/** A lease on a bucket with its fencing token. Epochs of a bucket only rise; every write names its own. */
export interface BucketLease {
  readonly bucket: number;
  readonly epoch: number;
}

/** A fenced write: another worker owns the bucket. The caller stops acting for it. */
export interface NotOwner {
  readonly kind: "not_owner";
}

export interface LeaseStore {
  /** Takes buckets that are free or whose owner is proved dead: one whose lease merely ran out may still write. */
  lease(worker: string, wanted: readonly number[], leaseMs: number): Promise<readonly BucketLease[]>;
  /** False for each bucket that this worker no longer owns. Measured by the store's clock. */
  renew(worker: string, held: readonly BucketLease[], leaseMs: number): Promise<readonly BucketLease[]>;
  /** The worker was killed and its exit confirmed: its buckets are free. */
  declareDead(worker: string): Promise<void>;
  release(worker: string): Promise<void>;
}
