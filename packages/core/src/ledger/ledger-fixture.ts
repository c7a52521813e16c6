import { accountId } from "../allocation/account-id.ts";
import type { OrderTag, Side } from "../order/order.ts";
import { paise } from "../shared/money.ts";
import { epochMs } from "../time/clock.ts";
import { istDate } from "../time/ist.ts";
import { type LedgerEvent, type LedgerFact, positionIdOf } from "./ledger-event.ts";

export const ledgerTag = (name: string): OrderTag => name.toUpperCase().padEnd(15, "0") as OrderTag;

export const eventOf = (fact: LedgerFact): LedgerEvent => ({
  accountId: accountId("a"),
  day: istDate("2026-11-16"),
  at: epochMs(1),
  fact,
});

interface OrderName {
  readonly position: string;
  readonly order: string;
  readonly side: Side;
}

const orderOf = ({ position, order, side }: OrderName) => ({
  tag: ledgerTag(order),
  positionId: positionIdOf(ledgerTag(position)),
  isin: "INE062A01020",
  leg: position === order ? ("entry" as const) : ("exit" as const),
  side,
});

export const fillOf = (name: OrderName, fillId: string, quantity: number, price: number): LedgerEvent =>
  eventOf({ ...orderOf(name), kind: "fill", fillId, quantity, price: paise(price) });

export const seenFillOf = (name: OrderName, quantity: number, averagePrice: number): LedgerEvent =>
  eventOf({ ...orderOf(name), kind: "fill_seen", quantity, averagePrice: paise(averagePrice) });
