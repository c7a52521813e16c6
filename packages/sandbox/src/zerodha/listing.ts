import type { Exchange } from "../exchange/exchange.ts";
import { MARKET_INDEX, type Quoted } from "../exchange/market-index.ts";
import type { Instrument } from "../exchange/model.ts";
import { toRupees } from "./rupees.ts";

/** Exchanges Kite knows; stocks are listed on the first only. */
export const KITE_EXCHANGES: ReadonlySet<string> = new Set(["NSE", "BSE", "NFO", "BFO", "CDS", "BCD", "MCX", "NCO"]);

const HEADER =
  "instrument_token,exchange_token,tradingsymbol,name,last_price,expiry,strike,tick_size,lot_size,instrument_type,segment,exchange";

export interface Listing {
  byToken(token: number): Quoted | null;
  byName(exchange: string, symbol: string): Instrument | null;
  /** `NSE:SBIN`, or the token as text. */
  byKey(key: string): Quoted | null;
  csv(exchange: string | null): string;
}

const quoted = (text: string): string => (/[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

const csvLine = ({ symbol, name, tickSize, lotSize, tokens }: Instrument): string =>
  [
    tokens.kiteInstrument,
    tokens.kiteExchange,
    symbol,
    quoted(name),
    0,
    "",
    0,
    toRupees(tickSize),
    lotSize,
    "EQ",
    "NSE",
    "NSE",
  ].join(",");

/** Not tradable: its segment is one of indices. */
const INDEX_LINE = [
  MARKET_INDEX.tokens.kiteInstrument,
  MARKET_INDEX.tokens.kiteExchange,
  MARKET_INDEX.symbol,
  MARKET_INDEX.symbol,
  0,
  "",
  0,
  0,
  0,
  "EQ",
  "INDICES",
  "NSE",
].join(",");

export function createListing(exchange: Exchange): Listing {
  const tokens = new Map(exchange.instruments.map((instrument) => [instrument.tokens.kiteInstrument, instrument]));
  const whole = [HEADER, ...exchange.instruments.map(csvLine), INDEX_LINE].join("\n");
  const byToken = (token: number): Quoted | null =>
    token === MARKET_INDEX.tokens.kiteInstrument ? MARKET_INDEX : (tokens.get(token) ?? null);
  const byName = (name: string, symbol: string): Instrument | null =>
    name === "NSE" ? exchange.instrument(symbol) : null;
  return {
    byToken,
    byName,
    byKey(key) {
      const cut = key.indexOf(":");
      if (key === `NSE:${MARKET_INDEX.symbol}`) return MARKET_INDEX;
      return cut < 0 ? byToken(Number(key)) : byName(key.slice(0, cut), key.slice(cut + 1));
    },
    csv: (name) => (name === null || name === "NSE" ? whole : HEADER),
  };
}
