import { isOrderFinal, type OrderState } from "@vriddhi/core/order/order-state";
import { moveOrder } from "@vriddhi/core/order/order-transition";
import { SECOND_MS } from "@vriddhi/core/time/clock";
import { describe, expect, it } from "vitest";
import type { OrderStore, OrderUpdate } from "../ports/order-store.ts";
import type { BucketLease } from "../ports/ownership.ts";
import type { StoredOrder } from "../ports/stored-order.ts";
import { accountsIn, entryOf, exitOf, fillEvent, plannedEvent, STORE_DAY, STORE_NOW } from "./store-fixture.ts";

const BUCKET = 11;
const LEASE_MS = 10 * SECOND_MS;
const [account, other] = accountsIn(BUCKET, 2) as [StoredOrder["accountId"], StoredOrder["accountId"]];

type Subject = () => readonly OrderStore[];

async function open(subject: Subject): Promise<{ readonly store: OrderStore; readonly lease: BucketLease }> {
  const [store] = subject() as [OrderStore];
  const [lease] = await store.lease("keeper", [BUCKET], LEASE_MS);
  if (lease === undefined) throw new Error("the bucket was not given");
  return { store, lease };
}

const updateOf = ({ tag, version, pricing, state }: StoredOrder, change: Partial<OrderState>): OrderUpdate => ({
  tag,
  version,
  pricing,
  state: { ...state, ...change },
});

export function describeRecords(subject: Subject): void {
  describe("recording", () => {
    it("is all or nothing: one stale change rolls back the others and the events", async () => {
      const { store, lease } = await open(subject);
      const orders = [entryOf("first", account, "s1"), entryOf("second", account, "s2")] as const;
      await store.addEntries(lease, orders, orders.map(plannedEvent));
      const stale = { ...orders[1], version: 5 };
      const updates = [updateOf(orders[0], { filled: 3 }), updateOf(stale, { filled: 4 })];
      const answer = await store.record(lease, updates, [fillEvent(orders[0], "f1", 3)]);
      expect(answer).toEqual({ ok: false, error: { kind: "stale" } });
      const day = await store.loadAccount(account, STORE_DAY);
      expect(day.orders.map(({ state, version }) => [state.filled, version])).toEqual([
        [0, 1],
        [0, 1],
      ]);
      expect(day.ledger).toHaveLength(2);
    });

    it("keeps an event once, however often it is written, and returns the changed orders", async () => {
      const { store, lease } = await open(subject);
      const order = entryOf("once", account, "s1");
      await store.addEntries(lease, [order], [plannedEvent(order)]);
      const answer = await store.record(lease, [updateOf(order, { filled: 3 })], [fillEvent(order, "f1", 3)]);
      expect(answer).toMatchObject({ ok: true, value: [{ tag: order.tag, version: 2, state: { filled: 3 } }] });
      await store.record(lease, [], [fillEvent(order, "f1", 3), fillEvent(order, "f2", 1)]);
      const { ledger } = await store.loadAccount(account, STORE_DAY);
      expect(ledger.filter(({ fact }) => fact.kind === "fill")).toHaveLength(2);
    });

    it("inserts only the new orders of a wave, with their events and every event that names no order", async () => {
      const { store, lease } = await open(subject);
      const first = entryOf("known", account, "s1");
      await store.addEntries(lease, [first], [plannedEvent(first)]);
      const again = entryOf("again", account, "s1");
      const fresh = entryOf("fresh", other, "s1");
      const skipped = { ...plannedEvent(first), fact: { kind: "skipped", signalId: "s9", reason: "no_run" } } as const;
      const answer = await store.addEntries(lease, [again, fresh], [plannedEvent(again), plannedEvent(fresh), skipped]);
      expect(answer).toEqual({ ok: true, value: [fresh.tag] });
      const days = await Promise.all([account, other].map((who) => store.loadAccount(who, STORE_DAY)));
      expect(days.map(({ orders }) => orders.map(({ tag }) => tag))).toEqual([[first.tag], [fresh.tag]]);
      expect(days.map(({ ledger }) => ledger.map(({ fact }) => fact.kind).toSorted())).toEqual([
        ["order_planned", "skipped"],
        ["order_planned"],
      ]);
    });

    it("keeps an entry that waits for an approval as planned", async () => {
      const { store, lease } = await open(subject);
      const order = entryOf("waits", account, "s1");
      const planned = { ...order, state: { ...order.state, status: "planned" } } as const;
      await store.addEntries(lease, [planned], [plannedEvent(planned)]);
      const [stored] = (await store.loadAccount(account, STORE_DAY)).orders;
      expect(stored).toEqual(planned);
      expect(await store.listOpen([lease], STORE_DAY)).toHaveLength(1);
    });
  });
}

export function describeOpenAccounts(subject: Subject): void {
  describe("an open account", () => {
    const filled = { status: "filled", filled: 10 } as const;

    it("has a position that is not flat, although all its orders have ended", async () => {
      const { store, lease } = await open(subject);
      const entry = entryOf("open", account, "s1");
      await store.addEntries(lease, [entry], [plannedEvent(entry)]);
      await store.record(lease, [updateOf(entry, filled)], [fillEvent(entry, "f1", 10)]);
      const [day] = await store.listOpen([lease], STORE_DAY);
      expect(day).toEqual(await store.loadAccount(account, STORE_DAY));
      expect(day?.orders.every(({ state }) => isOrderFinal(state.status))).toBe(true);
    });

    it("is not one that is flat with all orders ended, nor one of another bucket or day", async () => {
      const { store, lease } = await open(subject);
      const entry = entryOf("flat", account, "s1");
      const exit = exitOf("flatexit", entry, 1);
      await store.addEntries(lease, [entry], [plannedEvent(entry)]);
      await store.addExit(lease, exit, [plannedEvent(exit)]);
      const updates = [updateOf(entry, filled), updateOf(exit, filled)];
      await store.record(lease, updates, [fillEvent(entry, "f1", 10), fillEvent(exit, "f2", 10)]);
      expect(await store.listOpen([lease], STORE_DAY)).toEqual([]);
      expect(await store.listOpen([{ bucket: BUCKET + 1, epoch: 1 }], STORE_DAY)).toEqual([]);
    });
  });
}

export function describeOldLeases(subject: Subject, passTime: (ms: number) => Promise<void>): void {
  const free = {
    "declared dead": (store: OrderStore) => store.declareDead("keeper"),
    "released after the bound, and taken over": async (store: OrderStore) => {
      await passTime(2 * LEASE_MS);
      await store.releaseOverdue("keeper", LEASE_MS - SECOND_MS);
    },
  };
  it.each(Object.entries(free))(
    "refuses every write of an owner that was %s, and keeps nothing",
    async (_, release) => {
      const { store, lease } = await open(subject);
      const entry = entryOf("kept", account, "s1");
      await store.addEntries(lease, [entry], [plannedEvent(entry)]);
      const before = await store.loadAccount(account, STORE_DAY);
      await release(store);
      await store.lease("heir", [BUCKET], LEASE_MS);
      const moved = moveOrder(entry.state, { kind: "claimed", at: STORE_NOW });
      const update = updateOf(entry, moved.ok ? moved.value : {});
      const command = { kind: "cancel", n: 1, sentAt: STORE_NOW, answer: "none" } as const;
      const exit = exitOf("exit", entry, 1);
      const answers = await Promise.all([
        store.addEntries(lease, [entryOf("late", other, "s2")], []),
        store.addExit(lease, exit, [plannedEvent(exit)]),
        store.claim(lease, update, [], STORE_NOW),
        store.record(lease, [update], [fillEvent(entry, "f1", 1)]),
        store.addCommand(lease, { tag: entry.tag, command, verdict: "open" }, 1, []),
        store.answerCommand(lease, entry.tag, 1, "taken"),
        store.judgeCommand(lease, entry.tag, 1, "over", [update], []),
      ]);
      expect(answers).toEqual(answers.map(() => ({ ok: false, error: { kind: "not_owner" } })));
      expect(await store.loadAccount(account, STORE_DAY)).toEqual(before);
    },
  );
}
