import type { AccountId } from "@vriddhi/core/allocation/account-id";
import type { OrderStore } from "../ports/order-store.ts";
import { type BucketLease, bucketOf } from "../ports/ownership.ts";
import type { MonotonicClock } from "../ports/surroundings.ts";

interface Held {
  readonly lease: BucketLease;
  /** On this process's monotonic clock, counted from before the renewal request. */
  readonly untilMs: number;
}

export interface LeaseNews {
  /** New, or held again under another epoch: earlier knowledge is void. */
  readonly gained: readonly BucketLease[];
  readonly lost: readonly number[];
  /** Renewed although the lease had run out by our clock: their accounts were paused. */
  readonly revived: readonly number[];
}

/** The bucket leases of this process, and until when it may act on them by its own clock. */
export class BucketHolder {
  readonly #store: OrderStore;
  readonly #worker: string;
  readonly #clock: MonotonicClock;
  readonly #leaseMs: number;
  readonly #held = new Map<number, Held>();

  constructor(store: OrderStore, worker: string, clock: MonotonicClock, leaseMs: number) {
    this.#store = store;
    this.#worker = worker;
    this.#clock = clock;
    this.#leaseMs = leaseMs;
  }

  /** Takes free buckets among the wanted ones and renews the rest. */
  async renew(wanted: readonly number[]): Promise<LeaseNews> {
    const untilMs = this.#clock.nowMs() + this.#leaseMs;
    const given = await this.#store.lease(this.#worker, wanted, this.#leaseMs);
    const gained = given.filter(({ bucket, epoch }) => this.#held.get(bucket)?.lease.epoch !== epoch);
    const lost = [...this.#held.keys()].filter((bucket) => given.every((lease) => lease.bucket !== bucket));
    const revived = given
      .filter((lease) => !gained.includes(lease) && this.#leftMs(lease.bucket) === 0)
      .map(({ bucket }) => bucket);
    for (const bucket of lost) this.#held.delete(bucket);
    for (const lease of given) this.#held.set(lease.bucket, { lease, untilMs });
    return { gained, lost, revived };
  }

  drop(bucket: number): void {
    this.#held.delete(bucket);
  }

  buckets(): readonly number[] {
    return [...this.#held.keys()].filter((bucket) => this.#leftMs(bucket) > 0);
  }

  leaseOf(account: AccountId): BucketLease | null {
    const bucket = bucketOf(account);
    return this.#leftMs(bucket) > 0 ? (this.#held.get(bucket)?.lease ?? null) : null;
  }

  leftMs(account: AccountId): number {
    return this.#leftMs(bucketOf(account));
  }

  #leftMs(bucket: number): number {
    return Math.max(0, (this.#held.get(bucket)?.untilMs ?? 0) - this.#clock.nowMs());
  }
}
