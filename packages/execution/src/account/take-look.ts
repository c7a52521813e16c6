import type { PositionId } from "@vriddhi/core/ledger/ledger-event";
import { type PositionLook, proveOurs } from "@vriddhi/core/ledger/reconciliation";
import type { BrokerOrder, BrokerPosition } from "@vriddhi/core/order/order";
import { mayTrade } from "@vriddhi/core/order/order-state";
import { oppositeSide } from "@vriddhi/core/order/price-band";
import { type Paise, paise } from "@vriddhi/core/shared/money";
import type { EpochMs } from "@vriddhi/core/time/clock";
import type { StoredOrder } from "../ports/stored-order.ts";
import type { AccountBook } from "./account-book.ts";
import type { AccountMemory } from "./account-memory.ts";
import type { PendingWrites } from "./pending-writes.ts";
import type { BookRead } from "./take-book.ts";

/** Book, positions, book. */
export interface LookRead {
  readonly startedAt: EpochMs;
  readonly before: BookRead;
  readonly positions: readonly BrokerPosition[];
  readonly arePositionsComplete: boolean;
  readonly after: BookRead;
}

const textOf = ({ rows }: BookRead): string =>
  rows
    .map(({ id, status, quantity, filledQuantity }) => [id, status, quantity, filledQuantity].join(" "))
    .sort()
    .join("\n");

const signed = (side: StoredOrder["side"], quantity: number): number => (side === "buy" ? quantity : -quantity);

/** Quantity of a position closed outside: by the user, or by the broker after the handover. */
export const closedByOthers = (book: AccountBook, position: PositionId): number =>
  closedBy(book.facts("closed_outside"), position) + closedBy(book.facts("closed_by_broker"), position);

function closedBy(
  facts: readonly { readonly positionId: PositionId; readonly quantity: number }[],
  position: PositionId,
): number {
  let sum = 0;
  for (const { positionId, quantity } of facts) if (positionId === position) sum += quantity;
  return sum;
}

/** Our net quantity in the share by the fills in exactly these rows. Positive is long. */
function oursIn(book: AccountBook, isin: string, rows: readonly BrokerOrder[]): number {
  const filled = new Map(rows.map((row) => [row.id, row.filledQuantity]));
  return book
    .orders()
    .filter(({ instrument }) => instrument.isin === isin)
    .reduce((sum, { side, state, leg, positionId }) => {
      const shown = state.orderId === null ? 0 : (filled.get(state.orderId) ?? state.filled);
      const outside = leg === "entry" ? closedByOthers(book, positionId) : 0;
      return sum + signed(side, shown - outside);
    }, 0);
}

export const netOf = (positions: readonly BrokerPosition[], brokerSymbol: string): number =>
  positions
    .filter((position) => position.brokerSymbol === brokerSymbol && position.product === "intraday")
    .reduce((sum, { netQuantity }) => sum + netQuantity, 0);

/** Any unreadable row belongs to a foreign order: every order of ours in the share is shown and none is in question. */
function showsOurs(book: AccountBook, isin: string, { outcome, rows }: BookRead): boolean {
  if (outcome !== "unreadable") return outcome === "clean";
  const shown = new Set(rows.map(({ id }) => id));
  return book
    .orders()
    .filter(({ instrument }) => instrument.isin === isin)
    .every(({ state }) => (state.orderId === null ? !mayTrade(state) : shown.has(state.orderId)));
}

function lookAt(book: AccountBook, entry: StoredOrder, read: LookRead): PositionLook {
  const { isin, brokerSymbol } = entry.instrument;
  return {
    startedAt: read.startedAt,
    isComplete: read.arePositionsComplete && [read.before, read.after].every((rows) => showsOurs(book, isin, rows)),
    bookBefore: textOf(read.before),
    bookAfter: textOf(read.after),
    ours: oursIn(book, isin, read.after.rows),
    net: netOf(read.positions, brokerSymbol),
  };
}

const showsLess = ({ ours, net }: PositionLook): boolean => ours !== 0 && net * Math.sign(ours) < Math.abs(ours);

/** An exit with an unknown outcome may explain the position, so nothing is proved beside it. */
const isUnsettled = (book: AccountBook, isin: string): boolean =>
  book
    .orders()
    .some(
      ({ instrument, state }) =>
        instrument.isin === isin && (state.status === "unknown" || state.status === "sending") && mayTrade(state),
    );

/** Our open quantity of one entry: filled less exited less closed outside. */
export function openOf(book: AccountBook, entry: StoredOrder): number {
  const exited = book.exitsOf(entry.positionId).reduce((sum, { state }) => sum + state.filled, 0);
  return Math.max(0, entry.state.filled - exited - closedByOthers(book, entry.positionId));
}

/** Deducts what the user closed from the share's open positions, oldest first. */
function writeClosed(draft: PendingWrites, entries: readonly StoredOrder[], quantity: number, price: Paise): void {
  let left = quantity;
  for (const entry of entries) {
    const taken = Math.min(left, openOf(draft.book, entry));
    if (taken === 0) continue;
    left -= taken;
    draft.write({
      kind: "closed_outside",
      positionId: entry.positionId,
      isin: entry.instrument.isin,
      side: oppositeSide(entry.side),
      quantity: taken,
      estimatedPrice: price,
      provedAt: draft.now,
    });
  }
}

function forget(memory: AccountMemory, entries: readonly StoredOrder[]): void {
  for (const { positionId } of entries) memory.missing.delete(positionId);
}

function judgeShare(
  draft: PendingWrites,
  memory: AccountMemory,
  entries: readonly StoredOrder[],
  look: PositionLook,
  price: Paise | null,
): void {
  const [entry] = entries;
  if (entry === undefined) return;
  const { isin } = entry.instrument;
  if (!showsLess(look)) forget(memory, entries);
  if (!showsLess(look) || isUnsettled(draft.book, isin)) {
    memory.doubts.delete(isin);
    return;
  }
  const first = memory.doubts.get(isin);
  const proof = first === undefined ? null : proveOurs(first, look);
  if (proof?.ok) {
    memory.doubts.delete(isin);
    forget(memory, entries);
    writeClosed(draft, entries, proof.value.closedOutside, price ?? paise(entry.state.averagePrice));
  } else if (proof === null || proof.error !== "too_close") memory.doubts.set(isin, look);
}

/** Compares a look with our orders to find what the user closed manually. */
export function takeLook(
  draft: PendingWrites,
  memory: AccountMemory,
  read: LookRead,
  priceOf: (isin: string) => Paise | null,
): void {
  const open = draft.book.entries().filter((entry) => openOf(draft.book, entry) > 0);
  for (const isin of new Set(open.map(({ instrument }) => instrument.isin))) {
    const entries = open.filter(({ instrument }) => instrument.isin === isin);
    const [entry] = entries;
    if (entry !== undefined) judgeShare(draft, memory, entries, lookAt(draft.book, entry, read), priceOf(isin));
  }
}
