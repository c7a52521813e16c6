import { PROOF_APART_MS } from "@vriddhi/core/ledger/reconciliation";
import { nextScanAt, SCAN_EVERY_MS } from "@vriddhi/core/order/look-up";
import { isAtBroker, isOrderFinal } from "@vriddhi/core/order/order-state";
import { type EpochMs, epochMs, later } from "@vriddhi/core/time/clock";
import type { AccountBook } from "../account/account-book.ts";
import { openOf } from "../account/take-look.ts";
import type { StoredOrder } from "../ports/stored-order.ts";
import type { AccountView } from "./account-view.ts";

/** What was read when, by this life. */
export interface ReadTimes {
  /** Something was heard or done since: the book is read as soon as may be. */
  readonly isDirty: boolean;
  readonly bookAt: EpochMs | null;
  readonly lookAt: EpochMs | null;
  readonly fillsAt: EpochMs | null;
  /** Without a session, or while the broker asks for patience, nothing is read before. */
  readonly notBefore: EpochMs | null;
}

export interface ReadPlan {
  readonly kind: "book" | "look" | "fills";
  readonly at: EpochMs;
}

/** Something of the account may still happen by itself: an order that has not ended, or something open. */
export const isActive = (book: AccountBook): boolean =>
  book.orders().some(({ state }) => !isOrderFinal(state.status)) || openEntries(book).length > 0;

export function openEntries(book: AccountBook): readonly StoredOrder[] {
  const handedOver = new Set(book.facts("position_handed_over").map(({ positionId }) => positionId));
  return book.entries().filter((entry) => openOf(book, entry) > 0 && !handedOver.has(entry.positionId));
}

/** How long after the last read the book is wanted again for one order; null: not for this one. */
function bookWantedAt(view: AccountView, order: StoredOrder, last: EpochMs): EpochMs | null {
  const { book, memory, settings } = view;
  const { state, tag, pricing, leg } = order;
  const scanAt = nextScanAt(state, last);
  if (scanAt !== null) return scanAt;
  if (state.status === "sending") return memory.inFlight.has(tag) ? later(last, settings.bookWorkingMs) : null;
  if (!isAtBroker(state.status)) return null;
  const isWorking = leg === "entry" || pricing.kind === "limit" || memory.standings.get(tag)?.isTriggered === true;
  const isWatched = isWorking || book.openCommand(tag) !== null || memory.standings.get(tag) === undefined;
  return later(last, isWatched ? settings.bookWorkingMs : settings.bookRestingMs);
}

/** The first of several instants; null: none. */
export const earliest = (instants: readonly (EpochMs | null)[]): EpochMs | null => {
  const known = instants.filter((at) => at !== null);
  return known.length === 0 ? null : epochMs(Math.min(...known));
};

function bookAt(view: AccountView, { isDirty, bookAt: last }: ReadTimes): EpochMs | null {
  if (last === null) return isActive(view.book) ? view.now : null;
  const wanted = view.book.orders().map((order) => bookWantedAt(view, order, last));
  const next = earliest(isDirty ? [...wanted, view.now] : wanted);
  return next === null ? null : epochMs(Math.max(next, later(last, view.settings.bookApartMs)));
}

/** An exit was given up, and whether it traded after all is read before another is placed. */
const isConfirmationWanted = ({ book }: AccountView): boolean =>
  openEntries(book).some((entry) => book.exitsOf(entry.positionId).some(({ state }) => state.status === "abandoned"));

function lookAt(view: AccountView, { lookAt: last }: ReadTimes): EpochMs | null {
  const { book, memory, settings } = view;
  if (openEntries(book).length === 0) return null;
  if (last === null) return view.now;
  if (memory.doubts.size > 0) return later(last, PROOF_APART_MS);
  return later(last, isConfirmationWanted(view) ? SCAN_EVERY_MS : settings.lookEveryMs);
}

/** A fill is known by its rounded average only. */
function fillsAt({ book, settings, now }: AccountView, { fillsAt: last }: ReadTimes): EpochMs | null {
  const isInexact = [...book.totals().orders.values()].some(({ isExact }) => !isExact);
  if (!isInexact) return null;
  return last === null ? now : later(last, settings.fillsEveryMs);
}

/** What is read next, and when. A look reads the book too. */
export function planRead(view: AccountView, times: ReadTimes): ReadPlan | null {
  const book = bookAt(view, times);
  const plans: readonly (readonly [ReadPlan["kind"], EpochMs | null])[] = [
    ["look", lookAt(view, times)],
    ["book", book],
    ["fills", fillsAt(view, times)],
  ];
  const due = plans.filter((plan): plan is readonly [ReadPlan["kind"], EpochMs] => plan[1] !== null);
  // A book that is due goes before everything else: an exit may depend on it.
  const [first] = due.toSorted(([a, at], [b, other]) => rank(a, at, view.now) - rank(b, other, view.now) || at - other);
  if (first === undefined) return null;
  const [kind, at] = first;
  return { kind, at: epochMs(Math.max(at, times.notBefore ?? at)) };
}

const rank = (kind: ReadPlan["kind"], at: EpochMs, now: EpochMs): number => {
  if (at > now) return 2;
  return kind === "book" ? 0 : 1;
};
