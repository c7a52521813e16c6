import type { Trade } from "../exchange/model.ts";
import { clockStamp, stamp } from "./ist-stamps.ts";
import type { Kite, ServeSession } from "./kite.ts";
import { PRODUCT_NAMES, SIDE_NAMES } from "./order-record.ts";
import { findOrder } from "./orders.ts";
import { failure, kiteErrors, success } from "./replies.ts";
import { toRupees } from "./rupees.ts";

function tradeRecord(kite: Kite, trade: Trade) {
  const order = kite.exchange.order(trade.orderId);
  const at = stamp(trade.at);
  return {
    trade_id: trade.id,
    order_id: order === null ? trade.orderId : kite.notes.idOf(order),
    exchange: "NSE",
    tradingsymbol: trade.symbol,
    instrument_token: kite.exchange.instrument(trade.symbol)?.tokens.kiteInstrument ?? 0,
    product: PRODUCT_NAMES[trade.product],
    average_price: toRupees(trade.price),
    quantity: trade.quantity,
    exchange_order_id: trade.orderId,
    transaction_type: SIDE_NAMES[trade.side],
    fill_timestamp: at,
    order_timestamp: clockStamp(trade.at),
    exchange_timestamp: at,
  };
}

export const listTrades: ServeSession = (kite, { session }) =>
  success(kite.exchange.dayTrades(session.client).map((trade) => tradeRecord(kite, trade)));

export const listOrderTrades: ServeSession = (kite, { parts, session }) => {
  const found = findOrder(kite, parts[0], session.client);
  if (found === null) return failure(kiteErrors.orderUnknown);
  return success(kite.exchange.orderTrades(found.order.id).map((trade) => tradeRecord(kite, trade)));
};
