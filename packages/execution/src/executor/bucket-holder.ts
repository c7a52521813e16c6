import type { AccountId } from "@vriddhi/core/allocation/account-id";
import type { HumanClock } from "@vriddhi/core/time/clock";
import { type BucketLease, bucketOf, type LeaseStore } from "../ports/ownership.ts";
import type { MonotonicClock } from "../ports/surroundings.ts";

interface Held {
  readonly lease: BucketLease;
  /** Counted from before the renewal request, on each clock: a suspended machine may stop one of them. */
  readonly until: Readings;
}

interface Readings {
  readonly monotonicMs: number;
  readonly humanMs: number;
}

export interface LeaseNews {
  /** New, or held again under another epoch: earlier knowledge is void. */
  readonly gained: readonly BucketLease[];
  readonly lost: readonly number[];
  /** Renewed although the lease had run out by our clock: their accounts were paused. */
  readonly revived: readonly number[];
  /** Covering mode ended: the previous owner's end is proved. */
  readonly uncovered: readonly number[];
}

export interface HolderDeps {
  readonly store: Pick<LeaseStore, "lease">;
  readonly worker: string;
  readonly monotonic: MonotonicClock;
  readonly humanClock: HumanClock;
}

/** The bucket leases of this process, and until when it may act on them by its own clock. */
export class BucketHolder {
  readonly #deps: HolderDeps;
  readonly #leaseMs: number;
  readonly #held = new Map<number, Held>();

  constructor(deps: HolderDeps, leaseMs: number) {
    this.#deps = deps;
    this.#leaseMs = leaseMs;
  }

  /** Takes free buckets among the wanted ones and renews the rest. */
  async renew(wanted: readonly number[]): Promise<LeaseNews> {
    const { monotonicMs, humanMs } = this.#readings();
    const until = { monotonicMs: monotonicMs + this.#leaseMs, humanMs: humanMs + this.#leaseMs };
    const given = await this.#deps.store.lease(this.#deps.worker, wanted, this.#leaseMs);
    const gained = given.filter(({ bucket, epoch }) => this.#held.get(bucket)?.lease.epoch !== epoch);
    const lost = [...this.#held.keys()].filter((bucket) => given.every((lease) => lease.bucket !== bucket));
    const revived = given
      .filter((lease) => !gained.includes(lease) && this.#leftMs(lease.bucket) === 0)
      .map(({ bucket }) => bucket);
    const uncovered = given
      .filter(({ bucket, isCovering }) => isCovering !== true && this.isCovering(bucket))
      .map(({ bucket }) => bucket);
    for (const bucket of lost) this.#held.delete(bucket);
    for (const lease of given) this.#held.set(lease.bucket, { lease, until });
    return { gained, lost, revived, uncovered };
  }

  isCovering(bucket: number): boolean {
    return this.#held.get(bucket)?.lease.isCovering === true;
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
    const until = this.#held.get(bucket)?.until;
    if (until === undefined) return 0;
    const { monotonicMs, humanMs } = this.#readings();
    return Math.max(0, Math.min(until.monotonicMs - monotonicMs, until.humanMs - humanMs));
  }

  #readings(): Readings {
    return { monotonicMs: this.#deps.monotonic.nowMs(), humanMs: this.#deps.humanClock.now() };
  }
}
