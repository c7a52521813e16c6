import {
  type BrokerFill,
  type BrokerFunds,
  type BrokerInstrument,
  type BrokerOrder,
  type BrokerOrderStatus,
  type BrokerPosition,
  brokerOrderId,
  isFinal,
  type Product,
  type Side,
} from "@vriddhi/core/order/order";
import { type Paise, paise } from "@vriddhi/core/shared/money";
import { type EpochMs, epochMs, SECOND_MS } from "@vriddhi/core/time/clock";
import type { BrokerProfile } from "../port/session.ts";
import { readCsv } from "../transport/csv.ts";
import { fromRupees, fromRupeesRounded } from "../transport/decimal.ts";
import { CASH, NSE } from "./endpoints.ts";
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

type StatusParts = Pick<FyersOrder, "status" | "type" | "filledQty">;

/**
 * Fyers has one number for orders in the book and for those that wait for their trigger: a stop without a fill counts as
 * waiting. A number we do not know is not an end: the owner goes on looking.
 */
export function toStatus({ status, type, filledQty }: StatusParts): BrokerOrderStatus {
  if (status === PENDING && STOP_TYPES.has(type) && filledQty === 0) return "trigger_pending";
  return statuses.get(status) ?? "pending";
}

/** The order desk's own numbers, as the official client translates them. */
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

/** Only what a client gave, which has `1:` before it; `2:` is Fyers' own. */
export function toTag(shown: string | null | undefined): string | null {
  const [, owner, tag = ""] = /^(?:([12]):)?(.*)$/.exec(shown ?? "") ?? [];
  return owner === "2" || tag === "" || tag === "Untagged" ? null : tag;
}

/** 0 stands for none. */
function toPrice(rupees: string | number): Paise | null {
  const price = fromRupeesRounded(rupees);
  return price === null || price === 0 ? null : price;
}

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const STAMP = /^(\d{2})-([A-Za-z]{3})-(\d{4}) (\d{2}:\d{2}:\d{2})$/;

/** `13-Nov-2026 09:20:01`, India's time without saying so. */
export function toInstant(stamp: string | null | undefined): EpochMs | null {
  const [, day, month = "", year, time] = STAMP.exec(stamp ?? "") ?? [];
  const monthNumber = MONTHS.indexOf(month.toLowerCase()) + 1;
  if (monthNumber === 0) return null;
  const instant = Date.parse(`${year}-${String(monthNumber).padStart(2, "0")}-${day}T${time}+05:30`);
  return Number.isNaN(instant) ? null : epochMs(instant);
}

const hasReason = (status: BrokerOrderStatus): boolean => isFinal(status) && status !== "filled";

export function toOrder(order: FyersOrder): BrokerOrder {
  const status = toStatus(order);
  return {
    id: brokerOrderId(order.id),
    tag: toTag(order.orderTag),
    brokerSymbol: order.symbol,
    side: toSide(order.side),
    product: toProduct(order.productType),
    quantity: order.qty,
    filledQuantity: order.filledQty,
    pendingQuantity: isFinal(status) ? 0 : order.remainingQuantity,
    averagePrice: fromRupeesRounded(order.tradedPrice) ?? paise(0),
    limit: toPrice(order.limitPrice),
    trigger: STOP_TYPES.has(order.type) ? toPrice(order.stopPrice) : null,
    status,
    reason: hasReason(status) ? order.message || null : null,
    updatedAt: toInstant(order.orderDateTime),
  };
}

/** The book's times are those of placing; a push may tell the one of the change. */
export function toPushedOrder(pushed: PushedOrder): BrokerOrder {
  const order = toOrder({
    id: pushed.id,
    symbol: pushed.symbol,
    side: pushed.tran_side,
    productType: pushed.product_type,
    type: pushed.ord_type,
    qty: pushed.qty,
    filledQty: pushed.qty_filled,
    remainingQuantity: pushed.qty_remaining,
    limitPrice: pushed.price_limit,
    stopPrice: pushed.price_stop,
    tradedPrice: pushed.price_traded,
    status: rawStatuses.get(pushed.ord_status) ?? IN_TRANSIT,
    message: pushed.oms_msg,
    orderDateTime: pushed.time_oms,
    orderTag: pushed.ordertag,
  });
  const changedAt = pushed.update_time_epoch_oms ?? 0;
  return changedAt > 0 ? { ...order, updatedAt: epochMs(changedAt * SECOND_MS) } : order;
}

export const toFill = (trade: FyersTrade): BrokerFill => ({
  id: trade.tradeNumber,
  orderId: brokerOrderId(trade.orderNumber),
  brokerSymbol: trade.symbol,
  side: toSide(trade.side),
  quantity: trade.tradedQty,
  price: fromRupeesRounded(trade.tradePrice) ?? paise(0),
  at: toInstant(trade.orderDateTime),
});

export const toPosition = (position: FyersPosition): BrokerPosition => ({
  brokerSymbol: position.symbol,
  product: toProduct(position.productType),
  netQuantity: position.netQty,
  boughtQuantity: position.buyQty,
  soldQuantity: position.sellQty,
});

const UTILISED = 2;
const AVAILABLE = 10;

/** Rows are known by their numbers, titles have changed. Null: unreadable. */
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

/** The list has no row of names. */
const COLUMNS =
  "fyToken,details,type,lot,tick,isin,session,updated,expiry,ticker,exchange,segment,scrip,underlying,underlyingScrip,strike,option,underlyingToken,a,b,c";
const SHARE = /^NSE:(.+)-EQ$/;
const FY_TOKEN = /^\d{11,20}$/;

function toInstrument(row: Readonly<Record<string, string>>): BrokerInstrument | null {
  const { fyToken: token = "", ticker: brokerSymbol = "", tick = "", lot = "", isin = "" } = row;
  const symbol = SHARE.exec(brokerSymbol)?.[1];
  const isCash = row["exchange"] === NSE && row["segment"] === CASH;
  const tickSize = fromRupees(tick);
  if (symbol === undefined || !isCash || !FY_TOKEN.test(token) || tickSize === null || tickSize <= 0) return null;
  return { isin, symbol, brokerSymbol, token, tickSize, lotSize: Number(lot) || 1 };
}

/** Shares of NSE alone. Null when this is not the list: an empty one would say that nothing can be traded. */
export function toInstruments(csv: string): readonly BrokerInstrument[] | null {
  const shares = readCsv(`${COLUMNS}\n${csv.replace(/^\uFEFF/, "")}`).flatMap((row) => toInstrument(row) ?? []);
  return shares.length === 0 ? null : shares;
}
