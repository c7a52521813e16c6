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
import type { IstDate } from "@vriddhi/core/time/ist";
import type { OrderHint } from "../port/feed.ts";
import type { BrokerProfile } from "../port/session.ts";
import { EXCHANGE } from "./endpoints.ts";
import type { AngelLimits, AngelOrder, AngelPosition, AngelProfile, AngelTrade, PushedOrder } from "./wire.ts";

const sides: Readonly<Record<AngelOrder["transactiontype"], Side>> = { BUY: "buy", SELL: "sell" };
const products: ReadonlyMap<string, Product> = new Map([
  ["INTRADAY", "intraday"],
  ["DELIVERY", "delivery"],
]);

/** `changing` does not reveal whether a stop has been triggered. */
type Word = BrokerOrderStatus | "changing";

const words: ReadonlyMap<string, Word> = new Map([
  ["put order req received", "pending"],
  ["validation pending", "pending"],
  ["open pending", "pending"],
  ["after market order req received", "pending"],
  ["modify after market order req received", "pending"],
  ["open", "open"],
  ["modify validation pending", "changing"],
  ["modify pending", "changing"],
  ["modified", "changing"],
  ["not modified", "changing"],
  ["cancel pending", "changing"],
  ["not cancelled", "changing"],
  ["trigger pending", "trigger_pending"],
  ["complete", "filled"],
  ["cancelled", "cancelled"],
  ["cancelled after market order", "cancelled"],
  ["rejected", "rejected"],
]);

/** `order-status` of the order socket, for records without a status of their own. */
const codes: ReadonlyMap<string, Word> = new Map([
  ["AB01", "open"],
  ["AB02", "cancelled"],
  ["AB03", "rejected"],
  ["AB04", "changing"],
  ["AB05", "filled"],
  ["AB06", "pending"],
  ["AB07", "cancelled"],
  ["AB08", "pending"],
  ["AB09", "pending"],
  ["AB10", "trigger_pending"],
  ["AB11", "changing"],
]);

const wordOf = (text: string | null | undefined): Word | undefined => words.get((text ?? "").trim().toLowerCase());

/** An unknown text is not final: the owner keeps polling. */
export function toStatus(order: Pick<AngelOrder, "status" | "orderstatus" | "variety">, code = ""): BrokerOrderStatus {
  const word = wordOf(order.orderstatus) ?? wordOf(order.status) ?? codes.get(code) ?? "pending";
  if (word !== "changing") return word;
  return order.variety === "STOPLOSS" ? "pending" : "open";
}

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
const toPrice = (price: Paise | null): Paise | null => (price === 0 ? null : price);

const emptyToNull = (text: string | null | undefined): string | null => (text?.trim() ? text : null);

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const STAMP = /^(\d{2})-([A-Za-z]{3})-(\d{4}) (\d{2}:\d{2}:\d{2})$/;
const CLOCK = /^\d{2}:\d{2}:\d{2}$/;

function instantOf(date: string, time: string): EpochMs | null {
  const instant = Date.parse(`${date}T${time}+05:30`);
  return Number.isNaN(instant) ? null : epochMs(instant);
}

/** `13-Nov-2026 09:20:01`, India's time without a zone. */
export function toInstant(stamp: string | null | undefined): EpochMs | null {
  const [, day, name, year, time] = STAMP.exec(stamp?.trim() ?? "") ?? [];
  if (name === undefined || time === undefined) return null;
  const month = MONTHS.indexOf(name.toLowerCase()) + 1;
  return month === 0 ? null : instantOf(`${year}-${String(month).padStart(2, "0")}-${day}`, time);
}

export function toOrder(order: AngelOrder): BrokerOrder {
  const status = toStatus(order);
  const filled = order.filledshares ?? 0;
  const unfilled = order.unfilledshares ?? order.quantity - filled;
  return {
    id: brokerOrderId(order.orderid),
    tag: parseOrderTag(order.ordertag),
    brokerSymbol: toSymbol(order),
    side: sides[order.transactiontype],
    product: toProduct(order.producttype),
    quantity: order.quantity,
    filledQuantity: filled,
    // A cancelled quantity still counts as unfilled.
    pendingQuantity: isFinal(status) ? 0 : unfilled,
    averagePrice: order.averageprice ?? paise(0),
    limit: toPrice(order.price),
    trigger: toPrice(order.triggerprice),
    status,
    reason: emptyToNull(order.text),
    updatedAt: toInstant(order.updatetime) ?? toInstant(order.exchorderupdatetime),
  };
}

/** `code` is the frame's own status, for records without one. */
export const toHint = (order: PushedOrder, code: string): OrderHint => ({
  orderId: brokerOrderId(order.orderid),
  tag: parseOrderTag(order.ordertag),
  status: toStatus(order, code),
  filledQuantity: order.filledshares,
});

/** Trades carry the time without the day; `day` is the book's day. */
export function toFill(trade: AngelTrade, day: IstDate): BrokerFill {
  const time = trade.filltime?.trim() ?? "";
  return {
    id: trade.fillid,
    orderId: brokerOrderId(trade.orderid),
    brokerSymbol: toSymbol(trade),
    side: sides[trade.transactiontype],
    quantity: trade.fillsize,
    price: trade.fillprice,
    at: CLOCK.test(time) ? instantOf(day, time) : toInstant(time),
  };
}

export const toPosition = (position: AngelPosition): BrokerPosition => ({
  brokerSymbol: toSymbol(position),
  product: toProduct(position.producttype),
  netQuantity: position.netqty,
  boughtQuantity: position.buyqty,
  soldQuantity: position.sellqty,
});

/** `availablecash` is not cash: users saw the same margin in it. The debits are `null` before the account uses any. */
export const toFunds = ({ net, utiliseddebits }: AngelLimits): BrokerFunds => ({
  available: net,
  used: utiliseddebits ?? paise(0),
});

export const toProfile = (profile: AngelProfile): BrokerProfile => ({
  clientId: profile.clientcode,
  name: profile.name.trim(),
  email: emptyToNull(profile.email),
  mobile: emptyToNull(profile.mobileno),
  userType: null,
});
