import type { AccountId } from "@vriddhi/core/allocation/account-id";
import { type LedgerEvent, ledgerKey } from "@vriddhi/core/ledger/ledger-event";
import type { OrderTag } from "@vriddhi/core/order/order";
import type { IstDate } from "@vriddhi/core/time/ist";
import type { Block, WireRecord } from "../ports/order-store.ts";
import type { StoredCommand, StoredOrder } from "../ports/stored-order.ts";

interface Owner {
  readonly worker: string | null;
  readonly epoch: number;
  readonly leaseUntilMs: number;
  /** Previous owners whose end is not proved. */
  readonly suspects: readonly string[];
}

/** In-memory tables. Values are never mutated in place, so a reader keeps its snapshot. */
export interface MemoryTables {
  /** The store's clock. */
  readonly nowMs: () => number;
  readonly owners: Map<number, Owner>;
  readonly orders: Map<OrderTag, StoredOrder>;
  /** Account, day, signal and number of every order. */
  readonly orderKeys: Set<string>;
  readonly commands: Map<string, StoredCommand>;
  readonly ledger: LedgerEvent[];
  readonly ledgerKeys: Set<string>;
  readonly blocks: Map<string, Block>;
  blockEpoch: number;
  readonly wire: WireRecord[];
}

export const createMemoryTables = (nowMs: () => number = () => 0): MemoryTables => ({
  nowMs,
  owners: new Map(),
  orders: new Map(),
  orderKeys: new Set(),
  commands: new Map(),
  ledger: [],
  ledgerKeys: new Set(),
  blocks: new Map(),
  blockEpoch: 0,
  wire: [],
});

export const orderKeyOf = ({ accountId, day, signalId, n }: StoredOrder): string =>
  [accountId, day, signalId, n].join("|");

export const commandKeyOf = (tag: OrderTag, n: number): string => `${tag}|${n}`;

/** Existing events are left unchanged. */
export function appendEvents(tables: MemoryTables, events: readonly LedgerEvent[]): void {
  for (const event of events) {
    const key = ledgerKey(event);
    if (tables.ledgerKeys.has(key)) continue;
    tables.ledgerKeys.add(key);
    tables.ledger.push(event);
  }
}

export function accountDayOf(tables: MemoryTables, accountId: AccountId, day: IstDate) {
  const orders = [...tables.orders.values()].filter((order) => order.accountId === accountId && order.day === day);
  const tags = new Set(orders.map(({ tag }) => tag));
  return {
    accountId,
    day,
    orders,
    commands: [...tables.commands.values()].filter(({ tag }) => tags.has(tag)),
    ledger: tables.ledger.filter((event) => event.accountId === accountId && event.day === day),
  };
}

export const isBlocked = (tables: MemoryTables, account: AccountId): Block | null =>
  [...tables.blocks.values()].find(({ accountId }) => accountId === null || accountId === account) ?? null;
