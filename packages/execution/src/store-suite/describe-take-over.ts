import { SECOND_MS } from "@vriddhi/core/time/clock";
import { describe, expect, it } from "vitest";
import type { OrderStore } from "../ports/order-store.ts";

const BUCKET = 23;
const LEASE_MS = 10 * SECOND_MS;
const BOUND_MS = 70 * SECOND_MS;

export interface TakeOverSubject {
  readonly stores: () => readonly OrderStore[];
  /** The store's clock moves on. */
  readonly passTime: (ms: number) => Promise<void>;
}

/** What happens to the bucket of a worker that no process can prove dead. */
export function describeTakeOver({ stores, passTime }: TakeOverSubject): void {
  const leaseOf = async (store: OrderStore, worker: string) => (await store.lease(worker, [BUCKET], LEASE_MS))[0];

  async function lose(worker = "lost"): Promise<OrderStore> {
    const [store] = stores() as [OrderStore];
    await leaseOf(store, worker);
    await passTime(LEASE_MS + BOUND_MS + SECOND_MS);
    expect(await store.releaseOverdue(worker, BOUND_MS)).toBe(1);
    return store;
  }

  describe("a lost worker", () => {
    it("keeps its bucket until its lease ran out longer ago than the bound, by the store's clock", async () => {
      const [store] = stores() as [OrderStore];
      const old = await leaseOf(store, "lost");
      for (const ms of [0, LEASE_MS - SECOND_MS, BOUND_MS - SECOND_MS]) {
        await passTime(ms);
        expect(await store.releaseOverdue("lost", BOUND_MS)).toBe(0);
        expect(await leaseOf(store, "heir")).toBeUndefined();
      }
      await passTime(3 * SECOND_MS);
      expect(await store.releaseOverdue("lost", BOUND_MS)).toBe(1);
      const lease = await leaseOf(store, "heir");
      expect(lease?.isCovering).toBe(true);
      expect(lease?.epoch).toBeGreaterThan(old?.epoch ?? Number.POSITIVE_INFINITY);
      expect(await leaseOf(store, "lost")).toBeUndefined();
    });

    it("keeps its bucket when it renewed before its release", async () => {
      const [store] = stores() as [OrderStore];
      const old = await leaseOf(store, "slow");
      await passTime(LEASE_MS + BOUND_MS + SECOND_MS);
      expect(await leaseOf(store, "slow")).toEqual(old);
      expect(await store.releaseOverdue("slow", BOUND_MS)).toBe(0);
    });

    it("takes its released bucket again in full where no other worker did, under a higher epoch", async () => {
      const [store] = stores() as [OrderStore];
      const old = await leaseOf(store, "lost");
      await lose();
      const lease = await leaseOf(store, "lost");
      expect(lease?.isCovering).toBe(false);
      expect(lease?.epoch).toBeGreaterThan(old?.epoch ?? Number.POSITIVE_INFINITY);
    });

    it("is covered until it is declared dead; then its heir owns the bucket in full under the same epoch", async () => {
      const store = await lose();
      const covering = await leaseOf(store, "heir");
      expect((await leaseOf(store, "heir"))?.isCovering).toBe(true);
      await store.declareDead("lost");
      expect(await leaseOf(store, "heir")).toEqual({ ...covering, isCovering: false });
    });

    it("is covered until it is awake again and confirms its loss, for the confirmed buckets only", async () => {
      const store = await lose();
      await leaseOf(store, "heir");
      await store.confirmLost("lost", [BUCKET + 1]);
      expect((await leaseOf(store, "heir"))?.isCovering).toBe(true);
      await store.confirmLost("lost", [BUCKET]);
      expect((await leaseOf(store, "heir"))?.isCovering).toBe(false);
    });

    it("is covered by the next worker too when its heir is lost, until the end of both is proved", async () => {
      await lose();
      const store = await lose("heir");
      expect((await leaseOf(store, "third"))?.isCovering).toBe(true);
      await store.declareDead("heir");
      expect((await leaseOf(store, "third"))?.isCovering).toBe(true);
      await store.release("third");
      expect((await leaseOf(store, "fourth"))?.isCovering).toBe(true);
      await store.declareDead("lost");
      expect((await leaseOf(store, "fourth"))?.isCovering).toBe(false);
    });
  });
}
