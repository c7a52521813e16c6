import { epochMs } from "@vriddhi/core/time/clock";
import { z } from "zod";
import type { Candle, CandleQuestion, CandleSource } from "../port/history.ts";
import type { Answers } from "../transport/answers.ts";
import { fromRupeesRounded } from "../transport/decimal.ts";
import { wireAmount, wireWhole } from "../transport/wire-kit.ts";
import type { SmartApiClient } from "./client.ts";
import { EXCHANGE } from "./endpoints.ts";
import { type CandleParams, rowsReply } from "./wire.ts";

const INTERVALS: Readonly<Record<CandleQuestion["minutes"], CandleParams["interval"]>> = {
  1: "ONE_MINUTE",
  5: "FIVE_MINUTE",
};

/** `2026-11-13T09:15:00+05:30`, then open, high, low and close in rupees, then shares. */
const candleRow = z.tuple(
  [z.iso.datetime({ offset: true }), wireAmount, wireAmount, wireAmount, wireAmount, wireWhole],
  z.unknown(),
);

function toCandle([at, ...numbers]: z.infer<typeof candleRow>): Candle | null {
  const [open, high, low, close] = [numbers[0], numbers[1], numbers[2], numbers[3]].map(fromRupeesRounded);
  if (open == null || high == null || low == null || close == null) return null;
  return { at: epochMs(Date.parse(at)), open, high, low, close, volume: numbers[4] };
}

const toCandleParams = ({ instrument, minutes, from, to }: CandleQuestion): CandleParams => ({
  exchange: EXCHANGE,
  symboltoken: instrument.token,
  interval: INTERVALS[minutes],
  fromdate: `${from} 00:00`,
  todate: `${to} 23:59`,
});

export const createAngelOneHistory = (api: SmartApiClient, answers: Answers): CandleSource => ({
  candles: async (access, question) =>
    answers.book(await api.getCandleData(access, toCandleParams(question)), rowsReply, candleRow, toCandle),
});
