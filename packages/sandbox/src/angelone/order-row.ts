import type { Exchange } from "../exchange/exchange.ts";
import type { Order, Trade } from "../exchange/model.ts";
import { tradingSymbolOf } from "./listing.ts";
import { rupeeNumber } from "./money.ts";
import { DURATION_WORDS, ORDER_TYPE_WORDS, PRODUCT_WORDS, SIDE_WORDS, STATUS_WORDS } from "./order-format.ts";
import type { OrderNote } from "./order-ledger.ts";
import { clockText, stampText } from "./times.ts";

const isAtMarket = ({ pricing }: Order): boolean => pricing.kind === "market" || pricing.kind === "stop_market";

/** The requested price; market orders show none, whatever is in the book. */
function priceOf(order: Order): number {
  if (isAtMarket(order)) return 0;
  const { pricing } = order;
  return rupeeNumber(order.limitPrice ?? ("price" in pricing ? pricing.price : 0));
}

function triggerOf(order: Order): number {
  const { pricing } = order;
  return rupeeNumber(order.triggerPrice ?? ("trigger" in pricing ? pricing.trigger : 0));
}

/** Prices are numbers, quantities text. `unfilledshares` includes cancelled shares. */
export function orderRow(order: Order, note: OrderNote, token: string, lastTrade: Trade | null) {
  const isAtExchange = order.status !== "rejected" && order.status !== "received";
  const placed = isAtExchange ? stampText(order.placedAt) : "";
  const updated = stampText(order.updatedAt);
  return {
    variety: note.variety,
    ordertype: ORDER_TYPE_WORDS[order.pricing.kind],
    ordertag: order.tag ?? "",
    producttype: PRODUCT_WORDS[order.product],
    price: priceOf(order),
    triggerprice: triggerOf(order),
    quantity: String(order.quantity),
    disclosedquantity: String(note.disclosedQuantity),
    duration: DURATION_WORDS[order.validity],
    squareoff: 0,
    stoploss: 0,
    trailingstoploss: 0,
    tradingsymbol: tradingSymbolOf(order.symbol),
    transactiontype: SIDE_WORDS[order.side],
    exchange: "NSE",
    symboltoken: token,
    instrumenttype: "",
    strikeprice: -1,
    optiontype: "",
    expirydate: "",
    lotsize: "1",
    cancelsize: String(order.cancelledQuantity),
    averageprice: rupeeNumber(order.averagePrice),
    filledshares: String(order.filledQuantity),
    unfilledshares: String(order.quantity - order.filledQuantity),
    orderid: note.orderId,
    text: note.text,
    status: note.status,
    orderstatus: STATUS_WORDS[order.status],
    updatetime: updated,
    exchtime: placed,
    exchorderupdatetime: isAtExchange ? updated : "",
    fillid: lastTrade?.id ?? "",
    filltime: lastTrade === null ? "" : clockText(lastTrade.at),
    parentorderid: "",
    uniqueorderid: note.uniqueOrderId,
    exchangeorderid: isAtExchange ? order.id : "",
  };
}

export type OrderRow = ReturnType<typeof orderRow>;

export function bookRow(order: Order, note: OrderNote, exchange: Exchange): OrderRow {
  const token = exchange.instrument(order.symbol)?.tokens.angelone ?? "";
  const lastTrade = order.filledQuantity === 0 ? null : (exchange.orderTrades(order.id).at(-1) ?? null);
  return orderRow(order, note, token, lastTrade);
}
