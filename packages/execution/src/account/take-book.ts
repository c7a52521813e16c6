import { addAbsence, addScan, isAbsenceProved, type ScanOutcome, startLookUp } from "@vriddhi/core/order/look-up";
import { type BrokerFill, type BrokerOrder, isFinal, type Pricing } from "@vriddhi/core/order/order";
import { judgeCommand, type OrderCommand } from "@vriddhi/core/order/order-command";
import type { EpochMs } from "@vriddhi/core/time/clock";
import type { StoredOrder } from "../ports/stored-order.ts";
import { type AccountMemory, commandKey, othersKey } from "./account-memory.ts";
import type { PendingWrites } from "./pending-writes.ts";

/** One read of the order book; no rows when it failed. */
export interface BookRead {
  readonly startedAt: EpochMs;
  readonly outcome: ScanOutcome;
  readonly rows: readonly BrokerOrder[];
}

const isOurs = ({ tag, state }: StoredOrder, row: BrokerOrder): boolean =>
  row.tag === tag || (state.orderId !== null && row.id === state.orderId);

const isShowing = (command: OrderCommand, row: BrokerOrder): boolean =>
  command.kind === "modify" &&
  row.quantity === command.quantity &&
  row.limit === command.pricing.limit &&
  (command.pricing.kind === "stop_limit" || row.status !== "trigger_pending");

/** The order's price as the book shows it: from the last command that fits the row, else from the row. */
function pricingIn(draft: PendingWrites, order: StoredOrder, row: BrokerOrder): Pricing {
  if (isFinal(row.status) || row.limit === null || row.limit === 0) return order.pricing;
  const shown = draft.book.commandsOf(order.tag).findLast(({ command }) => isShowing(command, row))?.command;
  if (shown?.kind === "modify") return shown.pricing;
  return row.limit === order.pricing.limit ? order.pricing : { ...order.pricing, limit: row.limit };
}

function judgeOpenCommand(
  draft: PendingWrites,
  memory: AccountMemory,
  order: StoredOrder,
  row: BrokerOrder,
  at: EpochMs,
): void {
  const open = draft.book.openCommand(order.tag);
  if (open === null || at < open.command.sentAt || memory.commandsInFlight.has(commandKey(order.tag, open.command.n)))
    return;
  const verdict = judgeCommand(open.command, row, at);
  if (verdict !== "open") draft.judge(open, verdict);
}

function remember(draft: PendingWrites, memory: AccountMemory, order: StoredOrder, row: BrokerOrder): void {
  const pricing = draft.order(order.tag)?.pricing ?? order.pricing;
  const isTriggered = pricing.kind === "stop_limit" && (row.status === "open" || row.filledQuantity > 0);
  const shape = JSON.stringify([pricing, isTriggered]);
  if (memory.restingShapes.get(order.tag)?.shape !== shape)
    memory.restingShapes.set(order.tag, { shape, isTriggered, since: draft.now });
}

function see(draft: PendingWrites, memory: AccountMemory, order: StoredOrder, row: BrokerOrder, at: EpochMs): void {
  const { id, status, quantity, filledQuantity, averagePrice, reason } = row;
  const seen = { orderId: id, status, quantity, filled: filledQuantity, averagePrice, reason };
  if (!draft.move(order.tag, { kind: "seen", at, row: seen })) return;
  draft.reprice(order.tag, pricingIn(draft, order, row));
  judgeOpenCommand(draft, memory, order, row, at);
  remember(draft, memory, order, row);
  memory.lookUps.delete(order.tag);
  memory.absences.delete(order.tag);
}

function search(draft: PendingWrites, memory: AccountMemory, { tag, state }: StoredOrder, read: BookRead): void {
  const begun = memory.lookUps.get(tag) ?? startLookUp(memory.since, state.isResetProved);
  const lookUp = addScan(begun, { startedAt: read.startedAt, outcome: read.outcome });
  memory.lookUps.set(tag, lookUp);
  if (isAbsenceProved(lookUp)) draft.move(tag, { kind: "absence_proved" });
}

function goOnMissing(memory: AccountMemory, { tag }: StoredOrder, read: BookRead): void {
  const absence = addAbsence(memory.absences.get(tag) ?? null, read);
  if (absence === null) memory.absences.delete(tag);
  else memory.absences.set(tag, absence);
}

/** Tracks foreign orders: a person who cancelled our exit may be about to close the position. */
function takeOthers({ book, now }: PendingWrites, memory: AccountMemory, { outcome, rows }: BookRead): void {
  if (outcome === "failed") return;
  const { othersWorking, othersGone } = memory;
  const isOthers = (row: BrokerOrder): boolean => !book.orders().some((order) => isOurs(order, row));
  const working = rows.filter((row) => row.pendingQuantity > 0 && !isFinal(row.status) && isOthers(row));
  const keys = new Set(working.map(({ brokerSymbol, side }) => othersKey(brokerSymbol, side)));
  for (const key of [...othersWorking.keys()].filter((known) => !keys.has(known))) {
    othersWorking.delete(key);
    othersGone.set(key, now);
  }
  for (const key of keys) if (!othersWorking.has(key)) othersWorking.set(key, now);
}

/** Moves every order by what the book shows, and counts a scan for each order that is absent. */
export function takeBook(draft: PendingWrites, memory: AccountMemory, read: BookRead): void {
  takeOthers(draft, memory, read);
  for (const { tag } of draft.book.orders()) {
    const order = draft.order(tag);
    if (order === undefined) continue;
    const rows = read.rows.filter((row) => isOurs(order, row));
    for (const row of rows) see(draft, memory, draft.order(tag) ?? order, row, read.startedAt);
    if (rows.length > 0) continue;
    if (order.state.status === "unknown") search(draft, memory, order, read);
    if (order.state.status === "abandoned") goOnMissing(memory, order, read);
  }
}

export function takeFills(draft: PendingWrites, fills: readonly BrokerFill[]): void {
  const byId = new Map(draft.book.orders().map((order) => [order.state.orderId, order]));
  for (const { id, orderId, quantity, price } of fills) {
    const order = byId.get(orderId);
    if (order === undefined) continue;
    const { tag, positionId, instrument, leg, side } = order;
    draft.write({ kind: "fill", fillId: id, tag, positionId, isin: instrument.isin, leg, side, quantity, price });
  }
}
