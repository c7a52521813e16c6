import { openQuantity, trackCover } from "@vriddhi/core/exit/exit-facts";
import type { CloseReason, ExitOrder, ExitPosition, OrderedClose } from "@vriddhi/core/exit/exit-model";
import { OTHERS_CLOSE_MS } from "@vriddhi/core/ledger/reconciliation";
import type { OrderTag } from "@vriddhi/core/order/order";
import { isWithoutEffect, mayHaveBeenDone } from "@vriddhi/core/order/order-command";
import { isLate, isOrderFinal } from "@vriddhi/core/order/order-state";
import type { EntryOrder } from "@vriddhi/core/order/plan-entry";
import { oppositeSide } from "@vriddhi/core/order/price-band";
import { FEED_AWAY_MS } from "@vriddhi/core/risk/price-watch";
import { type EpochMs, epochMs } from "@vriddhi/core/time/clock";
import type { AccountBook } from "../account/account-book.ts";
import { othersKey } from "../account/account-memory.ts";
import { closedByOthers } from "../account/take-look.ts";
import type { EntryStop } from "../ports/order-store.ts";
import type { StoredCommand, StoredOrder } from "../ports/stored-order.ts";
import { type AccountView, feedSilentMs, isDailyStopHit, stopOf } from "./account-view.ts";

const lastCommandAt = (book: AccountBook, tag: OrderTag): EpochMs | null =>
  book.commandsOf(tag).at(-1)?.command.sentAt ?? null;

const acceptedAt = (book: AccountBook, tag: OrderTag): EpochMs | null =>
  book.movedAt(tag, ({ from, to }) => (to === "accepted" || to === "partly_filled") && from !== "accepted");

export const entryViewOf = ({ book, memory }: AccountView, order: StoredOrder): EntryOrder => ({
  tag: order.tag,
  state: order.state,
  validUntil: order.entry?.validUntil ?? order.plannedAt,
  workingSince: acceptedAt(book, order.tag) ?? memory.restingShapes.get(order.tag)?.since ?? null,
  isCommandPending: book.openCommand(order.tag) !== null,
  lastCommandAt: lastCommandAt(book, order.tag),
});

/** How often a new maximum quantity was requested. */
function quantityRises(book: AccountBook, order: StoredOrder): number {
  const planned = book.facts("order_planned").find(({ tag }) => tag === order.tag)?.quantity ?? order.state.quantity;
  let quantity = planned;
  let rises = 0;
  for (const { command, verdict } of book.commandsOf(order.tag)) {
    if (command.kind !== "modify") continue;
    if (command.quantity > quantity && !isWithoutEffect(command.answer)) rises += 1;
    if (verdict === "done") quantity = command.quantity;
  }
  return rises;
}

/** How many of the last commands in a row reached the order without effect. */
function changesUndone(book: AccountBook, tag: OrderTag): number {
  const judged = book
    .commandsOf(tag)
    .filter(({ command, verdict }) => verdict !== "open" && !isWithoutEffect(command.answer));
  return judged.length - 1 - judged.findLastIndex(({ verdict }) => verdict !== "not_done");
}

/** The broker counts refused modifications too, but not those that never reached it. */
const isModification = ({ command }: StoredCommand): boolean =>
  command.kind === "modify" && !isWithoutEffect(command.answer);

function exitViewOf({ book, memory }: AccountView, order: StoredOrder): ExitOrder {
  const { tag, state, pricing } = order;
  const quantity = memory.restingShapes.get(tag);
  return {
    tag,
    state,
    pricing,
    isTriggered: pricing.kind === "stop_limit" && (quantity?.isTriggered ?? false),
    workingSince: quantity?.since ?? acceptedAt(book, tag) ?? order.plannedAt,
    modifications: book.commandsOf(tag).filter(isModification).length,
    quantityRises: quantityRises(book, order),
    isCommandPending: book.openCommand(tag) !== null,
    changesUndone: changesUndone(book, tag),
    lastCommandAt: lastCommandAt(book, tag),
    endedAt: isOrderFinal(state.status) ? book.movedAt(tag, ({ to }) => isOrderFinal(to)) : null,
    isEndedByOthers: isEndedByOthers(book, order),
  };
}

/** The most urgent close that a block orders; an `absent` page closes nothing. */
function closeOfBlocks(blocks: readonly EntryStop[]): OrderedClose | null {
  const causes = new Set(blocks.filter(({ closesPositions }) => closesPositions).map(({ cause }) => cause));
  if (causes.has("kill_switch") || causes.has("operator")) return "kill_switch";
  return causes.has("run_stopped") ? "run_stopped" : null;
}

function orderedCloseOf(view: AccountView, entry: StoredOrder): OrderedClose | null {
  const ofBlocks = closeOfBlocks(view.blocks);
  if (ofBlocks !== null) return ofBlocks;
  if (isDailyStopHit(view)) return "daily_stop";
  if (isLate(entry.state)) return "late_appearance";
  // A feed that is back closes nothing, and a process that has just started closes nothing for silence.
  const isAway = begunCloses(view.book, entry).includes("feed_silent") && feedSilentMs(view, entry) >= FEED_AWAY_MS;
  return isAway ? "feed_silent" : null;
}

const begunCloses = (book: AccountBook, entry: StoredOrder): readonly CloseReason[] =>
  book.facts("position_closing").flatMap(({ positionId, reason }) => (positionId === entry.positionId ? [reason] : []));

/** Ended in the book although we requested no end, or our request was refused. */
export function isEndedByOthers(book: AccountBook, { tag, state }: StoredOrder): boolean {
  const isTakenAway = (state.status === "cancelled" || state.status === "expired") && state.isFinalInBook;
  if (!isTakenAway) return false;
  return !book.commandsOf(tag).some(({ command }) => command.kind === "cancel" && mayHaveBeenDone(command.answer));
}

const othersKeyOf = ({ side, instrument }: StoredOrder): string =>
  othersKey(instrument.brokerSymbol, oppositeSide(side));

/** When exits of the position were given up or cancelled from outside, and when a foreign order disappeared since. */
export function questionedAt(
  { book, memory }: AccountView,
  entry: StoredOrder,
  exits: readonly ExitOrder[],
): readonly EpochMs[] {
  const instants = exits.flatMap(({ tag, state, endedAt, isEndedByOthers: isTakenAway }) => {
    if (isTakenAway) return [endedAt ?? memory.since];
    if (state.status !== "abandoned") return [];
    return [book.movedAt(tag, ({ to }) => to === "abandoned") ?? memory.since];
  });
  const goneAt = memory.othersGone.get(othersKeyOf(entry));
  return instants.length === 0 || goneAt === undefined ? instants : [...instants, goneAt];
}

/** A foreign order would close the rest, and its time to do so has not passed. */
function areOthersClosing({ memory, now }: AccountView, entry: StoredOrder): boolean {
  const since = memory.othersWorking.get(othersKeyOf(entry));
  return since !== undefined && now - since < OTHERS_CLOSE_MS;
}

/** Positions read since hold the open quantity less what is missing, and no foreign order is closing it. */
function isConfirmed(view: AccountView, entry: StoredOrder, exits: readonly ExitOrder[], coverable: number): boolean {
  const instants = questionedAt(view, entry, exits);
  if (instants.length === 0) return true;
  const { lastLook } = view.memory;
  if (lastLook === null || instants.some((at) => lastLook.at < at) || areOthersClosing(view, entry)) return false;
  const net = lastLook.nets.get(entry.instrument.brokerSymbol) ?? 0;
  return (entry.side === "buy" ? net : -net) >= coverable;
}

export interface PositionView {
  readonly entry: StoredOrder;
  readonly position: ExitPosition;
  readonly exits: readonly ExitOrder[];
  readonly open: number;
}

/** One entry with its exits in the form of the exit rules. Tracks since when quantity is uncovered. */
export function positionViewOf(view: AccountView, entry: StoredOrder): PositionView {
  const { book, memory, now } = view;
  const { positionId, side, state } = entry;
  const isOf = (fact: { readonly positionId: string }): boolean => fact.positionId === positionId;
  const exits = book.exitsOf(positionId).map((order) => exitViewOf(view, order));
  const bare: ExitPosition = {
    direction: side === "buy" ? "long" : "short",
    entryFilled: state.filled,
    closedOutside: closedByOthers(book, positionId),
    isEntryFinal: isOrderFinal(state.status),
    stop: stopOf(view, entry),
    target: entry.entry?.target ?? null,
    orderedClose: orderedCloseOf(view, entry),
    begunClose: begunCloses(book, entry).at(-1) ?? null,
    uncoveredSince: null,
    isConfirmed: true,
    missing: Math.min(memory.missing.get(positionId) ?? 0, state.filled),
    stuck: book.facts("position_stuck").findLast(isOf)?.reason ?? null,
    isHandedOver: book.facts("position_handed_over").some(isOf),
  };
  const uncoveredSince = trackCover(memory.uncoveredSince.get(positionId) ?? null, bare, exits, now);
  if (uncoveredSince === null) memory.uncoveredSince.delete(positionId);
  else memory.uncoveredSince.set(positionId, uncoveredSince);
  const open = openQuantity(bare, exits);
  // Watched time: a paused process does not act as if it had waited.
  const watchedSince = uncoveredSince === null ? null : epochMs(now - view.watched.sinceMs(uncoveredSince));
  const position = {
    ...bare,
    uncoveredSince: watchedSince,
    isConfirmed: isConfirmed(view, entry, exits, open - bare.missing),
  };
  return { entry, position, exits, open };
}
