import type { Exchange } from "../exchange/exchange.ts";
import type { Instrument } from "../exchange/model.ts";
import { type Fields, readText } from "./fields.ts";

/** Angel One's names for the instruments: a token that is unique within its exchange, and a symbol with its series. */
export interface Listing {
  readonly instruments: readonly Instrument[];
  /** By `symboltoken`, of the NSE's cash segment. */
  find(token: string): Instrument | null;
  /** What the exchange, token and (if given) symbol of a request mean together; null when they do not agree. */
  ofRequest(fields: Fields): Instrument | null;
}

export const tradingSymbolOf = (symbol: string): string => `${symbol}-EQ`;

export function createListing({ instruments }: Pick<Exchange, "instruments">): Listing {
  const byToken = new Map(instruments.map((instrument) => [instrument.tokens.angelone, instrument]));
  const find = (token: string): Instrument | null => byToken.get(token) ?? null;
  return {
    instruments,
    find,
    ofRequest(fields) {
      const found = find(readText(fields, "symboltoken") ?? "");
      if (found === null || readText(fields, "exchange") !== "NSE") return null;
      const symbol = readText(fields, "tradingsymbol");
      return symbol === null || symbol === tradingSymbolOf(found.symbol) ? found : null;
    },
  };
}
