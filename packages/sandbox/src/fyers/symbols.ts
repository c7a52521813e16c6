import { MARKET_INDEX, type Quoted } from "../exchange/market-index.ts";
import type { Instrument } from "../exchange/model.ts";

/** NSE is exchange 10, its cash market segment 10. */
export const NSE = 10;
export const CASH = 10;

export const INDEX_TICKER = "NSE:NIFTY50-INDEX";

export const tickerOf = (symbol: string): string =>
  symbol === MARKET_INDEX.symbol ? INDEX_TICKER : `NSE:${symbol}-EQ`;

export interface Symbols {
  readonly all: readonly Instrument[];
  byTicker(ticker: string): Instrument | null;
  quotedByTicker(ticker: string): Quoted | null;
  /** By NSE's own number, as the data socket names its topics. */
  byToken(token: string): Instrument | null;
  bySymbol(symbol: string): Instrument | null;
}

export function createSymbols(instruments: readonly Instrument[]): Symbols {
  const tickers = new Map(instruments.map((instrument) => [tickerOf(instrument.symbol), instrument]));
  const tokens = new Map(instruments.map((instrument) => [String(instrument.tokens.exchange), instrument]));
  const symbols = new Map(instruments.map((instrument) => [instrument.symbol, instrument]));
  return {
    all: instruments,
    byTicker: (ticker) => tickers.get(ticker) ?? null,
    quotedByTicker: (ticker) => (ticker === INDEX_TICKER ? MARKET_INDEX : (tickers.get(ticker) ?? null)),
    byToken: (token) => tokens.get(token) ?? null,
    bySymbol: (symbol) => symbols.get(symbol) ?? null,
  };
}
