import type { Order, OrderChange, OrderEvent, Position, Trade } from "../exchange/model.ts";
import type { FyersDeps } from "./call.ts";
import { typeOf } from "./order-input.ts";
import { fyersIdOf, positionId, productOf, sideOf, sourceOf, statusOf, tagOf, validityOf } from "./rows.ts";
import { averageRupees, toRupees } from "./rupees.ts";
import { CASH, NSE, tickerOf } from "./symbols.ts";
import { epochSeconds, toFyersTime } from "./times.ts";

/** Clients translate: 20 transit, 90 traded, 73 and 91 cancelled or expired, 92 rejected, sixties pending (assumed). */
const rawStatusOf: Readonly<Record<OrderChange, number>> = {
  placed: 20,
  open: 61,
  trigger_pending: 62,
  updated: 63,
  partially_filled: 64,
  filled: 90,
  cancelled: 91,
  rejected: 92,
  expired: 73,
};

/** The first is documented. */
const reportOf: Readonly<Record<OrderChange, string>> = {
  placed: "New Ack",
  open: "New",
  trigger_pending: "Trigger Pending",
  updated: "Replaced",
  partially_filled: "Partial Fill",
  filled: "Fill",
  cancelled: "Canceled",
  rejected: "Rejected",
  expired: "Expired",
};

/** Fyers omits empty fields: a pending order has no filled quantity, a limit order no trigger. */
const withoutEmpty = (row: Readonly<Record<string, unknown>>): object =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== 0 && value !== "" && value !== false));

export function orderFrame({ numbers, symbols }: FyersDeps, { order, change, at }: OrderEvent): string {
  const instrument = symbols.bySymbol(order.symbol);
  const isKnownToExchange = change !== "placed" && change !== "rejected";
  const orders = {
    client_id: order.account,
    id: numbers.numberOf(order),
    id_parent: "",
    id_exchange: isKnownToExchange ? order.id : "",
    id_fyers: fyersIdOf(order),
    qty: order.quantity,
    qty_remaining: change === "placed" ? order.quantity : order.pendingQuantity,
    qty_filled: order.filledQuantity,
    price_limit: toRupees(order.limitPrice ?? 0),
    price_stop: toRupees(order.triggerPrice ?? 0),
    price_traded: averageRupees(order.filledValue, order.filledQuantity),
    ord_type: typeOf[order.pricing.kind],
    fy_token: instrument?.tokens.fyers ?? "",
    exchange: NSE,
    segment: CASH,
    symbol: tickerOf(order.symbol),
    instrument: 0,
    lot_size: 1,
    tick_size: toRupees(instrument?.tickSize ?? 0),
    oms_msg: numbers.messageOf(order),
    offline_flag: false,
    oms_flag: "K:1",
    time_oms: toFyersTime(order.placedAt),
    time_epoch_oms: epochSeconds(order.placedAt),
    update_time_epoch_oms: epochSeconds(at),
    time_exch: isKnownToExchange ? toFyersTime(at) : "NA",
    validity: validityOf[order.validity],
    product_type: productOf[order.product],
    tran_side: sideOf[order.side],
    ord_status: rawStatusOf[change],
    org_ord_status: statusOf[order.status],
    report_type: reportOf[change],
    status_msg: reportOf[change],
    ord_source: sourceOf(order),
    pan: "",
    precision: 2,
    price_multiplier: 1,
    qty_multiplier: 1,
    symbol_exch: order.symbol,
    symbol_desc: instrument?.name ?? "",
    ordertag: tagOf(order.tag),
  };
  return JSON.stringify({ orders: withoutEmpty(orders), s: "ok" });
}

export function tradeFrame({ numbers, symbols }: FyersDeps, order: Order, trade: Trade): string {
  const trades = {
    id_fill: trade.id,
    id: numbers.numberOf(order),
    id_fyers: fyersIdOf(order),
    qty_traded: trade.quantity,
    price_traded: toRupees(trade.price),
    traded_val: toRupees(trade.price * trade.quantity),
    product_type: productOf[trade.product],
    client_id: trade.account,
    id_exchange: trade.orderId,
    ord_type: typeOf[order.pricing.kind],
    tran_side: sideOf[trade.side],
    symbol: tickerOf(trade.symbol),
    fill_time: toFyersTime(trade.at),
    fy_token: symbols.bySymbol(trade.symbol)?.tokens.fyers ?? "",
    exchange: NSE,
    segment: CASH,
    ordertag: tagOf(trade.tag),
  };
  return JSON.stringify({ trades, s: "ok" });
}

export function positionFrame({ symbols }: FyersDeps, position: Position): string {
  const { netQuantity, dayBuyQuantity, daySellQuantity, dayBuyValue, daySellValue } = position;
  const positions = {
    symbol: tickerOf(position.symbol),
    id: positionId(position),
    buy_avg: averageRupees(dayBuyValue, dayBuyQuantity),
    buy_qty: dayBuyQuantity,
    buy_val: toRupees(dayBuyValue),
    sell_avg: averageRupees(daySellValue, daySellQuantity),
    sell_qty: daySellQuantity,
    sell_val: toRupees(daySellValue),
    net_avg: averageRupees(position.openValue, Math.abs(netQuantity)),
    net_qty: netQuantity,
    tran_side: Math.sign(netQuantity),
    qty: Math.abs(netQuantity),
    product_type: productOf[position.product],
    pl_realized: toRupees(position.realised),
    pl_unrealized: toRupees(position.unrealised),
    pl_total: toRupees(position.realised + position.unrealised),
    rbirefrate: 1,
    fy_token: symbols.bySymbol(position.symbol)?.tokens.fyers ?? "",
    exchange: NSE,
    segment: CASH,
    day_buy_qty: dayBuyQuantity,
    day_sell_qty: daySellQuantity,
    cf_buy_qty: 0,
    cf_sell_qty: 0,
    qty_multiplier: 1,
    cross_curr_flag: "N",
  };
  return JSON.stringify({ positions, s: "ok" });
}
