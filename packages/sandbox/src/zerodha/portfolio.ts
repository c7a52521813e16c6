import type { Holding, Position } from "../exchange/model.ts";
import type { Kite, ServeSession } from "./kite.ts";
import { PRODUCT_NAMES } from "./order-record.ts";
import { failure, kiteErrors, success } from "./replies.ts";
import { averageRupees, toRupees } from "./rupees.ts";

const tokenOf = (kite: Kite, symbol: string): number => kite.exchange.instrument(symbol)?.tokens.kiteInstrument ?? 0;

/** Kite reports the whole result as unrealised; nothing is carried overnight, so day and net are equal. */
function positionRecord(kite: Kite, position: Position) {
  const { netQuantity, dayBuyQuantity, dayBuyValue, daySellQuantity, daySellValue, lastPrice } = position;
  const value = daySellValue - dayBuyValue;
  const result = toRupees(value + netQuantity * lastPrice);
  const buyPrice = averageRupees(dayBuyValue, dayBuyQuantity);
  const sellPrice = averageRupees(daySellValue, daySellQuantity);
  return {
    tradingsymbol: position.symbol,
    exchange: "NSE",
    instrument_token: tokenOf(kite, position.symbol),
    product: PRODUCT_NAMES[position.product],
    quantity: netQuantity,
    overnight_quantity: 0,
    multiplier: 1,
    average_price: averageRupees(position.openValue, Math.abs(netQuantity)),
    close_price: 0,
    last_price: toRupees(lastPrice),
    value: toRupees(value),
    pnl: result,
    m2m: result,
    unrealised: result,
    realised: 0,
    buy_quantity: dayBuyQuantity,
    buy_price: buyPrice,
    buy_value: toRupees(dayBuyValue),
    buy_m2m: toRupees(dayBuyValue),
    sell_quantity: daySellQuantity,
    sell_price: sellPrice,
    sell_value: toRupees(daySellValue),
    sell_m2m: toRupees(daySellValue),
    day_buy_quantity: dayBuyQuantity,
    day_buy_price: buyPrice,
    day_buy_value: toRupees(dayBuyValue),
    day_sell_quantity: daySellQuantity,
    day_sell_price: sellPrice,
    day_sell_value: toRupees(daySellValue),
  };
}

export const readPositions: ServeSession = (kite, { session }) => {
  const rows = kite.exchange.positions(session.client).map((position) => positionRecord(kite, position));
  return success({ net: rows, day: rows });
};

const PERCENT = 100;
const NO_MTF = { quantity: 0, used_quantity: 0, average_price: 0, value: 0, initial_margin: 0 };

function holdingRecord(kite: Kite, holding: Holding) {
  const { symbol, isin, quantity, usedQuantity, averagePrice, lastPrice, previousClose } = holding;
  const change = lastPrice - previousClose;
  return {
    tradingsymbol: symbol,
    exchange: "NSE",
    instrument_token: tokenOf(kite, symbol),
    isin,
    product: "CNC",
    price: 0,
    quantity: quantity - usedQuantity,
    used_quantity: usedQuantity,
    t1_quantity: 0,
    realised_quantity: quantity,
    authorised_quantity: 0,
    authorised_date: null,
    authorisation: {},
    opening_quantity: quantity,
    short_quantity: 0,
    collateral_quantity: 0,
    collateral_type: "",
    discrepancy: false,
    average_price: toRupees(averagePrice),
    last_price: toRupees(lastPrice),
    close_price: toRupees(previousClose),
    pnl: toRupees(quantity * (lastPrice - averagePrice)),
    day_change: toRupees(change),
    day_change_percentage: previousClose === 0 ? 0 : (change * PERCENT) / previousClose,
    mtf: NO_MTF,
  };
}

export const readHoldings: ServeSession = (kite, { session }) =>
  success(kite.exchange.holdings(session.client).map((holding) => holdingRecord(kite, holding)));

export const readAuctions: ServeSession = () => success([]);

/** The exchange keeps intraday and delivery separate. */
export const convertPosition: ServeSession = () => failure(kiteErrors.noConversion);
