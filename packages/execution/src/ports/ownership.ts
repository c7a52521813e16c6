import type { AccountId } from "@vriddhi/core/allocation/account-id";

/** Accounts are leased to workers by bucket and not one by one. */
export const BUCKETS = 64;

/** The same account is in the same bucket in every process and for ever. */
export function bucketOf(account: AccountId): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < account.length; index++) {
    hash ^= account.charCodeAt(index);
    hash = Math.imul(hash, 0x01000193) >>> 0;
  }
  return hash % BUCKETS;
}

/** The right to write for the accounts of a bucket. Epochs of a bucket only rise; every write names its own. */
export interface BucketLease {
  readonly bucket: number;
  readonly epoch: number;
}

/** A write was refused: the bucket belongs to somebody else by now. Whoever hears it stops acting for the bucket. */
export interface NotOwner {
  readonly kind: "not_owner";
}

export interface LeaseStore {
  /**
   * Takes buckets that nobody holds, or whose holder is listed as proved dead, and renews those that `worker` holds.
   * Who still holds a bucket by lease alone, even one that has run out, keeps it: an owner that sleeps may still write.
   */
  lease(worker: string, wanted: readonly number[], leaseMs: number): Promise<readonly BucketLease[]>;
  /** False for each bucket that this worker no longer holds. Counted by the store's own clock. */
  renew(worker: string, held: readonly BucketLease[], leaseMs: number): Promise<readonly BucketLease[]>;
  /** Somebody killed the worker and waited for its end: its buckets are free. */
  declareDead(worker: string): Promise<void>;
  release(worker: string): Promise<void>;
}
