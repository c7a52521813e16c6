import { err, ok, type Result } from "../shared/result.ts";
import { type EpochMs, epochMs } from "../time/clock.ts";
import { isFinal } from "./order.ts";
import type { SeenRow } from "./order-event.ts";
import { isAtBroker, type OrderState, type OrderStatus } from "./order-state.ts";

/** `other_order_id`: two orders carry one tag, which only a fault of ours can cause. */
export type RowRefusal = "other_order_id" | "impossible_row";

/** When rows of an order show different ends, the one to the right wins, in any order. */
const ends: readonly OrderStatus[] = ["expired", "rejected", "cancelled", "filled"];

const isPossible = ({ quantity, filled, status }: SeenRow): boolean =>
  Number.isSafeInteger(quantity) &&
  Number.isSafeInteger(filled) &&
  quantity > 0 &&
  filled >= 0 &&
  filled <= quantity &&
  (status !== "filled" || filled === quantity);

const working = (filled: number): OrderStatus => (filled > 0 ? "partly_filled" : "accepted");

function endOf(row: SeenRow): OrderStatus | null {
  switch (row.status) {
    case "filled":
    case "cancelled":
    case "rejected":
    case "expired":
      return row.status;
    default:
      return null;
  }
}

/** Given up, ended by us, or not even sent: no row was expected. */
function isUnexpected({ status, isFinalInBook }: OrderState): boolean {
  const isEndedByUs = !isFinalInBook && (status === "cancelled" || status === "rejected" || status === "expired");
  return isEndedByUs || status === "abandoned" || status === "planned" || status === "ready";
}

interface RowEffect {
  readonly status: OrderStatus;
  readonly isFinalInBook: boolean;
  readonly isRowTaken: boolean;
}

/** The order's status after the row alone; a row that is older than an end changes nothing. */
function effectOf(order: OrderState, row: SeenRow, filled: number): RowEffect {
  const end = endOf(row);
  if (order.status === "handed_over") return { status: "handed_over", isFinalInBook: end !== null, isRowTaken: false };
  if (order.isFinalInBook) {
    const isBetter = end !== null && ends.indexOf(end) >= ends.indexOf(order.status);
    return { status: isBetter ? end : order.status, isFinalInBook: true, isRowTaken: isBetter };
  }
  if (end !== null) return { status: end, isFinalInBook: true, isRowTaken: true };
  const status = order.status === "stuck" ? "stuck" : working(filled);
  return { status, isFinalInBook: false, isRowTaken: true };
}

const earliest = (a: EpochMs | null, b: EpochMs): EpochMs => (a === null ? b : epochMs(Math.min(a, b)));
const latest = (a: EpochMs | null, b: EpochMs): EpochMs => (a === null ? b : epochMs(Math.max(a, b)));

const isAsNew = (at: EpochMs, than: EpochMs | null): boolean => than === null || at >= than;

function reasonAfter(order: OrderState, { status }: RowEffect, wasGivenUp: boolean): OrderState["reason"] {
  if (status === "handed_over" || status === "stuck") return order.reason;
  if (status === "cancelled" || status === "rejected" || status === "expired") return "ended_by_broker";
  return wasGivenUp && isAtBroker(status) ? "appeared_late" : null;
}

/** The greatest quantity wins, with the average of its newest read. */
function fillAfter(order: OrderState, at: EpochMs, row: SeenRow) {
  const isApplied = row.filled > order.filled || (row.filled === order.filled && isAsNew(at, order.filledSeenAt));
  if (!isApplied) return { filled: order.filled, averagePrice: order.averagePrice, filledSeenAt: order.filledSeenAt };
  return { filled: row.filled, averagePrice: row.averagePrice, filledSeenAt: at };
}

/** In any order and with repetitions: the greatest fill wins, an end beats working rows, the newest quantity counts. */
export function takeRow(order: OrderState, at: EpochMs, row: SeenRow): Result<OrderState, RowRefusal> {
  if (order.orderId !== null && order.orderId !== row.orderId) return err("other_order_id");
  if (!isPossible(row)) return err("impossible_row");
  const { filled, averagePrice, filledSeenAt } = fillAfter(order, at, row);
  const effect = effectOf(order, row, filled);
  const wasGivenUp = order.wasGivenUp || isUnexpected(order);
  return ok({
    ...order,
    status: effect.status,
    isFinalInBook: order.isFinalInBook || effect.isFinalInBook,
    orderId: row.orderId,
    quantity: isAsNew(at, order.seenAt) ? row.quantity : order.quantity,
    filled,
    averagePrice,
    filledSeenAt,
    reason: reasonAfter(order, effect, wasGivenUp),
    brokerReason: effect.isRowTaken && isFinal(row.status) ? row.reason : order.brokerReason,
    isProvedUnsent: false,
    wasGivenUp,
    lateSince: wasGivenUp ? earliest(order.lateSince, at) : null,
    seenAt: latest(order.seenAt, at),
  });
}
