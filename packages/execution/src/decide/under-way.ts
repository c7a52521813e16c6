import { isAtBroker } from "@vriddhi/core/order/order-state";
import { type EpochMs, MINUTE_MS, SECOND_MS } from "@vriddhi/core/time/clock";
import type { AccountBook } from "../account/account-book.ts";
import type { AccountMemory } from "../account/account-memory.ts";
import type { StoredOrder } from "../ports/stored-order.ts";

/** An exit that has rested this long waits for the market, not for us. */
const EXIT_RESTS_AFTER_MS = 30 * SECOND_MS;
/** An order without progress for this long is stuck: alerts report it and no restart waits for it. */
const STUCK_AFTER_MS = 5 * MINUTE_MS;

function isOrderUnderWay(order: StoredOrder, book: AccountBook, memory: AccountMemory, now: EpochMs): boolean {
  const { state, leg, pricing, tag, plannedAt } = order;
  const isFresh = now - plannedAt < STUCK_AFTER_MS;
  switch (state.status) {
    case "planned":
    case "ready":
    case "sending":
    case "unknown":
      return isFresh;
  }
  if (!isAtBroker(state.status)) return false;
  if (leg === "entry") return isFresh;
  const resting = memory.restingShapes.get(tag);
  if (resting === undefined) return isFresh;
  const isToTrade = pricing.kind === "limit" || resting.isTriggered || book.openCommand(tag) !== null;
  return isToTrade && now - resting.since < EXIT_RESTS_AFTER_MS;
}

/** Something of the account waits for an approval, a broker answer or us; a resting stop does not count. */
export const isUnderWay = (book: AccountBook, memory: AccountMemory, now: EpochMs): boolean =>
  [...memory.uncoveredSince.values()].some((since) => now - since < EXIT_RESTS_AFTER_MS) ||
  book.orders().some((order) => isOrderUnderWay(order, book, memory, now));

/** Busy: this process or the broker's answer is waited for. Waiting: only an approval, a look-up or the market. */
export type Progress = "none" | "waiting" | "busy";

export function progressOf(book: AccountBook, memory: AccountMemory, now: EpochMs): Progress {
  if (!isUnderWay(book, memory, now)) return "none";
  const isCallOpen = book
    .orders()
    .some(({ state: { status }, tag }) => status === "ready" || status === "sending" || book.openCommand(tag) !== null);
  return isCallOpen ? "busy" : "waiting";
}
