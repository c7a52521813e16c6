import type { AccountId } from "@vriddhi/core/allocation/account-id";
import type { LedgerEvent } from "@vriddhi/core/ledger/ledger-event";
import { foldLedger } from "@vriddhi/core/ledger/ledger-fold";
import type { OrderTag } from "@vriddhi/core/order/order";
import { isOrderFinal } from "@vriddhi/core/order/order-state";
import { err, ok, type Result } from "@vriddhi/core/shared/result";
import type { EpochMs } from "@vriddhi/core/time/clock";
import type { IstDate } from "@vriddhi/core/time/ist";
import type { Block, ClaimRefusal, OrderStore, OrderUpdate, Stale } from "../ports/order-store.ts";
import { type BucketLease, bucketOf, type LeaseStore, type NotOwner } from "../ports/ownership.ts";
import type { StoredOrder } from "../ports/stored-order.ts";
import {
  accountDayOf,
  appendEvents,
  commandKeyOf,
  createMemoryTables,
  isBlocked,
  type MemoryTables,
  orderKeyOf,
} from "./memory-tables.ts";

/** `commit` runs it at once. A simulation injects one that takes time, loses acknowledgements, or never answers. */
export type Commit = <T>(transaction: () => T) => Promise<T>;

const atOnce: Commit = async (transaction) => transaction();

const NOT_OWNER: NotOwner = { kind: "not_owner" };
const STALE: Stale = { kind: "stale" };

const isOwner = (tables: MemoryTables, { bucket, epoch }: BucketLease): boolean =>
  tables.owners.get(bucket)?.epoch === epoch;

function applied(tables: MemoryTables, updates: readonly OrderUpdate[]): readonly StoredOrder[] | null {
  const changed: StoredOrder[] = [];
  for (const { tag, version, state, pricing } of updates) {
    const order = tables.orders.get(tag);
    if (order === undefined || order.version !== version) return null;
    changed.push({ ...order, state, pricing, version: version + 1 });
  }
  return changed;
}

function write(tables: MemoryTables, orders: readonly StoredOrder[], events: readonly LedgerEvent[]): void {
  for (const order of orders) tables.orders.set(order.tag, order);
  appendEvents(tables, events);
}

function insert(tables: MemoryTables, order: StoredOrder): boolean {
  const key = orderKeyOf(order);
  if (tables.orderKeys.has(key) || tables.orders.has(order.tag)) return false;
  tables.orderKeys.add(key);
  tables.orders.set(order.tag, order);
  return true;
}

const leaseCalls = (tables: MemoryTables, commit: Commit): Pick<OrderStore, keyof LeaseStore> => {
  const { owners, nowMs } = tables;
  const without = (suspects: readonly string[], worker: string) => suspects.filter((suspect) => suspect !== worker);
  const free = (worker: string) => {
    for (const [bucket, owner] of owners) {
      const left = owner.worker === worker ? null : owner.worker;
      owners.set(bucket, { ...owner, suspects: without(owner.suspects, worker), worker: left });
    }
  };
  const heldBy = (worker: string): readonly BucketLease[] =>
    [...owners]
      .filter(([, owner]) => owner.worker === worker)
      .map(([bucket, { epoch, suspects }]) => ({ bucket, epoch, isCovering: suspects.length > 0 }));
  const give = (bucket: number, worker: string, leaseMs: number) => {
    const owner = owners.get(bucket) ?? { worker: null, epoch: 0, suspects: [] };
    if (owner.worker !== null && owner.worker !== worker) return;
    const epoch = owner.worker === null ? owner.epoch + 1 : owner.epoch;
    owners.set(bucket, { worker, epoch, leaseUntilMs: nowMs() + leaseMs, suspects: without(owner.suspects, worker) });
  };
  return {
    lease: (worker, wanted, leaseMs) =>
      commit(() => {
        for (const bucket of wanted) give(bucket, worker, leaseMs);
        return heldBy(worker).filter(({ bucket }) => wanted.includes(bucket));
      }),
    declareDead: (worker) => commit(() => free(worker)),
    releaseOverdue: (worker, overdueMs) =>
      commit(() => {
        const overdue = [...owners].filter(
          ([, owner]) => owner.worker === worker && nowMs() - owner.leaseUntilMs > overdueMs,
        );
        for (const [bucket, owner] of overdue) {
          const suspects = [...owner.suspects, worker];
          owners.set(bucket, { ...owner, worker: null, epoch: owner.epoch + 1, suspects });
        }
        return overdue.length;
      }),
    confirmLost: (worker, buckets) =>
      commit(() => {
        for (const [bucket, owner] of owners)
          if (buckets.includes(bucket)) owners.set(bucket, { ...owner, suspects: without(owner.suspects, worker) });
      }),
    release: (worker) => commit(() => free(worker)),
  };
};

/** Accounts with an order that is not final or a position that is not flat. */
function openAccounts(tables: MemoryTables, buckets: ReadonlySet<number>, day: IstDate): readonly AccountId[] {
  const open = new Set<AccountId>();
  const seen = new Set<AccountId>();
  for (const order of tables.orders.values()) {
    if (order.day !== day || !buckets.has(bucketOf(order.accountId))) continue;
    seen.add(order.accountId);
    if (!isOrderFinal(order.state.status)) open.add(order.accountId);
  }
  for (const account of seen) {
    const { positions } = foldLedger(accountDayOf(tables, account, day).ledger);
    if ([...positions.values()].some(({ bought, sold }) => bought !== sold)) open.add(account);
  }
  return [...open].sort();
}

const readCalls = (tables: MemoryTables, commit: Commit): Pick<OrderStore, "listOpen" | "loadAccount"> => ({
  listOpen: (leases, day) =>
    commit(() => {
      const buckets = new Set(leases.filter((lease) => isOwner(tables, lease)).map(({ bucket }) => bucket));
      return openAccounts(tables, buckets, day).map((account) => accountDayOf(tables, account, day));
    }),
  loadAccount: (account, day) => commit(() => accountDayOf(tables, account, day)),
});

/** An entry is refused after its deadline and during a block; an exit never is. */
function claimRefusal(tables: MemoryTables, { leg, accountId, entry }: StoredOrder, now: EpochMs): ClaimRefusal | null {
  const block = leg === "entry" ? isBlocked(tables, accountId) : null;
  if (block !== null) return { kind: "blocked", epoch: block.epoch };
  return entry !== null && now >= entry.validUntil ? { kind: "too_late" } : null;
}

const orderCalls = (
  tables: MemoryTables,
  commit: Commit,
): Pick<OrderStore, "addEntries" | "addExit" | "claim" | "record"> => {
  const owned = <T, E>(lease: BucketLease, work: () => Result<T, E>): Promise<Result<T, E | NotOwner>> =>
    commit(() => (isOwner(tables, lease) ? work() : err(NOT_OWNER)));
  return {
    addEntries: (lease, orders, events) =>
      owned(lease, () => {
        const added = orders.filter((order) => isBlocked(tables, order.accountId) === null && insert(tables, order));
        const tags = new Set<OrderTag>(added.map(({ tag }) => tag));
        appendEvents(
          tables,
          events.filter(({ fact }) => !("tag" in fact) || tags.has(fact.tag)),
        );
        return ok([...tags]);
      }),
    addExit: (lease, order, events) =>
      owned(lease, () => {
        if (!insert(tables, order)) return ok(null);
        appendEvents(tables, events);
        return ok(order);
      }),
    claim: (lease, update, events, now) =>
      owned<StoredOrder, ClaimRefusal>(lease, () => {
        const order = tables.orders.get(update.tag);
        const [changed] = applied(tables, [update]) ?? [];
        if (order === undefined || changed === undefined) return err(STALE);
        const refusal = claimRefusal(tables, order, now);
        if (refusal !== null) return err(refusal);
        write(tables, [changed], events);
        return ok(changed);
      }),
    record: (lease, updates, events) =>
      owned(lease, () => {
        const changed = applied(tables, updates);
        if (changed === null) return err(STALE);
        write(tables, changed, events);
        return ok(changed);
      }),
  };
};

const commandCalls = (
  tables: MemoryTables,
  commit: Commit,
): Pick<OrderStore, "addCommand" | "answerCommand" | "judgeCommand"> => {
  const owned = <T, E>(lease: BucketLease, work: () => Result<T, E>): Promise<Result<T, E | NotOwner>> =>
    commit(() => (isOwner(tables, lease) ? work() : err(NOT_OWNER)));
  return {
    addCommand: (lease, stored, orderVersion, events) =>
      owned(lease, () => {
        const key = commandKeyOf(stored.tag, stored.command.n);
        if (tables.commands.has(key) || tables.orders.get(stored.tag)?.version !== orderVersion) return err(STALE);
        tables.commands.set(key, stored);
        appendEvents(tables, events);
        return ok(null);
      }),
    answerCommand: (lease, tag, n, answer) =>
      owned(lease, () => {
        const stored = tables.commands.get(commandKeyOf(tag, n));
        if (stored?.verdict === "open")
          tables.commands.set(commandKeyOf(tag, n), { ...stored, command: { ...stored.command, answer } });
        return ok(null);
      }),
    judgeCommand: (lease, tag, n, verdict, updates, events) =>
      owned(lease, () => {
        const stored = tables.commands.get(commandKeyOf(tag, n));
        const changed = applied(tables, updates);
        if (stored === undefined || changed === null) return err(STALE);
        tables.commands.set(commandKeyOf(tag, n), { ...stored, verdict });
        write(tables, changed, events);
        return ok(changed);
      }),
  };
};

const blockKeyOf = ({ accountId, cause }: Pick<Block, "accountId" | "cause">): string => `${accountId ?? "*"}|${cause}`;

const blockCalls = (
  tables: MemoryTables,
  commit: Commit,
): Pick<OrderStore, "blockEpoch" | "listBlocks" | "block" | "unblock" | "addWireRecords"> => ({
  blockEpoch: () => commit(() => tables.blockEpoch),
  listBlocks: () => commit(() => [...tables.blocks.values()]),
  block: (block, events) =>
    commit(() => {
      tables.blockEpoch += 1;
      tables.blocks.set(blockKeyOf(block), { ...block, epoch: tables.blockEpoch });
      appendEvents(tables, events);
      return tables.blockEpoch;
    }),
  unblock: (accountId, cause, events) =>
    commit(() => {
      if (tables.blocks.delete(blockKeyOf({ accountId, cause }))) tables.blockEpoch += 1;
      appendEvents(tables, events);
      return tables.blockEpoch;
    }),
  addWireRecords: (records) =>
    commit(() => {
      tables.wire.push(...records);
    }),
});

/** In-memory order store with the semantics of the database, for tests and the simulation. */
export const createMemoryOrderStore = (
  tables: MemoryTables = createMemoryTables(),
  commit: Commit = atOnce,
): OrderStore => ({
  ...leaseCalls(tables, commit),
  ...readCalls(tables, commit),
  ...orderCalls(tables, commit),
  ...commandCalls(tables, commit),
  ...blockCalls(tables, commit),
});
