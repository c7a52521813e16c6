import { type Paise, paise } from "@vriddhi/core/shared/money";
import { fnoStocks, type ListedStock, otherStocks } from "./instrument-list.ts";
import type { Instrument } from "./model.ts";
import { tickSizeAt } from "./tick-size.ts";

const PAISE_PER_CRORE = 1_000_000_000;

/** F&O stocks have a band that starts at 10 % and moves in steps. */
const DYNAMIC_BAND_PERCENT = 10;

/** Brokers freeze larger orders; the exchange's real numbers differ per stock and month. */
const ORDER_VALUE_MAX = 10 * PAISE_PER_CRORE;

/** Kite's segment number of NSE's cash market, in the last byte. */
const KITE_NSE_CASH = 1;

/** `10` NSE, `10` cash, six zeros for an expiry, then the exchange's token. */
const FYERS_NSE_CASH = "1010000000";

const tokensOf = (token: number): Instrument["tokens"] => ({
  exchange: token,
  kiteInstrument: token * 256 + KITE_NSE_CASH,
  kiteExchange: token,
  angelone: String(token),
  fyers: `${FYERS_NSE_CASH}${token}`,
});

interface Board {
  readonly isFno: boolean;
  readonly bandPercent: number;
  readonly isIntradayAllowed: boolean;
}

function toInstrument(stock: ListedStock, board: Board): Instrument {
  const [symbol, isin, name, token, price, turnoverCrore] = stock;
  const tick = tickSizeAt(price);
  const referencePrice: Paise = paise(Math.round(price / tick) * tick);
  return {
    symbol,
    isin,
    name,
    lotSize: 1,
    tickSize: paise(tick),
    isFno: board.isFno,
    bandBasisPoints: board.bandPercent * 100,
    isIntradayAllowed: board.isIntradayAllowed,
    referencePrice,
    dailyTurnover: paise(turnoverCrore * PAISE_PER_CRORE),
    quantityMax: Math.floor(ORDER_VALUE_MAX / referencePrice),
    tokens: tokensOf(token),
  };
}

export const nseInstruments: readonly Instrument[] = [
  ...fnoStocks.map((stock) =>
    toInstrument(stock, { isFno: true, bandPercent: DYNAMIC_BAND_PERCENT, isIntradayAllowed: true }),
  ),
  ...otherStocks.map(([stock, bandPercent, isIntradayAllowed]) =>
    toInstrument(stock, { isFno: false, bandPercent, isIntradayAllowed }),
  ),
];
