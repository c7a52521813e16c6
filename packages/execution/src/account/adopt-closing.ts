import { closingFills, type ForeignFill } from "@vriddhi/core/ledger/reconciliation";
import type { BrokerFill, BrokerPosition } from "@vriddhi/core/order/order";
import { oppositeSide } from "@vriddhi/core/order/price-band";
import type { StoredOrder } from "../ports/stored-order.ts";
import type { AccountBook } from "./account-book.ts";
import type { PendingWrites } from "./pending-writes.ts";
import { netOf, openOf } from "./take-look.ts";

/** Foreign fills on the closing side, less what another position has adopted already. */
function foreignFills(
  book: AccountBook,
  { instrument, side }: StoredOrder,
  fills: readonly BrokerFill[],
  taken: ReadonlyMap<string, number>,
): readonly ForeignFill[] {
  const ourIds = new Set(book.orders().map(({ state }) => state.orderId));
  return fills
    .filter(
      (fill) =>
        fill.brokerSymbol === instrument.brokerSymbol && fill.side === oppositeSide(side) && !ourIds.has(fill.orderId),
    )
    .map(({ id, orderId, quantity, price, at }) => ({
      id,
      orderId,
      price,
      at,
      quantity: quantity - (taken.get(id) ?? 0),
    }));
}

/** The broker's own closing trades of what was handed over become ours, so the day's profit includes them. */
export function adoptClosing(
  draft: PendingWrites,
  fills: readonly BrokerFill[],
  positions: readonly BrokerPosition[],
): void {
  const { book } = draft;
  const taken = new Map<string, number>();
  for (const { positionId: id } of book.facts("position_handed_over")) {
    const entry = book.entries().find(({ positionId }) => positionId === id);
    if (entry === undefined) continue;
    const { instrument, positionId, side } = entry;
    const net = netOf(positions, instrument.brokerSymbol);
    const held = side === "buy" ? net : -net;
    for (const fill of closingFills(openOf(book, entry), held, foreignFills(book, entry, fills, taken))) {
      taken.set(fill.id, (taken.get(fill.id) ?? 0) + fill.quantity);
      draft.write({
        kind: "closed_by_broker",
        positionId,
        isin: instrument.isin,
        side: oppositeSide(side),
        orderId: fill.orderId,
        fillId: fill.id,
        quantity: fill.quantity,
        price: fill.price,
      });
    }
  }
}
