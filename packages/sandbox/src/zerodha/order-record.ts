import { unreachable } from "@vriddhi/core/shared/assert";
import type { Order, OrderStatus, Product, Side, Validity } from "../exchange/model.ts";
import { stamp } from "./ist-stamps.ts";
import type { Kite } from "./kite.ts";
import type { OrderType } from "./order-form.ts";
import type { OrderNote } from "./order-notes.ts";
import { cancelTexts, isRejectReason, rejectTexts } from "./reject-texts.ts";
import { averageRupees, toRupees } from "./rupees.ts";

export const SIDE_NAMES: Readonly<Record<Side, string>> = { buy: "BUY", sell: "SELL" };
export const PRODUCT_NAMES: Readonly<Record<Product, string>> = { intraday: "MIS", delivery: "CNC" };
const VALIDITY_NAMES: Readonly<Record<Validity, string>> = { day: "DAY", ioc: "IOC" };

/** Kite has no expired status: open orders end as cancelled. */
export const STATUS_NAMES: Readonly<Record<OrderStatus, string>> = {
  received: "PUT ORDER REQ RECEIVED",
  open: "OPEN",
  trigger_pending: "TRIGGER PENDING",
  filled: "COMPLETE",
  cancelled: "CANCELLED",
  rejected: "REJECTED",
  expired: "CANCELLED",
};

const SQUARE_OFF_DESK = "ADMINSQF";

interface ShownPricing {
  readonly orderType: OrderType;
  readonly price: number;
  readonly trigger: number;
  readonly marketProtection: number;
}

/** A protected market order is shown as the limit order it became; a refused one as requested. */
export function shownPricing({ pricing, limitPrice, triggerPrice }: Order, note: OrderNote | null): ShownPricing {
  const price = toRupees(limitPrice ?? 0);
  const marketProtection = note?.marketProtection ?? 0;
  switch (pricing.kind) {
    case "limit":
      return { orderType: "LIMIT", price: toRupees(pricing.price), trigger: 0, marketProtection: 0 };
    case "stop_limit":
      return {
        orderType: "SL",
        price: toRupees(pricing.price),
        trigger: toRupees(pricing.trigger),
        marketProtection: 0,
      };
    case "market":
      return limitPrice === null
        ? { orderType: "MARKET", price: 0, trigger: 0, marketProtection }
        : { orderType: "LIMIT", price, trigger: 0, marketProtection: 0 };
    case "stop_market":
      return limitPrice === null
        ? { orderType: "SL-M", price: 0, trigger: toRupees(pricing.trigger), marketProtection }
        : { orderType: "SL", price, trigger: toRupees(triggerPrice ?? 0), marketProtection: 0 };
    default:
      return unreachable(pricing);
  }
}

/** The texts for users and the raw ones; both `null` for an order without a problem. */
function messagesOf(
  { reason, pendingQuantity }: Order,
  note: OrderNote | null,
): { message: string | null; raw: string | null } {
  if (reason === null) {
    const failed = pendingQuantity > 0 ? (note?.failed.at(-1)?.message ?? null) : null;
    return { message: failed, raw: failed };
  }
  if (isRejectReason(reason)) return rejectTexts[reason];
  const text = cancelTexts[reason];
  return { message: text, raw: text };
}

/** One row of the order book. Orders that never reached the exchange have no exchange numbers. */
export function orderRecord(kite: Kite, order: Order) {
  const note = kite.notes.of(order);
  const { orderType, price, trigger, marketProtection } = shownPricing(order, note);
  const { message, raw } = messagesOf(order, note);
  const isRejected = order.status === "rejected";
  const updated = stamp(order.updatedAt);
  return {
    placed_by: order.placedBy === "broker" ? SQUARE_OFF_DESK : order.account,
    order_id: kite.notes.idOf(order),
    exchange_order_id: isRejected ? null : order.id,
    parent_order_id: null,
    status: STATUS_NAMES[order.status],
    status_message: message,
    status_message_raw: raw,
    order_timestamp: updated,
    exchange_update_timestamp: isRejected ? null : updated,
    exchange_timestamp: isRejected ? null : order.placedAt === order.updatedAt ? updated : stamp(order.placedAt),
    variety: "regular",
    modified: order.modifications > 0,
    exchange: "NSE",
    tradingsymbol: order.symbol,
    instrument_token: kite.exchange.instrument(order.symbol)?.tokens.kiteInstrument ?? 0,
    order_type: orderType as string,
    transaction_type: SIDE_NAMES[order.side],
    validity: VALIDITY_NAMES[order.validity],
    validity_ttl: 0,
    product: PRODUCT_NAMES[order.product],
    quantity: order.quantity,
    disclosed_quantity: note?.disclosedQuantity ?? 0,
    price,
    trigger_price: trigger,
    average_price: averageRupees(order.filledValue, order.filledQuantity),
    filled_quantity: order.filledQuantity,
    // Kite's books still count a cancelled quantity as pending.
    pending_quantity: order.pendingQuantity + order.cancelledQuantity,
    cancelled_quantity: order.cancelledQuantity,
    auction_number: null,
    market_protection: marketProtection,
    meta: {},
    tag: order.tag,
    ...(order.tag === null ? {} : { tags: [order.tag] }),
    guid: `01X${order.id}`,
  };
}

export type OrderRecord = ReturnType<typeof orderRecord>;
