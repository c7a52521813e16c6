import type { WireReply } from "../broker/wire.ts";
import { MARKET_INDEX } from "../exchange/market-index.ts";
import type { Instrument } from "../exchange/model.ts";
import { tradingSymbolOf } from "./listing.ts";

export const SCRIP_MASTER = "/OpenAPI_File/files/OpenAPIScripMaster.json";

/** `5.000000`: paise with six decimals. */
const hundredths = (value: number): string => value.toFixed(6);

const row = ({ symbol, tokens, lotSize, tickSize }: Instrument) => ({
  token: tokens.angelone,
  symbol: tradingSymbolOf(symbol),
  name: symbol,
  expiry: "",
  strike: hundredths(-1),
  lotsize: String(lotSize),
  instrumenttype: "",
  exch_seg: "NSE",
  tick_size: hundredths(tickSize),
});

/** Indices are in the same list with their own type. */
const indexRow = {
  token: MARKET_INDEX.tokens.angelone,
  symbol: MARKET_INDEX.name,
  name: "NIFTY",
  expiry: "",
  strike: hundredths(0),
  lotsize: "1",
  instrumenttype: "AMXIDX",
  exch_seg: "NSE",
  tick_size: hundredths(0),
};

/** Cached: the list is constant while the exchange runs. */
export function createScripMaster(instruments: readonly Instrument[]): WireReply {
  const body = JSON.stringify([...instruments.map(row), indexRow]);
  return { status: 200, headers: { "content-type": "application/json" }, body };
}
