import type { Quoted } from "../exchange/market-index.ts";
import type { DepthLevel, Quote } from "../exchange/model.ts";
import type { Angel, Handler } from "./call.ts";
import { type ErrorCode, MESSAGES, malformed } from "./errors.ts";
import { isFields, readChoice, readText } from "./fields.ts";
import { tradingSymbolOf } from "./listing.ts";
import { rupeeNumber } from "./money.ts";
import { failure, refused, success } from "./reply.ts";
import { stampText } from "./times.ts";

const TOKENS_MAX = 50;

const nameOf = ({ symbol, tokens }: Quoted) => ({
  exchange: "NSE",
  tradingSymbol: tradingSymbolOf(symbol),
  symbolToken: tokens.angelone,
});

const dayPrices = ({ open, high, low, previousClose }: Quote) => ({
  open: rupeeNumber(open),
  high: rupeeNumber(high),
  low: rupeeNumber(low),
  close: rupeeNumber(previousClose),
});

const depthRow = ({ price, quantity, orders }: DepthLevel) => ({ price: rupeeNumber(price), quantity, orders });
const NO_LEVEL = { price: 0, quantity: 0, orders: 0 };
const DEPTH_LEVELS = 5;
const depthRows = (levels: readonly DepthLevel[]) =>
  Array.from({ length: DEPTH_LEVELS }, (_, index) => {
    const level = levels[index];
    return level === undefined ? NO_LEVEL : depthRow(level);
  });

function fullQuote({ exchange }: Angel, { symbol }: Quoted, quote: Quote) {
  const year = exchange.yearRange(symbol);
  const change = quote.lastPrice - quote.previousClose;
  return {
    ...dayPrices(quote),
    lastTradeQty: quote.lastQuantity,
    exchFeedTime: stampText(quote.at),
    exchTradeTime: quote.lastTradeAt === null ? "" : stampText(quote.lastTradeAt),
    netChange: rupeeNumber(change),
    percentChange: Math.round((change / quote.previousClose) * 10_000) / 100,
    avgPrice: rupeeNumber(quote.averagePrice),
    tradeVolume: quote.volume,
    opnInterest: 0,
    lowerCircuit: rupeeNumber(quote.lowerCircuit),
    upperCircuit: rupeeNumber(quote.upperCircuit),
    totBuyQuan: quote.totalBuyQuantity,
    totSellQuan: quote.totalSellQuantity,
    "52WeekLow": rupeeNumber(year.low),
    "52WeekHigh": rupeeNumber(year.high),
    depth: { buy: depthRows(quote.buy), sell: depthRows(quote.sell) },
  };
}

const MODES = {
  LTP: () => ({}),
  OHLC: (_: Angel, __: Quoted, quote: Quote) => dayPrices(quote),
  FULL: fullQuote,
} as const;

const unfetched = (exchange: string, symbolToken: string, errorCode: ErrorCode) => ({
  exchange,
  symbolToken,
  message: MESSAGES[errorCode],
  errorCode,
});

/** Exchange and token of each requested instrument; `null` if the request is invalid. */
function wantedTokens(value: unknown): { exchange: string; token: string }[] | null {
  if (!isFields(value)) return null;
  const wanted: { exchange: string; token: string }[] = [];
  for (const [exchange, tokens] of Object.entries(value)) {
    if (!Array.isArray(tokens)) return null;
    for (const token of tokens) wanted.push({ exchange, token: String(token) });
  }
  return wanted;
}

export const marketQuote: Handler = (angel, { fields }) => {
  const mode = readChoice(fields, "mode", MODES);
  if (mode === null) return refused(malformed("mode"));
  const wanted = wantedTokens(fields["exchangeTokens"]);
  if (wanted === null) return refused(malformed("exchangeTokens"));
  if (wanted.length > TOKENS_MAX) return refused(malformed(`exchangeTokens: at most ${TOKENS_MAX} tokens`));
  const fetched: object[] = [];
  const missing: object[] = [];
  for (const { exchange, token } of wanted) {
    const instrument = exchange === "NSE" ? angel.listing.findQuoted(token) : null;
    if (instrument === null) {
      missing.push(unfetched(exchange, token, token === "" ? "AB4018" : "AB1009"));
      continue;
    }
    const quote = angel.exchange.quote(instrument.symbol);
    const more = MODES[mode](angel, instrument, quote);
    fetched.push({ ...nameOf(instrument), ltp: rupeeNumber(quote.lastPrice), ...more });
  }
  return success({ fetched, unfetched: missing });
};

export const getLtpData: Handler = ({ exchange, listing }, { fields }) => {
  const instrument = listing.ofRequest(fields);
  if (instrument === null) return failure("AB1009");
  const quote = exchange.quote(instrument.symbol);
  return success({
    exchange: "NSE",
    tradingsymbol: tradingSymbolOf(instrument.symbol),
    symboltoken: instrument.tokens.angelone,
    ...dayPrices(quote),
    ltp: rupeeNumber(quote.lastPrice),
  });
};

export const searchScrip: Handler = ({ listing }, { fields }) => {
  const searched = readText(fields, "searchscrip")?.toUpperCase() ?? "";
  if (searched === "") return refused(malformed("searchscrip"));
  const isNse = readText(fields, "exchange") === "NSE";
  const found = isNse ? listing.instruments.filter(({ symbol }) => symbol.startsWith(searched)) : [];
  return success(
    found.map(({ symbol, tokens }) => ({
      exchange: "NSE",
      tradingsymbol: tradingSymbolOf(symbol),
      symboltoken: tokens.angelone,
    })),
  );
};

export const nseIntraday: Handler = ({ exchange, listing }) => {
  const multiplier = (10_000 / exchange.settings.intradayMarginBasisPoints).toFixed(1);
  return success(
    listing.instruments
      .filter(({ isIntradayAllowed }) => isIntradayAllowed)
      .map(({ symbol }) => ({ Exchange: "NSE", SymbolName: symbol, Multiplier: multiplier })),
  );
};
