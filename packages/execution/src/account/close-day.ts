import { isComplete } from "@vriddhi/brokers/port/book";
import { profitOfDay } from "@vriddhi/core/ledger/profit";
import { type DayEndShare, differencesAtDayEnd } from "@vriddhi/core/ledger/reconciliation";
import type { BrokerFill, BrokerPosition } from "@vriddhi/core/order/order";
import { isOrderFinal } from "@vriddhi/core/order/order-state";
import type { TradingAccount } from "../ports/account-port.ts";
import type { AccountBook } from "./account-book.ts";
import type { AccountMemory } from "./account-memory.ts";
import type { PendingWrites } from "./pending-writes.ts";
import type { ReadOutcome } from "./reader.ts";
import { netOf } from "./take-look.ts";

const signed = (side: "buy" | "sell", quantity: number): number => (side === "buy" ? quantity : -quantity);

function sharesOf(
  book: AccountBook,
  fills: readonly BrokerFill[],
  positions: readonly BrokerPosition[],
): readonly DayEndShare[] {
  const ourIds = new Set(book.orders().map(({ state }) => state.orderId));
  const instruments = new Map(book.orders().map(({ instrument }) => [instrument.isin, instrument]));
  return [...instruments.values()].map(({ isin, brokerSymbol }) => {
    const closedOutside = [...book.facts("closed_outside"), ...book.facts("closed_by_broker")]
      .filter((fact) => fact.isin === isin)
      .reduce((sum, { side, quantity }) => sum + signed(side, quantity), 0);
    const traded = book
      .orders()
      .filter(({ instrument }) => instrument.isin === isin)
      .reduce((sum, { side, state }) => sum + signed(side, state.filled), 0);
    const others = fills
      .filter((fill) => fill.brokerSymbol === brokerSymbol && !ourIds.has(fill.orderId))
      .reduce((sum, { side, quantity }) => sum + signed(side, quantity), 0);
    const brokers = netOf(positions, brokerSymbol);
    return { isin, ours: traded + closedOutside, foreign: others - closedOutside, brokers };
  });
}

export interface LastBooks {
  readonly positions: readonly BrokerPosition[];
  readonly fills: readonly BrokerFill[];
}

/** `null` when a book was incomplete and the close must be retried. */
export function lastBooksOf({ look, fills }: ReadOutcome, memory: AccountMemory): LastBooks | null {
  const isWhole = look !== null && look.after.outcome === "clean" && look.arePositionsComplete;
  if (!isWhole || fills === null || !isComplete(fills) || memory.inFlight.size > 0) return null;
  return { positions: look.positions, fills: fills.rows };
}

/** Adopts the broker's own closing trades first, then ends what is open, writes the result and compares positions. */
export function closeDay(draft: PendingWrites, account: TradingAccount, { fills, positions }: LastBooks): void {
  for (const { tag, state } of draft.book.orders())
    if (!isOrderFinal(state.status)) draft.move(tag, { kind: "day_closed" });
  for (const { isin, ours, brokers } of differencesAtDayEnd(sharesOf(draft.book, fills, positions)))
    draft.write({ kind: "broker_differs", isin, ours, brokers });
  const { gross, charges, net } = profitOfDay(draft.book.totals(), account.tariff);
  draft.write({ kind: "day_closed", gross, charges: charges.total, net });
}
