import { SECOND_MS } from "@vriddhi/core/time/clock";
import type { OrderStore } from "@vriddhi/execution/ports/order-store";
import type { ExecutionLog, MonotonicClock } from "@vriddhi/execution/ports/surroundings";
import { EXECUTOR_SETTINGS, TAKE_OVER_AFTER_MS } from "@vriddhi/execution/settings";
import type { OrderUpkeepStore, OwnerRow } from "../features/order-store/order-upkeep.store.pg.ts";

/** After an outage of the database every lease is overdue: live owners renew theirs first. */
export const SEEN_OVERDUE_MS = 15 * SECOND_MS;
/** A longer gap between two looks proves nothing about the time in between. */
const LOOK_GAP_MAX_MS = 5 * SECOND_MS;

export interface OwnerWatchDeps {
  readonly orders: Pick<OrderStore, "declareDead" | "releaseOverdue">;
  readonly upkeep: Pick<OrderUpkeepStore, "listOwners">;
  readonly own: string;
  readonly monotonic: MonotonicClock;
  /** `silentMs`: since it renewed its lease for the last time; `null` while the lease runs. */
  isOwnerDead(worker: string, silentMs: number | null): boolean;
  readonly log: ExecutionLog;
}

/**
 * Frees the buckets of lost workers: in full where the worker's end is proved, in covering mode where its lease ran out
 * `TAKE_OVER_AFTER_MS` ago and the database was there for it to renew.
 */
export function createOwnerWatch(deps: OwnerWatchDeps): () => Promise<void> {
  const { orders, upkeep, own, monotonic, log } = deps;
  /** Since when each owner is seen overdue without a gap, by our own clock. */
  let overdue = new Map<string, number>();
  let lookedAtMs = Number.NEGATIVE_INFINITY;

  async function check({ worker, buckets, covered, overdueMs }: OwnerRow, seenMs: number): Promise<void> {
    const silentMs = overdueMs > 0 ? overdueMs + EXECUTOR_SETTINGS.leaseMs : null;
    if (deps.isOwnerDead(worker, silentMs)) {
      await orders.declareDead(worker);
      log.warn({ worker, buckets, covered }, "orders: buckets of a dead worker released");
    } else if (buckets > 0 && overdueMs > TAKE_OVER_AFTER_MS && seenMs > SEEN_OVERDUE_MS) {
      const released = await orders.releaseOverdue(worker, TAKE_OVER_AFTER_MS);
      if (released > 0) log.error({ worker, buckets: released }, "orders: worker lost, its accounts are covered");
    }
  }

  return async () => {
    const nowMs = monotonic.nowMs();
    const owners = (await upkeep.listOwners()).filter(({ worker }) => worker !== own);
    const isUnbroken = nowMs - lookedAtMs < LOOK_GAP_MAX_MS;
    const before = isUnbroken ? overdue : new Map<string, number>();
    const late = owners.filter(({ overdueMs }) => overdueMs > 0);
    overdue = new Map(late.map(({ worker }) => [worker, before.get(worker) ?? nowMs]));
    lookedAtMs = monotonic.nowMs();
    for (const owner of owners) await check(owner, nowMs - (overdue.get(owner.worker) ?? nowMs));
  };
}
