import type { Side } from "../order/order.ts";
import { isAtBroker, isOrderFinal, type OrderState, remainingOf } from "../order/order-state.ts";
import { oppositeSide } from "../order/price-band.ts";
import type { EpochMs } from "../time/clock.ts";
import type { ExitOrder, ExitPosition } from "./exit-model.ts";

const entrySide = ({ direction }: ExitPosition): Side => (direction === "long" ? "buy" : "sell");

export const exitSide = (position: ExitPosition): Side => oppositeSide(entrySide(position));

const exitedQuantity = (orders: readonly ExitOrder[]): number =>
  orders.reduce((sum, { state }) => sum + state.filled, 0);

/** What is left of ours. Never below zero: more was sold than bought only by somebody else's hand. */
export function openQuantity(position: ExitPosition, orders: readonly ExitOrder[]): number {
  return Math.max(0, position.entryFilled - position.closedOutside - exitedQuantity(orders));
}

/** What of it can be exited from: never more than the broker's position shows after an exit was taken away. */
export const coverableQuantity = (position: ExitPosition, orders: readonly ExitOrder[]): number =>
  Math.max(0, openQuantity(position, orders) - position.missing);

/** Positive: exits traded more than there was, and the position has changed its sign. Nothing of ours may bring it about. */
export const oversoldQuantity = (position: ExitPosition, orders: readonly ExitOrder[]): number =>
  exitedQuantity(orders) - (position.entryFilled - position.closedOutside);

/** Not ended and not given up: it stands between us and another exit. */
export const isLive = ({ state }: ExitOrder): boolean => !(isOrderFinal(state.status) || state.status === "abandoned");

/** Ended or given up after it had left; what we took back ourselves says nothing about the next one. */
export const hasFailedOrEnded = (order: ExitOrder): boolean => !isLive(order) && order.state.reason !== "nothing_left";

export const isWorking = ({ state }: ExitOrder): boolean => isAtBroker(state.status);

/** It has not left, so that taking it back is ours alone. */
export const isUnsent = ({ status, isProvedUnsent }: OrderState): boolean =>
  status === "planned" || status === "ready" || (status === "sending" && isProvedUnsent);

/** What accepted exits would still trade. */
export const workingQuantity = (orders: readonly ExitOrder[]): number =>
  orders.filter(isWorking).reduce((sum, { state }) => sum + remainingOf(state), 0);

/** Since when less is covered than is open; null while all is. To be kept with the position. */
export function trackCover(
  since: EpochMs | null,
  position: ExitPosition,
  orders: readonly ExitOrder[],
  now: EpochMs,
): EpochMs | null {
  const isCovered = workingQuantity(orders) >= coverableQuantity(position, orders);
  return isCovered ? null : (since ?? now);
}
