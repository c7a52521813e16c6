import {
  type BrokerFill,
  type BrokerFunds,
  type BrokerOrder,
  type BrokerOrderStatus,
  type BrokerPosition,
  brokerOrderId,
  isFinal,
  type Product,
  parseOrderTag,
  type Side,
} from "@vriddhi/core/order/order";
import { type Paise, paise } from "@vriddhi/core/shared/money";
import { type EpochMs, epochMs } from "@vriddhi/core/time/clock";
import type { OrderHint } from "../port/feed.ts";
import type { BrokerProfile } from "../port/session.ts";
import { fromRupeesRounded } from "../transport/decimal.ts";
import { EXCHANGE } from "./endpoints.ts";
import type { KiteMargins, KiteOrder, KitePosition, KiteProfile, KiteTrade, PushedOrder } from "./wire.ts";

const sides: Readonly<Record<KiteOrder["transaction_type"], Side>> = { BUY: "buy", SELL: "sell" };
const products: ReadonlyMap<string, Product> = new Map([
  ["MIS", "intraday"],
  ["CNC", "delivery"],
]);

/** A change or cancellation in progress leaves the order working; `UPDATE` is pushed after partial fills. */
const statuses: Readonly<Record<string, BrokerOrderStatus>> = {
  "PUT ORDER REQ RECEIVED": "pending",
  "VALIDATION PENDING": "pending",
  "OPEN PENDING": "pending",
  "AMO REQ RECEIVED": "pending",
  OPEN: "open",
  UPDATE: "open",
  "MODIFY VALIDATION PENDING": "open",
  "MODIFY PENDING": "open",
  MODIFIED: "open",
  "NOT MODIFIED": "open",
  "CANCEL PENDING": "open",
  "NOT CANCELLED": "open",
  "TRIGGER PENDING": "trigger_pending",
  COMPLETE: "filled",
  CANCELLED: "cancelled",
  REJECTED: "rejected",
};

/** An unknown state is not final: the owner keeps polling. */
export const toStatus = (status: string): BrokerOrderStatus => statuses[status.trim().toUpperCase()] ?? "pending";

/** Only NSE's symbols are used bare: a share of the same name at BSE is another one. */
const toSymbol = ({
  exchange,
  tradingsymbol,
}: {
  readonly exchange: string;
  readonly tradingsymbol: string;
}): string => (exchange === EXCHANGE ? tradingsymbol : `${exchange}:${tradingsymbol}`);

const toProduct = (product: string): Product | "other" => products.get(product) ?? "other";

/** 0 means no price. */
function toPrice(rupees: number | string | null | undefined): Paise | null {
  const price = fromRupeesRounded(rupees ?? 0);
  return price === null || price === 0 ? null : price;
}

const STAMP = /^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}:\d{2})$/;

/** Kite writes India's time without a zone. */
export function toInstant(stamp: string | null | undefined): EpochMs | null {
  const [, date, time] = STAMP.exec(stamp ?? "") ?? [];
  const instant = date === undefined ? Number.NaN : Date.parse(`${date}T${time}+05:30`);
  return Number.isNaN(instant) ? null : epochMs(instant);
}

/** Kite's book still counts a cancelled quantity as pending. */
export function toOrder(order: KiteOrder): BrokerOrder {
  const status = toStatus(order.status);
  const filled = order.filled_quantity ?? 0;
  return {
    id: brokerOrderId(order.order_id),
    tag: parseOrderTag(order.tag),
    brokerSymbol: toSymbol(order),
    side: sides[order.transaction_type],
    product: toProduct(order.product),
    quantity: order.quantity,
    filledQuantity: filled,
    pendingQuantity: isFinal(status) ? 0 : (order.pending_quantity ?? order.quantity - filled),
    averagePrice: fromRupeesRounded(order.average_price ?? 0) ?? paise(0),
    limit: toPrice(order.price),
    trigger: toPrice(order.trigger_price),
    status,
    reason: order.status_message ?? null,
    updatedAt: toInstant(order.exchange_update_timestamp) ?? toInstant(order.order_timestamp),
  };
}

export const toHint = (order: PushedOrder): OrderHint => ({
  orderId: brokerOrderId(order.order_id),
  tag: parseOrderTag(order.tag),
  status: order.status == null ? null : toStatus(order.status),
  filledQuantity: order.filled_quantity ?? null,
});

/** `null` for a fill without a price. */
export function toFill(trade: KiteTrade): BrokerFill | null {
  const price = toPrice(trade.average_price);
  if (price === null) return null;
  return {
    id: trade.trade_id,
    orderId: brokerOrderId(trade.order_id),
    brokerSymbol: toSymbol(trade),
    side: sides[trade.transaction_type],
    quantity: trade.quantity,
    price,
    at: toInstant(trade.fill_timestamp),
  };
}

export const toPosition = (position: KitePosition): BrokerPosition => ({
  brokerSymbol: toSymbol(position),
  product: toProduct(position.product),
  netQuantity: position.quantity,
  boughtQuantity: position.buy_quantity,
  soldQuantity: position.sell_quantity,
});

/** `net` is what a new order may block; `available.cash` has been 0 on funded accounts. `null` if unreadable. */
export function toFunds({ net, utilised }: KiteMargins): BrokerFunds | null {
  const available = fromRupeesRounded(net);
  const used = fromRupeesRounded(utilised.debits);
  return available === null || used === null ? null : { available, used };
}

export const toProfile = (profile: KiteProfile): BrokerProfile => ({
  clientId: profile.user_id,
  name: profile.user_name,
  email: profile.email ?? null,
  mobile: null,
  userType: profile.user_type ?? null,
});
