import type { Exchange } from "../exchange/exchange.ts";
import { MARKET_INDEX, type Quoted } from "../exchange/market-index.ts";
import type { Instrument } from "../exchange/model.ts";
import { type Fields, readText } from "./fields.ts";

/** Angel One's instrument names: a token that is unique within its exchange, and a symbol with its series. */
export interface Listing {
  readonly instruments: readonly Instrument[];
  find(token: string): Instrument | null;
  findQuoted(token: string): Quoted | null;
  quotedBySymbol(symbol: string): Quoted | null;
  /** The instrument of a request's exchange, token and optional symbol; `null` if they disagree. */
  ofRequest(fields: Fields): Instrument | null;
}

export const tradingSymbolOf = (symbol: string): string =>
  symbol === MARKET_INDEX.symbol ? MARKET_INDEX.name : `${symbol}-EQ`;

export function createListing({ instruments }: Pick<Exchange, "instruments">): Listing {
  const byToken = new Map(instruments.map((instrument) => [instrument.tokens.angelone, instrument]));
  const bySymbol = new Map(instruments.map((instrument) => [instrument.symbol, instrument]));
  const find = (token: string): Instrument | null => byToken.get(token) ?? null;
  return {
    instruments,
    find,
    findQuoted: (token) => (token === MARKET_INDEX.tokens.angelone ? MARKET_INDEX : find(token)),
    quotedBySymbol: (symbol) => (symbol === MARKET_INDEX.symbol ? MARKET_INDEX : (bySymbol.get(symbol) ?? null)),
    ofRequest(fields) {
      const found = find(readText(fields, "symboltoken") ?? "");
      if (found === null || readText(fields, "exchange") !== "NSE") return null;
      const symbol = readText(fields, "tradingsymbol");
      return symbol === null || symbol === tradingSymbolOf(found.symbol) ? found : null;
    },
  };
}
