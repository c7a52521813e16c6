import type { OrderStatus } from "@vriddhi/core/order/order-state";
import { unreachable } from "@vriddhi/core/shared/assert";
import type { ShareState } from "./admin-order.store.ts";

/** What became of an account's order, as the desk counts it. */
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
  /** A broker took them. */
  readonly successful: number;
  /** Sent or about to be, and nobody knows. */
  readonly unknown: number;
  readonly failed: number;
  /** Where those that a broker took stand: filled at least in part, at work, or ended without a fill. */
  readonly filled: number;
  readonly working: number;
  readonly cancelled: number;
}

/** A broker took it, and it ended without a fill. */
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

/** A broker that has taken an order may refuse it a moment later: only its book tells. */
const isCertain = (state: ShareState): boolean => {
  const outcome = outcomeOf(state);
  return outcome !== "waiting" && (outcome !== "placed" || state.order?.isSeen === true);
};

/** Whether waiting longer can tell more soon: an answer that was lost is looked up for longer than anybody waits. */
export const isSettled = (states: readonly ShareState[]): boolean => states.every(isCertain);

export const hasTrouble = (state: ShareState): boolean => !isTaken(outcomeOf(state));
