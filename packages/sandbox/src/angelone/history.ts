import { DAY_MS } from "@vriddhi/core/time/clock";
import type { CandleInterval } from "../exchange/model.ts";
import type { Handler } from "./call.ts";
import { malformed } from "./errors.ts";
import { readChoice, readText } from "./fields.ts";
import { rupeeNumber } from "./money.ts";
import { failure, refused, success } from "./reply.ts";
import { candleText, readMinute } from "./times.ts";

interface Interval {
  readonly width: CandleInterval;
  readonly daysMax: number;
}

export const INTERVALS = {
  ONE_MINUTE: { width: 1, daysMax: 30 },
  THREE_MINUTE: { width: 3, daysMax: 60 },
  FIVE_MINUTE: { width: 5, daysMax: 100 },
  TEN_MINUTE: { width: 10, daysMax: 100 },
  FIFTEEN_MINUTE: { width: 15, daysMax: 200 },
  THIRTY_MINUTE: { width: 30, daysMax: 200 },
  ONE_HOUR: { width: 60, daysMax: 400 },
  ONE_DAY: { width: "day", daysMax: 2_000 },
} as const satisfies Readonly<Record<string, Interval>>;

export const getCandleData: Handler = ({ exchange, listing }, { fields }) => {
  const isNse = readText(fields, "exchange") === "NSE";
  const instrument = isNse ? listing.findQuoted(readText(fields, "symboltoken") ?? "") : null;
  if (instrument === null) return failure("AB1009");
  const interval = readChoice(fields, "interval", INTERVALS);
  if (interval === null) return refused(malformed("interval"));
  const from = readMinute(readText(fields, "fromdate") ?? "");
  if (from === null) return refused(malformed("fromdate"));
  const to = readMinute(readText(fields, "todate") ?? "");
  if (to === null || to < from) return refused(malformed("todate"));
  const { width, daysMax } = INTERVALS[interval];
  if (to - from > daysMax * DAY_MS) return refused(malformed(`range: at most ${daysMax} days of ${interval}`));
  return success(
    exchange
      .candles(instrument.symbol, width, from, to)
      .map(({ at, open, high, low, close, volume }) => [
        candleText(at),
        rupeeNumber(open),
        rupeeNumber(high),
        rupeeNumber(low),
        rupeeNumber(close),
        volume,
      ]),
  );
};

/** Shares have no open interest. */
export const getOIData: Handler = () => success([]);
