import { moveOrder } from "@vriddhi/core/order/order-transition";
import { createSeededRandom } from "@vriddhi/core/shared/random";
import { later, SECOND_MS } from "@vriddhi/core/time/clock";
import { beforeEach, describe, expect, it } from "vitest";
import type { OrderStore, OrderUpdate } from "../ports/order-store.ts";
import type { BucketLease } from "../ports/ownership.ts";
import type { StoredOrder } from "../ports/stored-order.ts";
import { describeRandomWork } from "./describe-random-work.ts";
import { describeOldLeases, describeOpenAccounts, describeRecords } from "./describe-records.ts";
import { describeTakeOver } from "./describe-take-over.ts";
import {
  accountIn,
  entryOf,
  exitOf,
  fillEvent,
  plannedEvent,
  STORE_DAY,
  STORE_NOW,
  tagOf,
  VALID_UNTIL,
} from "./store-fixture.ts";

const CLIENTS = 8;
const LEASE_MS = 10 * SECOND_MS;
const BUCKET = 7;
const account = accountIn(BUCKET);

/** An empty store, used by several clients at once, each with its own connections where there are any. */
export interface StoreUnderTest {
  passTime(ms: number): Promise<void>;
  clients(count: number): Promise<readonly OrderStore[]>;
}

const claimed = (order: StoredOrder): OrderUpdate => {
  const moved = moveOrder(order.state, { kind: "claimed", at: STORE_NOW });
  if (!moved.ok) throw new Error("a ready order can be claimed");
  return { tag: order.tag, version: order.version, state: moved.value, pricing: order.pricing };
};

const flat = ({ state }: StoredOrder): string => `${state.status} ${state.filled}/${state.quantity}`;

async function leaseOf(store: OrderStore, worker = "w1"): Promise<BucketLease> {
  const [lease] = await store.lease(worker, [BUCKET], LEASE_MS);
  if (lease === undefined) throw new Error("the bucket was not given");
  return lease;
}

function describeOwnership(subject: () => readonly OrderStore[]): void {
  describe("ownership", () => {
    it("gives a bucket to one worker, however many request it at once", async () => {
      const given = await Promise.all(subject().map((store, n) => store.lease(`w${n}`, [BUCKET], LEASE_MS)));
      expect(given.flat()).toHaveLength(1);
    });

    it("does not take a bucket from an owner that may merely be paused", async () => {
      const [first, second] = subject() as [OrderStore, OrderStore];
      await leaseOf(first);
      expect(await second.lease("w2", [BUCKET], LEASE_MS)).toEqual([]);
    });

    it("passes a bucket on under a higher epoch once the owner is proved dead, and fences the old owner's writes", async () => {
      const [first, second] = subject() as [OrderStore, OrderStore];
      const old = await leaseOf(first);
      await second.declareDead("w1");
      const [lease] = await second.lease("w2", [BUCKET], LEASE_MS);
      expect(lease?.epoch).toBeGreaterThan(old.epoch);
      expect(await first.lease("w1", [BUCKET], LEASE_MS)).toEqual([]);
      const order = entryOf("late", account, "s1");
      expect(await first.addEntries(old, [order], [plannedEvent(order)])).toMatchObject({ ok: false });
      expect((await second.loadAccount(account, STORE_DAY)).orders).toEqual([]);
    });
  });
}

function describePlanning(subject: () => readonly OrderStore[]): void {
  describe("planning", () => {
    it("inserts an account's part of a signal once, and lets only one caller send it", async () => {
      const lease = await leaseOf(subject()[0] as OrderStore);
      const answers = await Promise.all(
        subject().map((store, n) => {
          const order = entryOf(`plan${n}`, account, "s1");
          return store.addEntries(lease, [order], [plannedEvent(order)]);
        }),
      );
      const inserted = answers.flatMap((answer) => (answer.ok ? answer.value : []));
      expect(inserted).toHaveLength(1);
      const { orders, ledger } = await (subject()[0] as OrderStore).loadAccount(account, STORE_DAY);
      expect(orders.map(({ tag }) => tag)).toEqual(inserted);
      expect(ledger).toHaveLength(1);
    });

    it("inserts an exit's number once", async () => {
      const lease = await leaseOf(subject()[0] as OrderStore);
      const entry = entryOf("entry", account, "s1");
      await (subject()[0] as OrderStore).addEntries(lease, [entry], [plannedEvent(entry)]);
      const answers = await Promise.all(
        subject().map((store, n) => {
          const exit = exitOf(`exit${n}`, entry, 1);
          return store.addExit(lease, exit, [plannedEvent(exit)]);
        }),
      );
      expect(answers.filter((answer) => answer.ok && answer.value !== null)).toHaveLength(1);
    });

    it("gives back what was stored, value for value", async () => {
      const [store] = subject() as [OrderStore];
      const lease = await leaseOf(store);
      const entry = entryOf("whole", account, "s1");
      await store.addEntries(lease, [entry], [plannedEvent(entry)]);
      const day = await store.loadAccount(account, STORE_DAY);
      expect(day.orders).toEqual([entry]);
      expect(day.ledger).toEqual([plannedEvent(entry)]);
      expect((await store.listOpen([lease], STORE_DAY)).map(({ accountId }) => accountId)).toEqual([account]);
    });
  });
}

function describeClaiming(subject: () => readonly OrderStore[]): void {
  const prepare = async (name = "claim") => {
    const store = subject()[0] as OrderStore;
    const lease = await leaseOf(store);
    const order = entryOf(name, account, "s1");
    await store.addEntries(lease, [order], [plannedEvent(order)]);
    return { store, lease, order };
  };

  describe("claiming", () => {
    it("lets one of many callers send", async () => {
      const { lease, order } = await prepare();
      const answers = await Promise.all(subject().map((store) => store.claim(lease, claimed(order), [], STORE_NOW)));
      expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
      expect(answers.filter((answer) => !answer.ok && answer.error.kind === "stale")).toHaveLength(CLIENTS - 1);
    });

    it("refuses an entry after its deadline, and an exit never", async () => {
      const { store, lease, order } = await prepare();
      expect(await store.claim(lease, claimed(order), [], VALID_UNTIL)).toEqual({
        ok: false,
        error: { kind: "too_late" },
      });
      const exit = exitOf("exit", order, 1);
      await store.addExit(lease, exit, [plannedEvent(exit)]);
      expect(await store.claim(lease, claimed(exit), [], later(VALID_UNTIL, SECOND_MS))).toMatchObject({ ok: true });
    });

    it.each([null, account])(
      "refuses entries from the moment a block of %s is committed, and exits never",
      async (who) => {
        const { store, lease, order } = await prepare();
        const exit = exitOf("exit", order, 1);
        await store.addExit(lease, exit, [plannedEvent(exit)]);
        const cause = "kill_switch" as const;
        const epoch = await store.block({ accountId: who, cause, setAt: STORE_NOW, closesPositions: true }, []);
        expect(await store.blockEpoch()).toBe(epoch);
        expect(await store.claim(lease, claimed(order), [], STORE_NOW)).toMatchObject({ error: { kind: "blocked" } });
        expect(await store.claim(lease, claimed(exit), [], STORE_NOW)).toMatchObject({ ok: true });
        const late = entryOf("late", account, "s2");
        expect(await store.addEntries(lease, [late], [plannedEvent(late)])).toEqual({ ok: true, value: [] });
        await store.unblock(who, cause, []);
        expect(await store.blockEpoch()).toBeGreaterThan(epoch);
        expect(await store.claim(lease, claimed(order), [], STORE_NOW)).toMatchObject({ ok: true });
      },
    );
  });
}

function describeCommands(subject: () => readonly OrderStore[]): void {
  describe("commands", () => {
    it("take each number once, and are judged in one transaction with the order's change", async () => {
      const store = subject()[0] as OrderStore;
      const lease = await leaseOf(store);
      const entry = entryOf("entry", account, "s1");
      await store.addEntries(lease, [entry], [plannedEvent(entry)]);
      const command = { kind: "cancel", n: 1, sentAt: STORE_NOW, answer: "none" } as const;
      const answers = await Promise.all(
        subject().map((each) => each.addCommand(lease, { tag: entry.tag, command, verdict: "open" }, 1, [])),
      );
      expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
      await store.answerCommand(lease, entry.tag, 1, "taken");
      expect(
        await store.judgeCommand(lease, entry.tag, 1, "over", [claimed({ ...entry, version: 9 })], []),
      ).toMatchObject({
        error: { kind: "stale" },
      });
      expect((await store.loadAccount(account, STORE_DAY)).commands).toMatchObject([
        { verdict: "open", command: { answer: "taken" } },
      ]);
      expect(await store.judgeCommand(lease, entry.tag, 1, "over", [claimed(entry)], [])).toMatchObject({ ok: true });
      expect((await store.loadAccount(account, STORE_DAY)).commands).toMatchObject([{ verdict: "over" }]);
    });
  });
}

/** Every client updates the same orders from its own read; versions decide which update wins. */
function describeConcurrentClients(subject: () => readonly OrderStore[]): void {
  async function raiseOnce(store: OrderStore, lease: BucketLease, tag: StoredOrder["tag"]): Promise<boolean> {
    const { orders } = await store.loadAccount(account, STORE_DAY);
    const order = orders.find((each) => each.tag === tag);
    if (order === undefined || order.state.filled === order.state.quantity) return true;
    const filled = order.state.filled + 1;
    const update = { tag, version: order.version, state: { ...order.state, filled }, pricing: order.pricing };
    await store.record(lease, [update], [fillEvent(order, String(filled), 1)]);
    return false;
  }

  it("loses no change and counts none twice with eight concurrent clients", async () => {
    const random = createSeededRandom(20_261_116);
    const first = subject()[0] as OrderStore;
    const lease = await leaseOf(first);
    const orders = Array.from({ length: 5 }, (_, n) => entryOf(`batch${n}`, account, `s${n}`));
    await first.addEntries(lease, orders, orders.map(plannedEvent));
    const work = async (store: OrderStore) => {
      const left = new Set(orders.map(({ tag }) => tag));
      while (left.size > 0) {
        const tags = [...left];
        const tag = tags[random.int(0, tags.length - 1)] ?? tagOf("none");
        if (await raiseOnce(store, lease, tag)) left.delete(tag);
      }
    };
    await Promise.all(subject().map(work));
    const day = await first.loadAccount(account, STORE_DAY);
    expect(day.orders.map(flat)).toEqual(orders.map(() => "ready 10/10"));
    expect(day.orders.map(({ version }) => version)).toEqual(orders.map(() => 11));
    expect(day.ledger.filter(({ fact }) => fact.kind === "fill")).toHaveLength(50);
  });
}

export function describeOrderStore(name: string, open: () => Promise<StoreUnderTest>): void {
  describe(name, () => {
    let stores: readonly OrderStore[] = [];
    let opened: StoreUnderTest;
    beforeEach(async () => {
      opened = await open();
      stores = await opened.clients(CLIENTS);
    });
    const subject = () => stores;
    describeOwnership(subject);
    describePlanning(subject);
    describeClaiming(subject);
    describeCommands(subject);
    describeRecords(subject);
    describeOpenAccounts(subject);
    describeOldLeases(subject, (ms) => opened.passTime(ms));
    describeTakeOver({ stores: subject, passTime: (ms) => opened.passTime(ms) });
    describeConcurrentClients(subject);
    describeRandomWork(subject);
  });
}
