import type { Order, OrderChange, OrderHistoryEntry } from "../exchange/model.ts";
import { stamp } from "./ist-stamps.ts";
import type { Kite } from "./kite.ts";
import type { FailedChange, OrderNote } from "./order-notes.ts";
import { type OrderRecord, orderRecord, STATUS_NAMES, shownPricing } from "./order-record.ts";
import { averageRupees } from "./rupees.ts";

/** An order's steps inside the broker until the exchange's answer; the last one is that answer. */
const STEPS: Readonly<Record<OrderChange, readonly string[]>> = {
  placed: ["PUT ORDER REQ RECEIVED", "VALIDATION PENDING"],
  open: ["OPEN PENDING", "OPEN"],
  trigger_pending: ["OPEN PENDING", "TRIGGER PENDING"],
  updated: ["MODIFY VALIDATION PENDING", "MODIFY PENDING", "MODIFIED"],
  partially_filled: ["OPEN"],
  filled: ["COMPLETE"],
  cancelled: ["CANCEL PENDING", "CANCELLED"],
  rejected: ["REJECTED"],
  expired: ["CANCELLED"],
};

const FAILED_STEPS = ["MODIFY VALIDATION PENDING", "NOT MODIFIED"] as const;

/** Before the exchange knows it, an order has no exchange numbers. */
const isAtExchange = (change: OrderChange): boolean => change !== "placed" && change !== "rejected";

/** The request at that time: until its price is known a market order is still shown as one. */
function pricesAt(order: Order, note: OrderNote, { pricing, limitPrice, triggerPrice }: OrderHistoryEntry) {
  const shown = shownPricing({ ...order, pricing, limitPrice, triggerPrice }, note);
  return {
    order_type: shown.orderType,
    price: shown.price,
    trigger_price: shown.trigger,
    market_protection: shown.marketProtection,
  };
}

function toLine(record: OrderRecord, order: Order, note: OrderNote, entry: OrderHistoryEntry): OrderRecord {
  const isOver = entry.status === "cancelled" || entry.status === "expired";
  const isDone = entry.status === "filled" || entry.status === "rejected";
  const left = entry.quantity - entry.filledQuantity;
  const at = stamp(entry.at);
  const isThere = isAtExchange(entry.change);
  return {
    ...record,
    exchange_order_id: isThere ? record.exchange_order_id : null,
    order_timestamp: at,
    exchange_update_timestamp: isThere ? at : null,
    exchange_timestamp: isThere ? at : null,
    quantity: entry.quantity,
    filled_quantity: entry.filledQuantity,
    pending_quantity: isDone ? 0 : left,
    cancelled_quantity: isOver ? left : 0,
    average_price: averageRupees(entry.filledValue, entry.filledQuantity),
    ...pricesAt(order, note, entry),
    status_message: entry.reason === null ? null : record.status_message,
    status_message_raw: entry.reason === null ? null : record.status_message_raw,
  };
}

/** After a modification the order keeps its place. */
function stepsOf(entry: OrderHistoryEntry): readonly string[] {
  return entry.change === "updated" ? [...STEPS.updated, STATUS_NAMES[entry.status]] : STEPS[entry.change];
}

function failedLines(before: OrderRecord, { at, message }: FailedChange): OrderRecord[] {
  const row = { ...before, order_timestamp: stamp(at) };
  const [checked, refused] = FAILED_STEPS;
  return [
    { ...row, status: checked },
    { ...row, status: refused, status_message: message, status_message_raw: message },
    row,
  ];
}

export function orderHistory(kite: Kite, order: Order, note: OrderNote): OrderRecord[] {
  const record = orderRecord(kite, order);
  const lines: OrderRecord[] = [];
  kite.exchange.orderHistory(order.id).forEach((entry, index) => {
    const line = toLine(record, order, note, entry);
    for (const status of stepsOf(entry)) lines.push({ ...line, status });
    const last = lines.at(-1) ?? line;
    for (const failed of note.failed) if (failed.afterEntries === index + 1) lines.push(...failedLines(last, failed));
  });
  return lines;
}
