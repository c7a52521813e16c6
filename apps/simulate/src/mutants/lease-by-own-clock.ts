import type { MemoryTables } from "@vriddhi/execution/memory/memory-tables";
import type { OrderStore } from "@vriddhi/execution/ports/order-store";
import type { Mutant, MutantSite } from "./mutant.ts";

/** End of each bucket's lease, by its owner's clock. */
const endings = new WeakMap<MemoryTables, Map<number, number>>();

function endingsOf(tables: MemoryTables): Map<number, number> {
  const known = endings.get(tables) ?? new Map<number, number>();
  endings.set(tables, known);
  return known;
}

/** Releases leases that have run out by our own clock, and returns their buckets. */
function revokeLeases({ tables, workerProcess }: MutantSite, worker: string): readonly number[] {
  const ends = endingsOf(tables);
  const isOver = (bucket: number): boolean =>
    (ends.get(bucket) ?? Number.POSITIVE_INFINITY) < workerProcess.human.now();
  const taken = [...tables.owners].filter(
    ([bucket, owner]) => owner.worker !== null && owner.worker !== worker && isOver(bucket),
  );
  for (const [bucket, owner] of taken) tables.owners.set(bucket, { ...owner, worker: null });
  return taken.map(([bucket]) => bucket);
}

function byOwnClock(store: OrderStore, site: MutantSite): OrderStore {
  const also = new Set<number>();
  return {
    ...store,
    async lease(worker, wanted, leaseMs) {
      for (const bucket of revokeLeases(site, worker)) also.add(bucket);
      const until = site.workerProcess.human.now() + leaseMs;
      const given = await store.lease(worker, [...new Set([...wanted, ...also])], leaseMs);
      for (const { bucket } of given) endingsOf(site.tables).set(bucket, until);
      return given;
    },
  };
}

/** Writes and compares leases by the processes' clocks, and takes over an expired one at once. */
export const leaseByOwnClock: Mutant = { favours: ["skewed-pauses"], store: byOwnClock };
