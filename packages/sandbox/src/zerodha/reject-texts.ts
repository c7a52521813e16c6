import type { CancelReason, ChangeRefusal, RejectReason } from "../exchange/model.ts";

/** The order book's refusal: the text for users, and that of the system behind. */
export interface RejectText {
  readonly message: string;
  readonly raw: string;
}

const both = (message: string, raw = message): RejectText => ({ message, raw });

/** Only the format is Zerodha's (`RMS:` and a sentence); the texts beyond funds and after-market are ours. */
export const rejectTexts: Readonly<Record<RejectReason, RejectText>> = {
  unknown_symbol: both("The instrument you are placing an order for has either expired or does not exist."),
  session_closed: both(
    "Your order could not be converted to a After Market Order (AMO).",
    "RMS:Rule: Market is closed for this segment",
  ),
  trading_halted: both(
    "Trading in this instrument is halted by the exchange.",
    "16387 : Security is not allowed to trade in this market",
  ),
  quantity_invalid: both(
    "The order quantity is beyond what the exchange takes in one order.",
    "RMS:Rule: Check freeze quantity",
  ),
  tag_invalid: both("Invalid tag.", "RMS:Rule: Check tag"),
  tick_size: both("The order price is not a multiple of the tick size.", "RMS:Rule: Check tick size"),
  outside_price_band: both(
    "Your order price is outside the circuit limits of the day. Try placing it within the range.",
    "RMS:Rule: Check circuit limit including square off order exceeds",
  ),
  trigger_on_wrong_side: both(
    "Trigger price for stoploss buy orders should be above, and for sell orders below the last traded price.",
    "RMS:Rule: Trigger price invalid",
  ),
  market_without_protection: both(
    "Market orders without market protection are not allowed via API. Please set market protection or use a Limit order.",
  ),
  order_type_not_allowed: both(
    "This order type is not allowed in the present session of the exchange.",
    "RMS:Rule: Order type not allowed in session",
  ),
  intraday_banned: both(
    "Intraday (MIS) orders are not allowed in this stock today. Use CNC instead.",
    "RMS:Blocked for MIS product",
  ),
  insufficient_funds: both(
    "Insufficient funds. Check the orderbook for open orders.",
    "RMS:Margin Exceeds across exchange across segment across product",
  ),
  insufficient_holdings: both(
    "Insufficient stock holding in your demat to sell.",
    "RMS:Rule: Check holdings including BTST",
  ),
  broker_rejected: both("Your order was rejected by the risk management system.", "RMS:Rejected by risk management"),
};

export const cancelTexts: Readonly<Record<CancelReason, string | null>> = {
  requested: null,
  ioc_remainder: "IOC order: the unfilled quantity was cancelled by the exchange.",
  self_trade: "17071 : Order cancelled due to self trade prevention check",
  outside_price_band: "Order cancelled by the exchange as its price is outside the new price band.",
  square_off: "Order cancelled for the intraday square off.",
  closing_auction: "Order cancelled by the exchange before the closing auction.",
};

export const isRejectReason = (reason: ChangeRefusal | CancelReason): reason is RejectReason => reason in rejectTexts;
