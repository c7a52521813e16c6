import type { Quoted } from "../exchange/market-index.ts";
import type { DepthLevel, Quote } from "../exchange/model.ts";
import { stamp } from "./ist-stamps.ts";
import type { Kite, ServeSession } from "./kite.ts";
import { failure, missing, success, tooManyInstruments } from "./replies.ts";
import { toRupees } from "./rupees.ts";

const QUOTES_MAX = 500;
const PRICES_MAX = 1_000;
const DEPTH = 5;

const ohlcOf = ({ open, high, low, previousClose }: Quote) => ({
  open: toRupees(open),
  high: toRupees(high),
  low: toRupees(low),
  close: toRupees(previousClose),
});

const NO_LEVEL = { price: 0, quantity: 0, orders: 0 };

/** Always five, empty ones as zeros. */
const levelsOf = (levels: readonly DepthLevel[]) =>
  Array.from({ length: DEPTH }, (_, index) => {
    const level = levels[index];
    return level === undefined
      ? NO_LEVEL
      : { price: toRupees(level.price), quantity: level.quantity, orders: level.orders };
  });

type Shape = (instrument: Quoted, quote: Quote) => object;

const priceRecord: Shape = ({ tokens }, { lastPrice }) => ({
  instrument_token: tokens.kiteInstrument,
  last_price: toRupees(lastPrice),
});

const ohlcRecord: Shape = (instrument, quote) => ({ ...priceRecord(instrument, quote), ohlc: ohlcOf(quote) });

const quoteRecord: Shape = ({ tokens }, quote) => ({
  instrument_token: tokens.kiteInstrument,
  timestamp: stamp(quote.at),
  last_trade_time: quote.lastTradeAt === null ? null : stamp(quote.lastTradeAt),
  last_price: toRupees(quote.lastPrice),
  last_quantity: quote.lastQuantity,
  buy_quantity: quote.totalBuyQuantity,
  sell_quantity: quote.totalSellQuantity,
  volume: quote.volume,
  average_price: toRupees(quote.averagePrice),
  oi: 0,
  oi_day_high: 0,
  oi_day_low: 0,
  net_change: toRupees(quote.lastPrice - quote.previousClose),
  lower_circuit_limit: toRupees(quote.lowerCircuit),
  upper_circuit_limit: toRupees(quote.upperCircuit),
  ohlc: ohlcOf(quote),
  depth: { buy: levelsOf(quote.buy), sell: levelsOf(quote.sell) },
});

/** Keyed by the request; omits unlisted instruments. */
function records(kite: Kite, keys: readonly string[], shape: Shape): Record<string, object> {
  return Object.fromEntries(
    keys.flatMap((key) => {
      const instrument = kite.listing.byKey(key);
      return instrument === null ? [] : [[key, shape(instrument, kite.exchange.quote(instrument.symbol))] as const];
    }),
  );
}

const serveQuotes =
  (shape: Shape, max: number): ServeSession =>
  (kite, { request }) => {
    const keys = request.query.getAll("i");
    if (keys.length === 0) return failure(missing("i"));
    return keys.length > max ? failure(tooManyInstruments(max)) : success(records(kite, keys, shape));
  };

export const readQuotes = serveQuotes(quoteRecord, QUOTES_MAX);
export const readOhlc = serveQuotes(ohlcRecord, PRICES_MAX);
export const readPrices = serveQuotes(priceRecord, PRICES_MAX);
