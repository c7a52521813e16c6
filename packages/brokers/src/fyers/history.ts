import { epochMs, SECOND_MS } from "@vriddhi/core/time/clock";
import { z } from "zod";
import type { Candle, CandleQuestion, CandleSource } from "../port/history.ts";
import type { Answers } from "../transport/answers.ts";
import { fromRupeesRounded } from "../transport/decimal.ts";
import { wireAmount, wireWhole } from "../transport/wire-kit.ts";
import type { FyersClient } from "./client.ts";
import { candlesReply } from "./wire.ts";

/** Begin in seconds, then open, high, low and close in rupees, then shares. */
const candleRow = z.tuple([wireWhole, wireAmount, wireAmount, wireAmount, wireAmount, wireWhole], z.unknown());

function toCandle([at, ...numbers]: z.infer<typeof candleRow>): Candle | null {
  const [open, high, low, close] = [numbers[0], numbers[1], numbers[2], numbers[3]].map(fromRupeesRounded);
  if (open == null || high == null || low == null || close == null) return null;
  return { at: epochMs(at * SECOND_MS), open, high, low, close, volume: numbers[4] };
}

/** Dates instead of seconds include both days completely. */
const toHistoryQuery = ({ instrument, minutes, from, to }: CandleQuestion): string =>
  new URLSearchParams({
    symbol: instrument.brokerSymbol,
    resolution: String(minutes),
    date_format: "1",
    range_from: from,
    range_to: to,
    cont_flag: "1",
  }).toString();

export const createFyersHistory = (fyers: FyersClient, answers: Answers): CandleSource => ({
  candles: async (access, question) =>
    answers.book(await fyers.getHistory(access, toHistoryQuery(question)), candlesReply, candleRow, toCandle),
});
