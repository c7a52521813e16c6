import type { AccountId } from "@vriddhi/core/allocation/account-id";
import { toWaves } from "@vriddhi/core/allocation/waves";
import type { LedgerEvent } from "@vriddhi/core/ledger/ledger-event";
import type { OrderTag } from "@vriddhi/core/order/order";
import type { EpochMs } from "@vriddhi/core/time/clock";
import { istDateOf } from "@vriddhi/core/time/ist";
import type { AccountActor } from "../account/account-actor.ts";
import { type PlannedEntry, sortOutcomes, toEntry, type WantedEntry } from "../entries/plan-entries.ts";
import type { EntryPlan, EntryReceipt, ExecutorDeps } from "../executor-model.ts";
import { type BucketLease, bucketOf } from "../ports/ownership.ts";
import type { StoredOrder } from "../ports/stored-order.ts";

/** The next wave is stored only when fewer entries than this wait for answers (backpressure). */
const ENTRIES_WAITING_MAX = 256;

export interface EntryIntakeDeps {
  readonly deps: ExecutorDeps;
  leaseOf(account: AccountId): BucketLease | null;
  actorOf(account: AccountId): AccountActor | null;
  isBlocked(account: AccountId): boolean;
  refreshBlocks(): Promise<unknown>;
}

/** Sorted by bucket, so that a wave spans few buckets. */
const inBuckets = (wanted: readonly WantedEntry[]): readonly WantedEntry[] =>
  [...Map.groupBy(wanted, ({ intent }) => bucketOf(intent.accountId))]
    .sort(([a], [b]) => a - b)
    .flatMap(([, own]) => own);

/** Entry intake: stores entries as `sending` in waves and passes them to their accounts. */
export class EntryIntake {
  readonly #tools: EntryIntakeDeps;
  readonly #waiting = new Set<OrderTag>();
  #onRoom: (() => void)[] = [];

  constructor(tools: EntryIntakeDeps) {
    this.#tools = tools;
  }

  left(tag: OrderTag): void {
    this.#waiting.delete(tag);
    if (this.#waiting.size < ENTRIES_WAITING_MAX) this.open();
  }

  open(): void {
    const waiters = this.#onRoom;
    this.#onRoom = [];
    for (const resolve of waiters) resolve();
  }

  async enter(plan: EntryPlan): Promise<EntryReceipt> {
    const { deps, leaseOf } = this.#tools;
    const moment = { day: istDateOf(deps.marketClock.now()), now: deps.humanClock.now() };
    const held = Map.groupBy(plan.outcomes, ({ accountId }) => leaseOf(accountId) !== null);
    const { signal } = plan;
    const own = { signal, outcomes: held.get(true) ?? [], instrumentOf: plan.instrumentOf };
    const { wanted, skips } = sortOutcomes(own, moment);
    const tags: OrderTag[] = [];
    const notTaken = (held.get(false) ?? []).map(({ accountId }) => accountId);
    for (const part of toWaves(inBuckets(wanted))) {
      while (this.#waiting.size >= ENTRIES_WAITING_MAX) await this.#room();
      const wave = part.map((each) => toEntry(plan, each, deps.random, moment));
      const buckets = Map.groupBy(wave, ({ order }) => bucketOf(order.accountId));
      const receipts = await Promise.all([...buckets.values()].map((part) => this.#store(part)));
      tags.push(...receipts.flatMap((receipt) => receipt.tags));
      notTaken.push(...receipts.flatMap((receipt) => receipt.notTaken));
    }
    const parts = [...Map.groupBy(skips, ({ accountId }) => bucketOf(accountId)).values()];
    const unwritten = await Promise.all(parts.map((part) => this.#skip(part, signal.validUntil)));
    return { tags, notTaken: [...notTaken, ...unwritten.flat()] };
  }

  /** Writes the reasons of one bucket in one commit. Returns the accounts whose reason was not written. */
  async #skip(part: readonly LedgerEvent[], until: EpochMs): Promise<readonly AccountId[]> {
    const { deps, leaseOf } = this.#tools;
    const written = await this.#retry(async () => {
      const [first] = part;
      const lease = first === undefined ? null : leaseOf(first.accountId);
      return lease === null ? null : deps.store.record(lease, [], part);
    }, until);
    return written?.ok === true ? [] : part.map(({ accountId }) => accountId);
  }

  #room(): Promise<void> {
    return new Promise((resolve) => {
      this.#onRoom.push(resolve);
    });
  }

  /** Inserts the entries of one bucket in one commit. Only rows that this very call inserted may be sent. */
  async #store(part: readonly PlannedEntry[]): Promise<EntryReceipt> {
    const { deps, leaseOf, actorOf } = this.#tools;
    const [first] = part;
    const validUntil = first?.order.entry?.validUntil ?? deps.humanClock.now();
    const doubted = new Set<OrderTag>();
    const orders = part.map(({ order }) => order);
    const expecting = new Map(orders.map(({ accountId, tag }) => [tag, actorOf(accountId)]));
    for (const [tag, actor] of expecting) actor?.expect(tag);
    const added = await this.#retry(
      async () => {
        const lease = first === undefined ? null : leaseOf(first.order.accountId);
        return lease === null
          ? null
          : deps.store.addEntries(
              lease,
              orders,
              part.map(({ event }) => event),
            );
      },
      validUntil,
      () => {
        for (const { tag } of orders) doubted.add(tag);
      },
    );
    const tags = new Set(added?.ok === true ? added.value : []);
    for (const entry of part) {
      const { accountId, tag } = entry.order;
      // An expired lease may be renewed: the actor that expects the entry must still learn its outcome.
      const actor = actorOf(accountId) ?? expecting.get(tag) ?? null;
      if (tags.has(tag)) this.#adopt(actor, entry);
      else if (doubted.has(tag)) actor?.doubt(tag);
    }
    return { tags: [...tags], notTaken: await this.#notTaken(orders, added?.ok === true ? tags : null) };
  }

  #adopt(actor: AccountActor | null, { order, event }: PlannedEntry): void {
    if (order.state.status === "sending") this.#waiting.add(order.tag);
    actor?.adopt(order, event);
  }

  /** A row that was not inserted has an outcome already, or a block came first. `null` if the store did not answer. */
  async #notTaken(orders: readonly StoredOrder[], tags: ReadonlySet<OrderTag> | null): Promise<readonly AccountId[]> {
    const missing = orders.filter(({ tag }) => tags === null || !tags.has(tag)).map(({ accountId }) => accountId);
    if (tags === null || missing.length === 0) return missing;
    await this.#tools.refreshBlocks();
    return missing.filter((account) => this.#tools.isBlocked(account));
  }

  /** Retries a write that threw, with the same rows until they expire: the first attempt may have been stored. */
  async #retry<T>(ask: () => Promise<T>, until: number, doubt: () => void = () => undefined): Promise<T | null> {
    const { deps } = this.#tools;
    for (;;) {
      try {
        return await ask();
      } catch (error) {
        doubt();
        deps.log.warn({ error: String(error) }, "intake: storing entries failed, retrying");
        if (deps.humanClock.now() >= until) return null;
        await new Promise<void>((resolve) => deps.timers.after(deps.settings.storeRetryMs, resolve));
      }
    }
  }
}
