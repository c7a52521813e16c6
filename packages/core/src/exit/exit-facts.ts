import type { Side } from "../order/order.ts";
import { isAtBroker, isOrderFinal, type OrderState, remainingOf } from "../order/order-state.ts";
import { oppositeSide } from "../order/price-band.ts";
import type { EpochMs } from "../time/clock.ts";
import type { ExitOrder, ExitPosition } from "./exit-model.ts";

const entrySide = ({ direction }: ExitPosition): Side => (direction === "long" ? "buy" : "sell");

export const exitSide = (position: ExitPosition): Side => oppositeSide(entrySide(position));

const exitedQuantity = (orders: readonly ExitOrder[]): number =>
  orders.reduce((sum, { state }) => sum + state.filled, 0);

/** Our open quantity. Never below zero: only a foreign trade can sell more than was bought. */
export function openQuantity(position: ExitPosition, orders: readonly ExitOrder[]): number {
  return Math.max(0, position.entryFilled - position.closedOutside - exitedQuantity(orders));
}

/** The quantity that may be exited: at most the broker's position after an exit was cancelled from outside. */
export const coverableQuantity = (position: ExitPosition, orders: readonly ExitOrder[]): number =>
  Math.max(0, openQuantity(position, orders) - position.missing);

/** Positive when exits traded more than there was: the position changed its sign. None of our orders may cause it. */
export const oversoldQuantity = (position: ExitPosition, orders: readonly ExitOrder[]): number =>
  exitedQuantity(orders) - (position.entryFilled - position.closedOutside);

/** Not ended and not given up: no other exit may be placed beside it. */
export const isLive = ({ state }: ExitOrder): boolean => !(isOrderFinal(state.status) || state.status === "abandoned");

/** Ended or given up after it had left; an order that we withdrew says nothing about the next one. */
export const hasFailedOrEnded = (order: ExitOrder): boolean => !isLive(order) && order.state.reason !== "nothing_left";

export const isWorking = ({ state }: ExitOrder): boolean => isAtBroker(state.status);

/** It has not left, so we can withdraw it alone. */
export const isUnsent = ({ status, isProvedUnsent }: OrderState): boolean =>
  status === "planned" || status === "ready" || (status === "sending" && isProvedUnsent);

export const workingQuantity = (orders: readonly ExitOrder[]): number =>
  orders.filter(isWorking).reduce((sum, { state }) => sum + remainingOf(state), 0);

/** Since when less is covered than is open; `null` while everything is covered. Stored with the position. */
export function trackCover(
  since: EpochMs | null,
  position: ExitPosition,
  orders: readonly ExitOrder[],
  now: EpochMs,
): EpochMs | null {
  const isCovered = workingQuantity(orders) >= coverableQuantity(position, orders);
  return isCovered ? null : (since ?? now);
}
