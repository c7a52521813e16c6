import type { OrderStatus } from "@vriddhi/core/order/order-state";
import { unreachable } from "@vriddhi/core/shared/assert";
import type { ShareState } from "./admin-order.store.ts";

export type ShareOutcome = "waiting" | "placed" | "filled" | "unknown" | "refused" | "skipped";

function outcomeOfOrder(status: OrderStatus, filled: number, hasReachedBroker: boolean): ShareOutcome {
  switch (status) {
    case "planned":
    case "ready":
    case "sending":
      return "waiting";
    case "unknown":
      return "unknown";
    case "accepted":
    case "partly_filled":
    case "stuck":
    case "handed_over":
      return "placed";
    case "filled":
      return "filled";
    case "cancelled":
    case "expired":
      if (filled > 0) return "filled";
      return hasReachedBroker ? "placed" : "refused";
    case "rejected":
    case "abandoned":
      return "refused";
    default:
      return unreachable(status);
  }
}

export function outcomeOf({ skip, order }: Pick<ShareState, "skip" | "order">): ShareOutcome {
  if (order !== null) return outcomeOfOrder(order.status, order.filled, order.hasReachedBroker);
  return skip === null ? "waiting" : "skipped";
}

export interface Tally {
  readonly total: number;
  /** Accepted by a broker. */
  readonly successful: number;
  /** Sent or about to be sent; outcome unknown. */
  readonly unknown: number;
  readonly failed: number;
  /** State of the accepted orders: filled at least in part, working, or ended without a fill. */
  readonly filled: number;
  readonly working: number;
  readonly cancelled: number;
}

/** A broker accepted it, and it ended without a fill. */
export const isCancelled = ({ order }: Pick<ShareState, "order">): boolean =>
  order !== null &&
  order.filled === 0 &&
  order.hasReachedBroker &&
  (order.status === "cancelled" || order.status === "expired");

const isTaken = (outcome: ShareOutcome): boolean => outcome === "placed" || outcome === "filled";
const isOpen = (outcome: ShareOutcome): boolean => outcome === "unknown" || outcome === "waiting";

export function tallyOf(states: readonly ShareState[]): Tally {
  const outcomes = states.map(outcomeOf);
  const successful = outcomes.filter(isTaken).length;
  const unknown = outcomes.filter(isOpen).length;
  const filled = outcomes.filter((outcome) => outcome === "filled").length;
  const cancelled = states.filter(isCancelled).length;
  return {
    total: outcomes.length,
    successful,
    unknown,
    failed: outcomes.length - successful - unknown,
    filled,
    working: successful - filled - cancelled,
    cancelled,
  };
}

/** A broker may refuse an accepted order a moment later: only its order book confirms it. */
const isCertain = (state: ShareState): boolean => {
  const outcome = outcomeOf(state);
  return outcome !== "waiting" && (outcome !== "placed" || state.order?.isSeen === true);
};

/** True when a longer wait brings nothing: a lost answer is looked up for longer than a call may take. */
export const isSettled = (states: readonly ShareState[]): boolean => states.every(isCertain);

export const hasFault = (state: ShareState): boolean => !isTaken(outcomeOf(state));
