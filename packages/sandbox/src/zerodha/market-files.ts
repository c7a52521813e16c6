import { DAY_MS, type EpochMs } from "@vriddhi/core/time/clock";
import type { Candle, CandleInterval } from "../exchange/model.ts";
import { candleStamp, readStamp } from "./ist-stamps.ts";
import type { Serve, ServeSession } from "./kite.ts";
import { KITE_EXCHANGES } from "./listing.ts";
import { failure, invalid, kiteErrors, rangeTooLong, success } from "./replies.ts";
import { toRupees } from "./rupees.ts";

const INTERVALS: Readonly<Record<string, { readonly length: CandleInterval; readonly days: number }>> = {
  minute: { length: 1, days: 60 },
  "3minute": { length: 3, days: 100 },
  "5minute": { length: 5, days: 100 },
  "10minute": { length: 10, days: 100 },
  "15minute": { length: 15, days: 200 },
  "30minute": { length: 30, days: 200 },
  "60minute": { length: 60, days: 400 },
  day: { length: "day", days: 2_000 },
};

type CandleRow = (string | number)[];

const toRow = ({ at, open, high, low, close, volume }: Candle, hasInterest: boolean): CandleRow => {
  const row = [candleStamp(at), toRupees(open), toRupees(high), toRupees(low), toRupees(close), volume];
  return hasInterest ? [...row, 0] : row;
};

const stampIn = (query: URLSearchParams, name: string): EpochMs | null => readStamp(query.get(name) ?? "");

export const readCandles: ServeSession = (kite, { parts, request }) => {
  const [token = "", name = ""] = parts;
  const instrument = kite.listing.byToken(Number(token));
  if (instrument === null) return failure(kiteErrors.tokenInvalid);
  const interval = Object.hasOwn(INTERVALS, name) ? INTERVALS[name] : undefined;
  if (interval === undefined) return failure(kiteErrors.intervalInvalid);
  const from = stampIn(request.query, "from");
  if (from === null) return failure(kiteErrors.fromInvalid);
  const to = stampIn(request.query, "to");
  if (to === null || to < from) return failure(kiteErrors.toInvalid);
  if (to - from > interval.days * DAY_MS) return failure(rangeTooLong(interval.days));
  const hasInterest = request.query.get("oi") === "1";
  const candles = kite.exchange.candles(instrument.symbol, interval.length, from, to);
  return success({ candles: candles.map((candle) => toRow(candle, hasInterest)) });
};

/** The official client compares the whole content type. */
const asCsv = (body: string) => ({ status: 200, headers: { "content-type": "text/csv" }, body });

export const readInstruments: Serve = (kite) => asCsv(kite.listing.csv(null));

export const readExchangeInstruments: Serve = (kite, { parts }) => {
  const exchange = parts[0] ?? "";
  return KITE_EXCHANGES.has(exchange) ? asCsv(kite.listing.csv(exchange)) : failure(invalid("exchange"));
};
