import type { Order, OrderStatus, Position, Product, Quote, Side, Trade } from "../exchange/model.ts";
import type { FyersDeps } from "./call.ts";
import { typeOf } from "./order-input.ts";
import { averageRupees, percent, toRupees } from "./rupees.ts";
import { CASH, NSE, tickerOf } from "./symbols.ts";
import { toFyersTime } from "./times.ts";

/** 1 cancelled, 2 traded, 4 transit, 5 rejected, 6 pending (also before its trigger), 7 expired. */
export const statusOf: Readonly<Record<OrderStatus, number>> = {
  received: 4,
  open: 6,
  trigger_pending: 6,
  filled: 2,
  cancelled: 1,
  rejected: 5,
  expired: 7,
};

export const productOf: Readonly<Record<Product, string>> = { intraday: "INTRADAY", delivery: "CNC" };
export const sideOf: Readonly<Record<Side, 1 | -1>> = { buy: 1, sell: -1 };
export const validityOf = { day: "DAY", ioc: "IOC" } as const;
/** The client's tag has the prefix `1:`, one of Fyers' own `2:`. */
export const tagOf = (tag: string | null): string => (tag === null ? "2:Untagged" : `1:${tag}`);
export const positionId = ({ symbol, product }: Pick<Position, "symbol" | "product">): string =>
  `${tickerOf(symbol)}-${productOf[product]}`;

/** Orders through the API; the broker's own square-off comes from its risk desk. */
export const sourceOf = ({ placedBy }: Order): string => (placedBy === "client" ? "ITS" : "RMS");

export const fyersIdOf = ({ id }: Order): string => {
  const digits = id.padStart(20, "0");
  return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-4${digits.slice(12, 15)}-8${digits.slice(15, 18)}-${digits.slice(8)}`;
};

type Change = Pick<Quote, "lastPrice" | "previousClose">;

/** One order of the book. Market orders show the protected price they were turned into (assumed). */
export function orderRow({ numbers, symbols }: FyersDeps, order: Order, slNo: number, quote: Change | null): object {
  const instrument = symbols.bySymbol(order.symbol);
  const number = numbers.numberOf(order);
  const status = statusOf[order.status];
  const change = quote === null ? 0 : quote.lastPrice - quote.previousClose;
  return {
    clientId: order.account,
    id: number,
    id_fyers: fyersIdOf(order),
    exchOrdId: order.status === "rejected" ? "" : order.id,
    parentId: "",
    qty: order.quantity,
    remainingQuantity: order.pendingQuantity,
    filledQty: order.filledQuantity,
    discloseQty: 0,
    disclosedQty: 0,
    dqQtyRem: 0,
    limitPrice: toRupees(order.limitPrice ?? 0),
    stopPrice: toRupees(order.triggerPrice ?? 0),
    tradedPrice: averageRupees(order.filledValue, order.filledQuantity),
    type: typeOf[order.pricing.kind],
    fyToken: instrument?.tokens.fyers ?? "",
    exchange: NSE,
    segment: CASH,
    symbol: tickerOf(order.symbol),
    instrument: 0,
    message: numbers.messageOf(order),
    offlineOrder: false,
    orderDateTime: toFyersTime(order.placedAt),
    orderValidity: validityOf[order.validity],
    pan: "",
    productType: productOf[order.product],
    side: sideOf[order.side],
    status,
    source: sourceOf(order),
    ex_sym: order.symbol,
    description: instrument?.name ?? "",
    ch: toRupees(change),
    chp: quote === null ? 0 : percent(change, quote.previousClose),
    lp: toRupees(quote?.lastPrice ?? 0),
    slNo,
    orderNumStatus: `${number}:${status}`,
    orderTag: tagOf(order.tag),
    takeProfit: 0,
    stopLoss: 0,
  };
}

export function tradeRow({ symbols }: FyersDeps, trade: Trade, orderNumber: string, orderType: number): object {
  return {
    clientId: trade.account,
    orderDateTime: toFyersTime(trade.at),
    orderNumber,
    exchangeOrderNo: trade.orderId,
    exchange: NSE,
    side: sideOf[trade.side],
    segment: CASH,
    orderType,
    fyToken: symbols.bySymbol(trade.symbol)?.tokens.fyers ?? "",
    productType: productOf[trade.product],
    tradedQty: trade.quantity,
    tradePrice: toRupees(trade.price),
    tradeValue: toRupees(trade.price * trade.quantity),
    tradeNumber: trade.id,
    row: Number(trade.id),
    symbol: tickerOf(trade.symbol),
    orderTag: tagOf(trade.tag),
  };
}

export function positionRow({ symbols }: FyersDeps, position: Position, slNo: number): object {
  const { netQuantity, dayBuyQuantity, daySellQuantity } = position;
  return {
    netQty: netQuantity,
    qty: Math.abs(netQuantity),
    avgPrice: averageRupees(position.openValue, Math.abs(netQuantity)),
    netAvg: averageRupees(position.openValue, Math.abs(netQuantity)),
    side: Math.sign(netQuantity),
    productType: productOf[position.product],
    realized_profit: toRupees(position.realised),
    unrealized_profit: toRupees(position.unrealised),
    pl: toRupees(position.realised + position.unrealised),
    ltp: toRupees(position.lastPrice),
    buyQty: dayBuyQuantity,
    buyAvg: averageRupees(position.dayBuyValue, dayBuyQuantity),
    buyVal: toRupees(position.dayBuyValue),
    sellQty: daySellQuantity,
    sellAvg: averageRupees(position.daySellValue, daySellQuantity),
    sellVal: toRupees(position.daySellValue),
    slNo,
    fyToken: symbols.bySymbol(position.symbol)?.tokens.fyers ?? "",
    crossCurrency: "N",
    rbiRefRate: 1,
    qtyMulti_com: 1,
    segment: CASH,
    symbol: tickerOf(position.symbol),
    id: positionId(position),
    cfBuyQty: 0,
    cfSellQty: 0,
    dayBuyQty: dayBuyQuantity,
    daySellQty: daySellQuantity,
    exchange: NSE,
  };
}
