import { HOUR_MS, SECOND_MS } from "@vriddhi/core/time/clock";
import type { OrderStore } from "@vriddhi/execution/ports/order-store";
import type { BucketLease } from "@vriddhi/execution/ports/ownership";
import type { Mutant, MutantSite } from "./mutant.ts";

const LEASE_MS = 10 * SECOND_MS;

/** Writes under whatever fencing token is current, and keeps every bucket that it ever had. */
function withoutFence(store: OrderStore, { tables }: MutantSite): OrderStore {
  const kept = new Map<number, BucketLease>();
  const current = (lease: BucketLease): BucketLease => ({
    ...lease,
    epoch: tables.owners.get(lease.bucket)?.epoch ?? lease.epoch,
  });
  return {
    ...store,
    async lease(worker, wanted) {
      for (const lease of await store.lease(worker, wanted, LEASE_MS)) kept.set(lease.bucket, lease);
      return [...kept.values()];
    },
    listOpen: (leases, day) => store.listOpen(leases.map(current), day),
    addEntries: (lease, orders, events) => store.addEntries(current(lease), orders, events),
    addExit: (lease, order, events) => store.addExit(current(lease), order, events),
    claim: (lease, update, events, now) => store.claim(current(lease), update, events, now),
    record: (lease, updates, events) => store.record(current(lease), updates, events),
    addCommand: (lease, command, version, events) => store.addCommand(current(lease), command, version, events),
    answerCommand: (lease, tag, n, answer) => store.answerCommand(current(lease), tag, n, answer),
    judgeCommand: (lease, tag, n, verdict, updates, events) =>
      store.judgeCommand(current(lease), tag, n, verdict, updates, events),
  };
}

/** A process that was away believes in its lease and skips the fencing check. */
export const skipFencing: Mutant = {
  favours: ["host-paused"],
  settings: (settings) => ({ ...settings, leaseMs: HOUR_MS }),
  store: withoutFence,
};
