import { type AccountId, accountId } from "@vriddhi/core/allocation/account-id";
import { type LedgerEvent, positionIdOf } from "@vriddhi/core/ledger/ledger-event";
import type { OrderTag } from "@vriddhi/core/order/order";
import { newOrder } from "@vriddhi/core/order/order-state";
import { paise } from "@vriddhi/core/shared/money";
import { type EpochMs, epochMs, later, SECOND_MS } from "@vriddhi/core/time/clock";
import { type IstDate, istDate } from "@vriddhi/core/time/ist";
import { bucketOf } from "../ports/ownership.ts";
import type { StoredOrder } from "../ports/stored-order.ts";

export const STORE_DAY: IstDate = istDate("2026-11-16");
export const STORE_NOW: EpochMs = epochMs(Date.parse("2026-11-16T10:00:00+05:30"));
export const VALID_UNTIL: EpochMs = later(STORE_NOW, 20 * SECOND_MS);

export const tagOf = (name: string): OrderTag => name.toUpperCase().padEnd(15, "0").slice(0, 15) as OrderTag;

const instrument = {
  isin: "INE062A01020",
  symbol: "SBIN",
  brokerSymbol: "SBIN",
  token: "779521",
  tickSize: paise(5),
  lotSize: 1,
};

export function accountsIn(bucket: number, count: number): readonly AccountId[] {
  const accounts: AccountId[] = [];
  for (let n = 0; accounts.length < count; n++) {
    const account = accountId(`account-${n}`);
    if (bucketOf(account) === bucket) accounts.push(account);
  }
  return accounts;
}

export const accountIn = (bucket: number): AccountId => accountsIn(bucket, 1)[0] ?? accountId("none");

export function entryOf(name: string, account: AccountId, signalId: string): StoredOrder {
  const tag = tagOf(name);
  return {
    tag,
    day: STORE_DAY,
    accountId: account,
    positionId: positionIdOf(tag),
    signalId,
    n: 0,
    leg: "entry",
    side: "buy",
    instrument,
    pricing: { kind: "limit", limit: paise(80_000) },
    cause: "signal",
    entry: { authority: "run", stop: paise(79_000), target: paise(82_000), validUntil: VALID_UNTIL },
    state: newOrder({ leg: "entry", quantity: 10, status: "ready" }),
    version: 1,
    plannedAt: STORE_NOW,
  };
}

export const exitOf = (name: string, entry: StoredOrder, n: number): StoredOrder => ({
  ...entry,
  tag: tagOf(name),
  n,
  leg: "exit",
  side: "sell",
  pricing: { kind: "stop_limit", trigger: paise(79_000), limit: paise(76_630) },
  cause: "protect",
  entry: null,
  state: newOrder({ leg: "exit", quantity: 10, status: "ready" }),
});

export const plannedEvent = (order: StoredOrder): LedgerEvent => ({
  accountId: order.accountId,
  day: order.day,
  at: order.plannedAt,
  fact: {
    kind: "order_planned",
    tag: order.tag,
    positionId: order.positionId,
    isin: order.instrument.isin,
    leg: order.leg,
    side: order.side,
    signalId: order.leg === "entry" ? order.signalId : null,
    quantity: order.state.quantity,
    cause: order.cause,
  },
});

export const fillEvent = (order: StoredOrder, fillId: string, quantity: number): LedgerEvent => ({
  accountId: order.accountId,
  day: order.day,
  at: order.plannedAt,
  fact: {
    kind: "fill",
    fillId,
    tag: order.tag,
    positionId: order.positionId,
    isin: order.instrument.isin,
    leg: order.leg,
    side: order.side,
    quantity,
    price: paise(80_000),
  },
});
