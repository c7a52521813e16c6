import { json, type WireReply } from "../broker/wire.ts";
import { MARKET_INDEX } from "../exchange/market-index.ts";
import type { Instrument } from "../exchange/model.ts";
import type { FyersDeps } from "./call.ts";
import { toRupees } from "./rupees.ts";
import { CASH, INDEX_TICKER, NSE, tickerOf } from "./symbols.ts";

const SESSION = "0915-1530|1815-1915:";

/** 21 columns without a header row. */
function csvRow(instrument: Instrument, date: string): string {
  const { symbol, name, lotSize, tickSize, isin, tokens } = instrument;
  return [
    tokens.fyers,
    name,
    0,
    lotSize,
    toRupees(tickSize),
    isin,
    SESSION,
    date,
    "",
    tickerOf(symbol),
    NSE,
    CASH,
    tokens.exchange,
    symbol,
    tokens.exchange,
    "-1.0",
    "XX",
    tokens.fyers,
    "None",
    0,
    "0.0",
  ].join(",");
}

/** Indices are in the cash-market list with their own type and without an ISIN. */
function indexRow(date: string): string {
  const { tokens, name } = MARKET_INDEX;
  const { exchange, fyers } = tokens;
  const head = [fyers, name, 10, 1, 0.05, "", SESSION, date, "", INDEX_TICKER, NSE, CASH, exchange];
  return [...head, "NIFTY", exchange, "-1.0", "XX", fyers, "None", 0, "0.0"].join(",");
}

export function masterCsv({ exchange, symbols }: FyersDeps): WireReply {
  const date = exchange.marketDate() ?? "";
  const rows = symbols.all.map((instrument) => csvRow(instrument, date));
  rows.push(indexRow(date));
  return { status: 200, headers: { "content-type": "text/csv" }, body: `${rows.join("\n")}\n` };
}

function jsonRow({ exchange }: FyersDeps, instrument: Instrument, date: string): object {
  const { symbol, name, tickSize, isin, tokens } = instrument;
  const quote = exchange.quote(symbol);
  return {
    fyToken: tokens.fyers,
    isin,
    exSymbol: symbol,
    symDetails: name,
    symTicker: tickerOf(symbol),
    exchange: NSE,
    segment: CASH,
    exSymName: symbol,
    exToken: tokens.exchange,
    exSeries: "EQ",
    optType: "XX",
    underSym: symbol,
    underFyTok: tokens.fyers,
    exInstType: 0,
    minLotSize: instrument.lotSize,
    tickSize: toRupees(tickSize),
    tradingSession: SESSION,
    lastUpdate: date,
    expiryDate: "",
    strikePrice: -1,
    qtyFreeze: String(instrument.quantityMax),
    tradeStatus: 1,
    currencyCode: "INR",
    upperPrice: toRupees(quote.upperCircuit),
    lowerPrice: toRupees(quote.lowerCircuit),
    faceValue: 1,
    qtyMultiplier: 1,
    previousClose: toRupees(quote.previousClose),
    previousOi: 0,
    asmGsmVal: "",
    exchangeName: "NSE",
    symbolDesc: name,
    originalExpDate: "",
    is_mtf_tradable: 0,
    mtf_margin: 0,
    stream: "Group 1",
  };
}

export function masterJson(desk: FyersDeps): WireReply {
  const date = desk.exchange.marketDate() ?? "";
  const rows = desk.symbols.all.map((instrument) => [tickerOf(instrument.symbol), jsonRow(desk, instrument, date)]);
  return {
    status: 200,
    headers: { "content-type": "application/json" },
    body: JSON.stringify(Object.fromEntries(rows)),
  };
}

/** The data socket's index names. The second is unsupported; clients request the list all the same. */
const INDEX_TOPICS = { [INDEX_TICKER]: MARKET_INDEX.name, "NSE:NIFTYBANK-INDEX": "Nifty Bank" } as const;

export const indexMapping = (): WireReply => json(200, INDEX_TOPICS);
