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
  /** Covering mode: a previous owner's end is not proved, so only exits and cancellations may leave. */
  readonly isCovering?: boolean;
}

/** A fenced write: another worker owns the bucket. The caller stops acting for it. */
export interface NotOwner {
  readonly kind: "not_owner";
}

export interface LeaseStore {
  /** Takes free buckets and renews its own; any other bucket stays with its owner, also after its lease ran out. */
  lease(worker: string, wanted: readonly number[], leaseMs: number): Promise<readonly BucketLease[]>;
  /** The worker can send nothing any more: its buckets are free, and what others cover for it, they own in full. */
  declareDead(worker: string): Promise<void>;
  /**
   * Frees the buckets whose lease ran out more than `overdueMs` ago by the store's clock, and raises their epoch: every
   * later write of the worker fails. The next owner covers them until the worker's end is proved. Returns their number.
   */
  releaseOverdue(worker: string, overdueMs: number): Promise<number>;
  /** A worker that lost these buckets is awake again and can send nothing more for them: their covering mode ends. */
  confirmLost(worker: string, buckets: readonly number[]): Promise<void>;
  release(worker: string): Promise<void>;
}
