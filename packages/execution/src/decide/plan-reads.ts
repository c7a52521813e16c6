import { isSound, PROOF_APART_MS } from "@vriddhi/core/ledger/reconciliation";
import { nextScanAt, SCAN_EVERY_MS } from "@vriddhi/core/order/look-up";
import { isAtBroker, isOrderFinal, remainingOf } from "@vriddhi/core/order/order-state";
import { type EpochMs, epochMs, later } from "@vriddhi/core/time/clock";
import type { AccountBook } from "../account/account-book.ts";
import { type AccountMemory, commandKey } from "../account/account-memory.ts";
import { openOf } from "../account/take-look.ts";
import { tradedQuantity } from "../account/take-positions.ts";
import { BUCKETS, bucketOf } from "../ports/ownership.ts";
import type { StoredCommand, StoredOrder } from "../ports/stored-order.ts";
import { type AccountView, isDailyStopHit } from "./account-view.ts";
import { isEndedByOthers, positionViewOf, questionedAt } from "./position-view.ts";

export interface ReadTimes {
  /** A message or step came since: the book is read as soon as possible. */
  readonly isDirty: boolean;
  readonly hasOrderUpdates: boolean;
  readonly bookAt: EpochMs | null;
  readonly lookAt: EpochMs | null;
  readonly fillsAt: EpochMs | null;
}

/** Something may still happen without us: an order has not ended, or something is open. */
export const isActive = (book: AccountBook): boolean => book.derived(hasOpenEnds);

const hasOpenEnds = (book: AccountBook): boolean =>
  book.orders().some(({ state }) => !isOrderFinal(state.status)) || openEntries(book).length > 0;

export const openEntries = (book: AccountBook): readonly StoredOrder[] => book.derived(listOpenEntries);

function listOpenEntries(book: AccountBook): readonly StoredOrder[] {
  const handedOver = book.facts("position_handed_over");
  return book
    .entries()
    .filter(
      (entry) => openOf(book, entry) > 0 && !handedOver.some(({ positionId }) => positionId === entry.positionId),
    );
}

/** Entries that came back unsent; each is resent when its limit can be met. */
export const unsentEntries = (book: AccountBook): readonly StoredOrder[] => book.derived(listUnsentEntries);

const listUnsentEntries = (book: AccountBook): readonly StoredOrder[] =>
  book.entries().filter(({ state }) => state.status === "sending" && state.isProvedUnsent);

/** Prices and band say that the exchange may have cancelled or triggered the stop. */
function isStopInDoubt({ prices, book }: AccountView, { instrument, positionId, pricing }: StoredOrder): boolean {
  if (pricing.kind !== "stop_limit") return false;
  const entry = book.entries().find((order) => order.positionId === positionId);
  const band = prices.band(instrument.isin);
  const isOutside = (price: number): boolean => band !== null && (price < band.lower || price > band.upper);
  if (isOutside(pricing.trigger) || isOutside(pricing.limit)) return true;
  const [quote] = prices.quotes(instrument.isin);
  if (quote === undefined || entry === undefined) return false;
  return entry.side === "buy" ? quote.last <= pricing.trigger : quote.last >= pricing.trigger;
}

/** Waits for the answer of an order in flight; reads the book when the answer is overdue. */
const answerOverdueAt = ({ settings }: AccountView, { state, plannedAt }: StoredOrder, last: EpochMs): EpochMs =>
  later(epochMs(Math.max(last, state.claimedAt ?? plannedAt)), settings.bookWorkingMs);

/** `null` if answered. A cancellation is looked up before its answer: its replacement is placed as soon as it shows. */
const onItsWaySince = ({ memory }: AccountView, { tag, command }: StoredCommand): EpochMs | null =>
  command.kind === "modify" && memory.commandsInFlight.has(commandKey(tag, command.n)) ? command.sentAt : null;

/** A resting stop without open commands and out of reach of price and band. */
function isRestingStop(view: AccountView, { tag, leg, state, pricing }: StoredOrder): boolean {
  if (leg === "entry" || pricing.kind !== "stop_limit" || !isAtBroker(state.status)) return false;
  return view.memory.restingShapes.get(tag)?.isTriggered === false && view.book.openCommand(tag) === null;
}

/** Resting stops protect everything open, so only periodic checks remain. */
export function isResting(view: AccountView): boolean {
  const { book } = view;
  if (book.orders().some((order) => !(isOrderFinal(order.state.status) || isRestingStop(view, order)))) return false;
  return openEntries(book).every((entry) => {
    const stops = book.exitsOf(entry.positionId).filter(({ state }) => !isOrderFinal(state.status));
    return stops.reduce((sum, { state }) => sum + remainingOf(state), 0) >= openOf(book, entry);
  });
}

/** Delay after the last read until this order wants the book again; `null` if it does not. */
function bookWantedAt(view: AccountView, order: StoredOrder, last: EpochMs, hasOrderUpdates: boolean): EpochMs | null {
  const { book, memory, settings } = view;
  const { state, tag, pricing, leg } = order;
  const scanAt = nextScanAt(state, last, view.phase);
  if (scanAt !== null) return scanAt;
  if (state.status === "sending") return memory.inFlight.has(tag) ? answerOverdueAt(view, order, last) : null;
  if (!isAtBroker(state.status)) return null;
  const isWorking = leg === "entry" || pricing.kind === "limit" || memory.restingShapes.get(tag)?.isTriggered === true;
  const asked = book.openCommand(tag);
  const sentAt = asked === null ? null : onItsWaySince(view, asked);
  const isAnswered = asked !== null && sentAt === null;
  if (isWorking || isAnswered || memory.restingShapes.get(tag) === undefined || isStopInDoubt(view, order))
    return later(last, settings.bookWorkingMs);
  if (sentAt !== null) return later(epochMs(Math.max(last, sentAt)), settings.bookWorkingMs);
  return later(last, hasOrderUpdates ? settings.bookRestingMs : settings.bookWithoutUpdatesMs);
}

export function earliest(instants: readonly (EpochMs | null)[]): EpochMs | null {
  let first: EpochMs | null = null;
  for (const at of instants) if (at !== null && (first === null || at < first)) first = at;
  return first;
}

/** Every open order is about to be sent or in flight: no book shows it yet. */
export function isOnlySending(book: AccountBook, { mayGo, inFlight }: AccountMemory): boolean {
  if (openEntries(book).length > 0) return false;
  return book.orders().every(({ tag, state }) => isOrderFinal(state.status) || mayGo.has(tag) || inFlight.has(tag));
}

/** No book shows an order that this process is only about to send. */
function firstBookAt(view: AccountView, isDirty: boolean): EpochMs | null {
  const { book, memory, now } = view;
  if (!isActive(book)) return null;
  if (isDirty || !isOnlySending(book, memory)) return now;
  const open = book.orders().filter(({ state }) => !isOrderFinal(state.status));
  return earliest(open.map((order) => answerOverdueAt(view, order, epochMs(0))));
}

/** A loss that would end the day needs a book begun after the loss was seen. */
const isLossInDoubt = (view: AccountView, last: EpochMs): boolean =>
  view.memory.lossSince !== null && last < view.memory.lossSince && !isDailyStopHit(view);

/** When the order book is read next; `null` if nothing waits for it. */
export function planBook(view: AccountView, { isDirty, hasOrderUpdates, bookAt: last }: ReadTimes): EpochMs | null {
  if (last === null) return firstBookAt(view, isDirty);
  const wanted = view.book.orders().map((order) => bookWantedAt(view, order, last, hasOrderUpdates));
  const next = earliest(isDirty || isLossInDoubt(view, last) ? [...wanted, view.now] : wanted);
  return next === null ? null : epochMs(Math.max(next, later(last, view.settings.bookApartMs)));
}

/** An exit of something open was given up or cancelled from outside. */
const hasQuestions = (book: AccountBook): boolean =>
  openEntries(book).some(({ positionId }) =>
    book.exitsOf(positionId).some((exit) => exit.state.status === "abandoned" || isEndedByOthers(book, exit)),
  );

/** Since when that question is open without a position read; `null` if there is none. */
function questionedSince(view: AccountView): EpochMs | null {
  if (!view.book.derived(hasQuestions)) return null;
  const positions = openEntries(view.book).map((entry) => positionViewOf(view, entry));
  const unread = positions.filter(({ position }) => !position.isConfirmed);
  const instants = unread.flatMap(({ entry, exits }) => questionedAt(view, entry, exits));
  return instants.length === 0 ? null : epochMs(Math.max(...instants));
}

/** An exit was given up; whether it traded is read before another is placed. */
const hasGivenUp = (book: AccountBook): boolean =>
  openEntries(book).some((entry) => book.exitsOf(entry.positionId).some(({ state }) => state.status === "abandoned"));

/** A per-account share of an interval, so that accounts which start together do not read together. */
const spreadOf = ({ book }: AccountView, durationMs: number): number =>
  Math.floor((durationMs * bucketOf(book.accountId)) / BUCKETS);

/** A position of a previous process is checked at once; one of this process within the minute. */
function firstLookAt(view: AccountView): EpochMs {
  const { book, memory, settings, now } = view;
  const isFound = openEntries(book).some(({ plannedAt }) => plannedAt < memory.since);
  if (isFound) return now;
  const openedAt = Math.min(...openEntries(book).map(({ plannedAt }) => plannedAt));
  const halfMs = Math.floor(settings.lookEveryMs / 2);
  return later(epochMs(openedAt), halfMs + spreadOf(view, halfMs));
}

/** A look with a first book before this instant is too close to the last one to be proof; `null` if none is needed. */
export function proofFrom({ memory }: AccountView): EpochMs | null {
  const doubts = [...memory.doubts.values()];
  if (doubts.length === 0 || !doubts.every(isSound)) return null;
  return later(epochMs(Math.max(...doubts.map(({ startedAt }) => startedAt))), PROOF_APART_MS);
}

/** A look that cannot prove anything is repeated soon. */
const nextProofAt = (view: AccountView, last: EpochMs): EpochMs =>
  epochMs(Math.max(proofFrom(view) ?? 0, later(last, view.settings.bookWorkingMs)));

/** When book and positions are compared next; `null` if nothing is open. */
export function planLook(view: AccountView, { lookAt: last }: ReadTimes): EpochMs | null {
  const { book, memory, settings } = view;
  if (openEntries(book).length === 0) return null;
  const since = questionedSince(view);
  if (last === null) return since === null ? firstLookAt(view) : view.now;
  if (since !== null && last < since) return view.now;
  // We traded after that look, so the current position was never compared.
  const isOutdated = memory.lastLook !== null && memory.lastLook.traded !== book.derived(tradedQuantity);
  if (since !== null && isOutdated) return later(last, settings.bookWorkingMs);
  if (memory.doubts.size > 0) return nextProofAt(view, last);
  return later(last, since !== null || book.derived(hasGivenUp) ? SCAN_EVERY_MS : settings.lookEveryMs);
}

/** When fills are read next; `null` if each fill is known exactly and not by its rounded average. */
export function planFills(view: AccountView, { fillsAt: last }: ReadTimes): EpochMs | null {
  const { settings } = view;
  const seenAt = view.book.derived(inexactSince);
  if (seenAt === null) return null;
  // Stops and exits come first; a paisa may wait some seconds.
  const firstAt = later(seenAt, Math.floor(settings.fillsEveryMs / 2) + spreadOf(view, settings.fillsEveryMs));
  return last === null ? firstAt : epochMs(Math.max(firstAt, later(last, settings.fillsEveryMs)));
}

/** When the last fill known only by its average was seen; `null` if there is none. */
function inexactSince(book: AccountBook): EpochMs | null {
  const inexact = [...book.totals().orders.values()].filter(({ isExact }) => !isExact);
  const seen = inexact.map(({ tag }) => {
    const order = book.order(tag);
    return order?.state.filledSeenAt ?? order?.plannedAt ?? 0;
  });
  return seen.length === 0 ? null : epochMs(Math.max(...seen));
}
