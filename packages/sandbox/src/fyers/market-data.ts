import type { WireReply } from "../broker/wire.ts";
import type { DepthLevel, Phase, Quote } from "../exchange/model.ts";
import { fieldsOf, idOf } from "./body.ts";
import type { Call, FyersDeps } from "./call.ts";
import { badInput, done, refusals, refused } from "./reply.ts";
import { percent, toRupees } from "./rupees.ts";
import { tickerOf } from "./symbols.ts";
import { dayStamp, epochSeconds } from "./times.ts";

const QUOTES_MAX = 50;
const DEPTH_LEVELS = 5;

function quoteRow({ exchange, symbols }: FyersDeps, ticker: string): object {
  const instrument = symbols.quotedByTicker(ticker);
  if (instrument === null) {
    return { n: ticker, s: "error", v: { code: refusals.symbolUnknown.code, errmsg: "invalid symbol" } };
  }
  const quote = exchange.quote(instrument.symbol);
  const [bid, ask] = [quote.buy[0]?.price ?? 0, quote.sell[0]?.price ?? 0];
  const change = quote.lastPrice - quote.previousClose;
  const date = exchange.marketDate();
  const v = {
    ch: toRupees(change),
    chp: percent(change, quote.previousClose),
    lp: toRupees(quote.lastPrice),
    spread: bid === 0 || ask === 0 ? 0 : toRupees(ask - bid),
    ask: toRupees(ask),
    bid: toRupees(bid),
    open_price: toRupees(quote.open),
    high_price: toRupees(quote.high),
    low_price: toRupees(quote.low),
    prev_close_price: toRupees(quote.previousClose),
    atp: toRupees(quote.averagePrice),
    volume: quote.volume,
    short_name: ticker.slice(ticker.indexOf(":") + 1),
    exchange: "NSE",
    description: ticker,
    original_name: ticker,
    symbol: ticker,
    fyToken: instrument.tokens.fyers,
    tt: date === null ? "" : String(dayStamp(date)),
  };
  return { n: ticker, s: "ok", v };
}

const namesIn = (list: string | null): readonly string[] =>
  (list ?? "")
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");

export function quotes(desk: FyersDeps, { request }: Call): WireReply {
  const names = namesIn(request.query.get("symbols"));
  if (names.length === 0) return refused(badInput("symbols is required"));
  if (names.length > QUOTES_MAX) return refused(badInput(`Maximum symbol limit is ${QUOTES_MAX}`));
  return done({ d: names.map((name) => quoteRow(desk, name)) });
}

const levels = (side: readonly DepthLevel[]): object[] =>
  Array.from({ length: DEPTH_LEVELS }, (_, index) => {
    const level = side[index];
    return { price: toRupees(level?.price ?? 0), volume: level?.quantity ?? 0, ord: level?.orders ?? 0 };
  });

const candleOf = (quote: Quote) => {
  const change = quote.lastPrice - quote.previousClose;
  return {
    o: toRupees(quote.open),
    h: toRupees(quote.high),
    l: toRupees(quote.low),
    c: toRupees(quote.previousClose),
    chp: percent(change, quote.previousClose),
    ch: toRupees(change),
    ltq: quote.lastQuantity,
    ltt: quote.lastTradeAt === null ? 0 : epochSeconds(quote.lastTradeAt),
    ltp: toRupees(quote.lastPrice),
    v: quote.volume,
    atp: toRupees(quote.averagePrice),
    lower_ckt: toRupees(quote.lowerCircuit),
    upper_ckt: toRupees(quote.upperCircuit),
    expiry: "",
    oi: 0,
    oiflag: false,
    pdoi: 0,
    oipercent: 0,
  };
};

export function depth({ exchange, symbols }: FyersDeps, { request }: Call): WireReply {
  const isFull = request.query.get("ohlcv_flag") === "1";
  const found = namesIn(request.query.get("symbol")).map((ticker) => symbols.byTicker(ticker));
  if (found.length === 0) return refused(badInput("symbol is required"));
  const rows: Record<string, object> = {};
  for (const instrument of found) {
    if (instrument === null) return refused(refusals.symbolUnknown);
    const quote = exchange.quote(instrument.symbol);
    rows[tickerOf(instrument.symbol)] = {
      totalbuyqty: quote.totalBuyQuantity,
      totalsellqty: quote.totalSellQuantity,
      bids: levels(quote.buy),
      ask: levels(quote.sell),
      ...(isFull ? { ...candleOf(quote), tick_Size: toRupees(instrument.tickSize) } : {}),
    };
  }
  return done({ d: rows });
}

const phases: Readonly<Record<Phase, string>> = {
  closed: "CLOSED",
  pre_open: "PREOPEN",
  pre_open_matching: "PREOPEN_CLOSED",
  continuous: "OPEN",
  closing_reference: "OPEN",
  closing_auction: "OPEN",
  closing_matching: "OPEN",
  halted: "CLOSED",
};

export function marketStatus({ exchange, symbols }: FyersDeps): WireReply {
  const first = symbols.all[0];
  const status = first === undefined ? "CLOSED" : phases[exchange.phase(first.symbol)];
  const marketStatuses = [
    { exchange: 10, market_type: "NORMAL", segment: 10, status },
    { exchange: 10, market_type: "NORMAL", segment: 11, status: status === "OPEN" ? "OPEN" : "CLOSED" },
  ];
  return done({ marketStatus: marketStatuses });
}

/** The data socket's client requests it before it subscribes. */
export function symbolTokens({ symbols }: FyersDeps, { request }: Call): WireReply {
  const asked = fieldsOf(request.body)?.["symbols"];
  if (!Array.isArray(asked)) return refused(badInput("symbols is invalid"));
  const validSymbol: Record<string, string> = {};
  const invalidSymbol: string[] = [];
  for (const name of asked.map(idOf)) {
    const instrument = symbols.quotedByTicker(name);
    if (instrument === null) invalidSymbol.push(name);
    else validSymbol[name] = instrument.tokens.fyers;
  }
  return done({ validSymbol, invalidSymbol });
}
