import type { Exchange } from "../exchange/exchange.ts";
import type { CancelReason, ChangeRefusal, Order, RejectReason } from "../exchange/model.ts";
import { rupeeText } from "./money.ts";

/** `text` of an order. The one about funds is Angel One's; the others are paraphrased. */

type Words = string | ((order: Order, exchange: Exchange) => string);

function noFunds(order: Order, exchange: Exchange): string {
  const available = exchange.funds(order.account).available;
  const needed = exchange.requiredMargin(order);
  return `Your order has been rejected due to Insufficient Funds. Available funds - Rs. ${rupeeText(available)} . You require Rs. ${rupeeText(needed)} funds to execute this order.`;
}

function outsideBand({ symbol }: Order, exchange: Exchange): string {
  if (exchange.instrument(symbol) === null) return "The price is outside the permitted range";
  const { lowerCircuit, upperCircuit } = exchange.quote(symbol);
  return `Your order price is outside the permitted price range. Please place an order between Rs. ${rupeeText(lowerCircuit)} and Rs. ${rupeeText(upperCircuit)}`;
}

const TEXTS: Readonly<Record<RejectReason | CancelReason, Words>> = {
  unknown_symbol: "Symbol not found",
  session_closed: "Markets are closed right now",
  trading_halted: "Trading in this symbol is halted",
  quantity_invalid: "The order quantity is not allowed for this symbol",
  tag_invalid: "The order tag is not allowed",
  tick_size: "The price is not a multiple of the tick size",
  outside_price_band: outsideBand,
  trigger_on_wrong_side: "Trigger price, limit price and last traded price do not fit the side of a stop loss order",
  market_without_protection: "Market orders are not allowed for algo trading. Please place a limit order",
  order_type_not_allowed: "This type of order is not allowed for algo trading or in this session",
  intraday_banned: "Intraday orders are not allowed in this symbol",
  insufficient_funds: noFunds,
  insufficient_holdings: "Your order has been rejected due to insufficient holdings",
  broker_rejected: "Your order has been rejected by RMS",
  requested: "",
  ioc_remainder: "The unmatched quantity of an IOC order is cancelled",
  self_trade: "Cancelled by the exchange: it would have traded with your own order",
  square_off: "Cancelled before auto square off",
  closing_auction: "Cancelled by the exchange at the end of continuous trading",
};

function say(reason: RejectReason | CancelReason, order: Order, exchange: Exchange): string {
  const words = TEXTS[reason];
  return typeof words === "string" ? words : words(order, exchange);
}

/** Empty without a refusal. */
export const textOf = (order: Order, exchange: Exchange): string =>
  order.reason === null ? "" : say(order.reason, order, exchange);

export function refusalText(refusal: ChangeRefusal, order: Order, exchange: Exchange): string {
  if (refusal === "order_unknown" || refusal === "order_not_open" || refusal === "being_processed") return "";
  return say(refusal, order, exchange);
}
