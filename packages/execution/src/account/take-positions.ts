import { isOrderFinal } from "@vriddhi/core/order/order-state";
import { isEndedByOthers } from "../decide/position-view.ts";
import type { StoredOrder } from "../ports/stored-order.ts";
import type { AccountBook } from "./account-book.ts";
import type { AccountMemory } from "./account-memory.ts";
import type { PositionsRead } from "./reader.ts";
import { netOf, openOf } from "./take-look.ts";

/** An exit was cancelled from outside and none of ours works: missing quantity was closed with it. */
function isMeasurable(book: AccountBook, entry: StoredOrder): boolean {
  const exits = book.exitsOf(entry.positionId);
  return exits.some((exit) => isEndedByOthers(book, exit)) && exits.every(({ state }) => isOrderFinal(state.status));
}

/** Total traded quantity of all our orders of the day: any other sum proves a foreign trade. */
export const tradedQuantity = (book: AccountBook): number =>
  book.orders().reduce((sum, { state }) => sum + state.filled, 0);

/** Compares the broker's positions with ours, as far as every row was readable. */
export function takePositions(book: AccountBook, memory: AccountMemory, read: PositionsRead): void {
  if (!read.isComplete) return;
  const symbols = new Set(read.rows.map(({ brokerSymbol }) => brokerSymbol));
  const nets = new Map([...symbols].map((symbol) => [symbol, netOf(read.rows, symbol)]));
  memory.lastLook = { at: read.startedAt, nets, traded: book.derived(tradedQuantity) };
  for (const entry of book.entries()) {
    const open = openOf(book, entry);
    if (open === 0 || !isMeasurable(book, entry)) continue;
    const net = nets.get(entry.instrument.brokerSymbol) ?? 0;
    const held = Math.max(0, entry.side === "buy" ? net : -net);
    memory.missing.set(entry.positionId, Math.max(0, open - held));
  }
}
