import { DAY_MS, type EpochMs, epochMs, SECOND_MS } from "@vriddhi/core/time/clock";
import { isCalendarDate, istDate, istDateOf, istInstant, istMinute } from "@vriddhi/core/time/ist";
import { json, type WireReply } from "../broker/wire.ts";
import type { Candle, CandleInterval } from "../exchange/model.ts";
import type { Call, FyersDeps } from "./call.ts";
import { badInput, refusals, refused } from "./reply.ts";
import { toRupees } from "./rupees.ts";
import { dayStamp, epochSeconds } from "./times.ts";

const MINUTES = new Set(["1", "2", "3", "5", "10", "15", "20", "30", "45", "60", "120", "180", "240"]);
const SECONDS = new Set(["5S", "10S", "15S", "30S", "45S"]);
const DAYS = new Set(["D", "1D"]);
const MINUTE_RANGE_DAYS = 100;
const DAY_RANGE_DAYS = 366;

function readBound(text: string, format: string | null, isEnd: boolean): EpochMs | null {
  if (format === "0") {
    return /^\d{1,11}$/.test(text) ? epochMs(Number(text) * SECOND_MS) : null;
  }
  if (format !== "1" || !isCalendarDate(text)) return null;
  const start = istInstant(istDate(text), istMinute(0, 0));
  return isEnd ? epochMs(start + DAY_MS - 1) : start;
}

const numbersOf = ({ at, open, high, low, close, volume }: Candle, interval: CandleInterval): number[] => [
  interval === "day" ? dayStamp(istDateOf(at)) : epochSeconds(at),
  toRupees(open),
  toRupees(high),
  toRupees(low),
  toRupees(close),
  volume,
];

function intervalOf(resolution: string): CandleInterval | null {
  if (DAYS.has(resolution)) return "day";
  return MINUTES.has(resolution) ? Number(resolution) : null;
}

const noData = (): WireReply => json(200, { s: "no_data", candles: [] });

export function history({ exchange, symbols }: FyersDeps, { request: { query } }: Call): WireReply {
  const instrument = symbols.quotedByTicker(query.get("symbol") ?? "");
  if (instrument === null) return refused(refusals.symbolUnknown);
  const resolution = query.get("resolution") ?? "";
  const from = readBound(query.get("range_from") ?? "", query.get("date_format"), false);
  const to = readBound(query.get("range_to") ?? "", query.get("date_format"), true);
  if (from === null || to === null || to < from) return refused(badInput("range_from and range_to are invalid"));
  /** Seconds are not kept by the exchange. */
  if (SECONDS.has(resolution)) return noData();
  const interval = intervalOf(resolution);
  if (interval === null) return refused(badInput("resolution is invalid"));
  const days = interval === "day" ? DAY_RANGE_DAYS : MINUTE_RANGE_DAYS;
  if (to - from > days * DAY_MS) return refused(badInput(`Range is more than ${days} days`));
  const candles = exchange.candles(instrument.symbol, interval, from, to);
  if (candles.length === 0) return noData();
  const hasOpenInterest = query.get("oi_flag") === "1";
  const rows = candles.map((candle) => [...numbersOf(candle, interval), ...(hasOpenInterest ? [0] : [])]);
  return json(200, { s: "ok", code: 200, message: "", candles: rows });
}
