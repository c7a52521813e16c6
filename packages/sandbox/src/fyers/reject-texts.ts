import type { Exchange } from "../exchange/exchange.ts";
import type { CancelReason, Order, RejectReason } from "../exchange/model.ts";
import { toIndianText } from "./rupees.ts";

/** The risk desk's two are real, the others are modelled on them. */
const rejectTexts: Readonly<Record<RejectReason, string>> = {
  unknown_symbol: "RED:Invalid symbol",
  session_closed: "RED:Market is closed. Please place an AMO order",
  trading_halted: "16387:Security is not allowed to trade in this market",
  quantity_invalid: "RED:Order quantity is invalid or above the freeze quantity",
  tag_invalid: "RED:Invalid order tag",
  tick_size: "RED:Price is not a multiple of the tick size",
  outside_price_band: "RED:Price is outside the circuit limits",
  trigger_on_wrong_side: "RED:Trigger price is on the wrong side of the market price",
  market_without_protection: "RED:Market orders need price protection",
  order_type_not_allowed: "RED:Order type is not allowed in this session",
  intraday_banned: "RED:RULE:{Allowed Basket} in Basket NSE.MIS.NSE_MIS_BASKET [FYERS_RISK_CUG]",
  insufficient_funds: "RED:Margin Shortfall",
  insufficient_holdings: "RED:Insufficient holdings to sell",
  broker_rejected: "RED:Order is blocked by the risk desk [FYERS_RISK_CUG]",
};

const cancelTexts: Readonly<Record<CancelReason, string>> = {
  requested: "",
  ioc_remainder: "IOC order is cancelled by the exchange",
  self_trade: "Cancelled to prevent a self trade",
  outside_price_band: "Cancelled: price is outside the circuit limits",
  square_off: "Cancelled for auto square off",
  closing_auction: "Cancelled by the exchange before the closing auction",
};

function shortfallText(exchange: Exchange, order: Order): string {
  const { available } = exchange.funds(order.account);
  const missing = exchange.requiredMargin(order) - available;
  const shortfall = `INR ${toIndianText(missing)} Available:INR ${toIndianText(available)}`;
  return `RED:Margin Shortfall:${shortfall} for C-${order.account} [FYERS_RISK_CUG]`;
}

export const rejectText = (reason: RejectReason): string => rejectTexts[reason];

const isCancelReason = (reason: RejectReason | CancelReason): reason is CancelReason => reason in cancelTexts;

/** Computed at the rejection: the shortfall depends on the moment. */
export function messageOf(exchange: Exchange, order: Order): string {
  const { reason } = order;
  if (reason === null) return "";
  if (order.status !== "rejected" && isCancelReason(reason)) return cancelTexts[reason];
  if (reason === "insufficient_funds") return shortfallText(exchange, order);
  return rejectTexts[reason as RejectReason];
}
