import {
  type BrokerFill,
  type BrokerFunds,
  type BrokerOrder,
  type BrokerOrderStatus,
  type BrokerPosition,
  brokerOrderId,
  isFinal,
  type OrderTag,
  type Product,
  parseOrderTag,
  type Side,
} from "@vriddhi/core/order/order";
import { type Paise, paise } from "@vriddhi/core/shared/money";
import { type EpochMs, epochMs } from "@vriddhi/core/time/clock";
import type { OrderHint } from "../port/feed.ts";
import type { BrokerProfile } from "../port/session.ts";
import { fromRupeesRounded } from "../transport/decimal.ts";
import type { FyersFunds, FyersOrder, FyersPosition, FyersProfile, FyersTrade, PushedOrder } from "./wire.ts";

const toSide = (side: 1 | -1): Side => (side === 1 ? "buy" : "sell");

const products: ReadonlyMap<string, Product> = new Map([
  ["INTRADAY", "intraday"],
  ["CNC", "delivery"],
]);

const toProduct = (product: string): Product | "other" => products.get(product) ?? "other";

const IN_TRANSIT = 4;
const PENDING = 6;
const statuses: ReadonlyMap<number, BrokerOrderStatus> = new Map([
  [1, "cancelled"],
  [2, "filled"],
  [IN_TRANSIT, "pending"],
  [5, "rejected"],
  [PENDING, "open"],
  [7, "expired"],
]);

const STOP_TYPES: ReadonlySet<number> = new Set([3, 4]);

interface StatusParts {
  readonly status: number;
  readonly type: number;
  readonly filledQty: number;
}

/** One code covers open orders and waiting stops: a stop without a fill waits. An unknown code is not final. */
export function toStatus({ status, type, filledQty }: StatusParts): BrokerOrderStatus {
  if (status === PENDING && STOP_TYPES.has(type) && filledQty === 0) return "trigger_pending";
  return statuses.get(status) ?? "pending";
}

/** The order desk's codes, translated as in the official client. */
const rawStatuses: ReadonlyMap<number, number> = new Map(
  (
    [
      [2, [90]],
      [1, [91, 73]],
      [5, [92, 93, 94]],
      [IN_TRANSIT, [11, 12, 20, 21]],
      [PENDING, [22, 23, 24, 25, 26, 51, 52, 53, 54, 55, 61, 62, 63, 64, 71, 72]],
    ] as const
  ).flatMap(([status, raws]) => raws.map((raw) => [raw, status] as const)),
);

/** Only tags of clients, which have the prefix `1:`; `2:` is Fyers' own. */
export function toTag(shown: string | null | undefined): OrderTag | null {
  const [, owner, tag = ""] = /^(?:([12]):)?(.*)$/.exec(shown ?? "") ?? [];
  return owner === "2" ? null : parseOrderTag(tag);
}

/** 0 means no price. */
function toPrice(rupees: string | number | null | undefined): Paise | null {
  const price = fromRupeesRounded(rupees ?? 0);
  return price === null || price === 0 ? null : price;
}

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const STAMP = /^(\d{2})-([A-Za-z]{3})-(\d{4}) (\d{2}:\d{2}:\d{2})$/;

/** `13-Nov-2026 09:20:01`, India's time without a zone. */
export function toInstant(stamp: string | null | undefined): EpochMs | null {
  const [, day, month = "", year, time] = STAMP.exec(stamp ?? "") ?? [];
  const monthNumber = MONTHS.indexOf(month.toLowerCase()) + 1;
  if (monthNumber === 0) return null;
  const instant = Date.parse(`${year}-${String(monthNumber).padStart(2, "0")}-${day}T${time}+05:30`);
  return Number.isNaN(instant) ? null : epochMs(instant);
}

const hasReason = (status: BrokerOrderStatus): boolean => isFinal(status) && status !== "filled";

export function toOrder(order: FyersOrder): BrokerOrder {
  const filledQty = order.filledQty ?? 0;
  const status = toStatus({ status: order.status, type: order.type, filledQty });
  return {
    id: brokerOrderId(order.id),
    tag: toTag(order.orderTag),
    brokerSymbol: order.symbol,
    side: toSide(order.side),
    product: toProduct(order.productType),
    quantity: order.qty,
    filledQuantity: filledQty,
    pendingQuantity: isFinal(status) ? 0 : (order.remainingQuantity ?? order.qty - filledQty),
    averagePrice: fromRupeesRounded(order.tradedPrice ?? 0) ?? paise(0),
    limit: toPrice(order.limitPrice),
    trigger: STOP_TYPES.has(order.type) ? toPrice(order.stopPrice) : null,
    status,
    reason: hasReason(status) ? order.message || null : null,
    updatedAt: toInstant(order.orderDateTime),
  };
}

/** The order desk's code is the fresher one; an unknown code, or one that depends on the type, is ignored. */
function pushedStatus(pushed: PushedOrder): BrokerOrderStatus | null {
  const status = rawStatuses.get(pushed.ord_status ?? -1) ?? pushed.org_ord_status ?? null;
  const filledQty = pushed.qty_filled ?? 0;
  if (status === null || (status === PENDING && pushed.ord_type == null && filledQty === 0)) return null;
  return toStatus({ status, type: pushed.ord_type ?? 0, filledQty });
}

export const toHint = (pushed: PushedOrder): OrderHint => ({
  orderId: brokerOrderId(pushed.id),
  tag: toTag(pushed.ordertag),
  status: pushedStatus(pushed),
  filledQuantity: pushed.qty_filled ?? null,
});

/** `null` for a fill without a price. */
export function toFill(trade: FyersTrade): BrokerFill | null {
  const price = toPrice(trade.tradePrice);
  if (price === null) return null;
  return {
    id: trade.tradeNumber,
    orderId: brokerOrderId(trade.orderNumber),
    brokerSymbol: trade.symbol,
    side: toSide(trade.side),
    quantity: trade.tradedQty,
    price,
    at: toInstant(trade.orderDateTime),
  };
}

export const toPosition = (position: FyersPosition): BrokerPosition => ({
  brokerSymbol: position.symbol,
  product: toProduct(position.productType),
  netQuantity: position.netQty,
  boughtQuantity: position.buyQty,
  soldQuantity: position.sellQty,
});

const UTILISED = 2;
const AVAILABLE = 10;

/** Rows are identified by number, because titles have changed. `null` if unreadable. */
export function toFunds(rows: FyersFunds): BrokerFunds | null {
  const amountOf = (row: number): Paise | null =>
    fromRupeesRounded(rows.find(({ id }) => id === row)?.equityAmount ?? Number.NaN);
  const available = amountOf(AVAILABLE);
  const used = amountOf(UTILISED);
  return available === null || used === null ? null : { available, used };
}

export const toProfile = (profile: FyersProfile): BrokerProfile => ({
  clientId: profile.fy_id,
  name: profile.name,
  email: profile.email_id ?? null,
  mobile: profile.mobile_number ?? null,
  userType: null,
});
